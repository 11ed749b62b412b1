package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// Keys of the metadata of a file.
const (
	keySchema       = "tengen.schema"
	keyPlan         = "tengen.plan"
	keyPlanSHA256   = "tengen.plan_sha256"
	keyToolVersion  = "tengen.tool_version"
	keyMoveEncoding = "tengen.move_encoding"
	keyShard        = "tengen.shard"
	keyShards       = "tengen.shards"
	keySelf         = "tengen.self_sha256"
)

// MoveEncoding is what every file says about its point numbers.
const MoveEncoding = "point number = y*w + x, x and y from 0 at the upper left corner, w and h the columns and rows of the board; pass = w*h"

// Meta is what a file says about itself beside its rows.
type Meta struct {
	// Schema is the table and its version, such as "games/1". Create sets it.
	Schema string
	// Plan is the plan of the run as it was given, usually JSON; empty if there
	// was none, as for imported games.
	Plan string
	// PlanSHA256 is the SHA-256 of Plan in hexadecimal. Create computes it.
	PlanSHA256 string
	// ToolVersion is the version of the program that wrote the file.
	ToolVersion string
	// MoveEncoding says what a point number means. Create sets it.
	MoveEncoding string
	// Shard is the number of this part of the run, from 0, and Shards how many
	// there are; 0 of 0 for a file that is not one of several.
	Shard, Shards int
}

// complete fills in what follows from the rest, and refuses what contradicts it.
func (m Meta) complete(t *rowType) (Meta, error) {
	if m.Schema != "" && m.Schema != t.Schema() {
		return m, fmt.Errorf("metadata for %s cannot go with rows of %s: leave Schema empty", m.Schema, t.Schema())
	}
	sum := ""
	if m.Plan != "" {
		b := sha256.Sum256([]byte(m.Plan))
		sum = hex.EncodeToString(b[:])
	}
	if m.PlanSHA256 != "" && m.PlanSHA256 != sum {
		return m, fmt.Errorf("plan_sha256 %s is not that of the plan, %s: leave it empty", m.PlanSHA256, sum)
	}
	if m.Shard < 0 || m.Shards < 0 || m.Shard > 0 && m.Shard >= m.Shards {
		return m, fmt.Errorf("shard %d of %d: shards count from 0", m.Shard, m.Shards)
	}
	if !utf8.ValidString(m.Plan) || !utf8.ValidString(m.ToolVersion) {
		return m, fmt.Errorf("the plan and the version of the tool must be UTF-8")
	}
	m.Schema, m.PlanSHA256, m.MoveEncoding = t.Schema(), sum, MoveEncoding
	return m, nil
}

// keyValues returns the metadata as Parquet keeps it.
func (m Meta) keyValues() map[string]string {
	return map[string]string{
		keySchema:       m.Schema,
		keyPlan:         m.Plan,
		keyPlanSHA256:   m.PlanSHA256,
		keyToolVersion:  m.ToolVersion,
		keyMoveEncoding: m.MoveEncoding,
		keyShard:        strconv.Itoa(m.Shard),
		keyShards:       strconv.Itoa(m.Shards),
	}
}

// metaOf reads the metadata of an open file. Keys that a later version adds do
// no harm; a missing one is an error, since no file of ours lacks it.
func metaOf(f *parquet.File) (Meta, error) {
	var missing error
	get := func(key string) string {
		v, ok := f.Lookup(key)
		if !ok && missing == nil {
			missing = fmt.Errorf("the metadata has no %s: %w", key, ErrForeign)
		}
		return v
	}
	number := func(key string) int {
		text := get(key)
		n, err := strconv.Atoi(text)
		if err != nil && missing == nil {
			missing = fmt.Errorf("the metadata has %q for %s, which is no number: %w", text, key, ErrDamaged)
		}
		return n
	}
	m := Meta{
		Schema:       get(keySchema),
		Plan:         get(keyPlan),
		PlanSHA256:   get(keyPlanSHA256),
		ToolVersion:  get(keyToolVersion),
		MoveEncoding: get(keyMoveEncoding),
		Shard:        number(keyShard),
		Shards:       number(keyShards),
	}
	return m, missing
}

// ReadMeta returns the metadata of a file of any table. It reads the footer
// only and does not check the rows: see Verify.
func ReadMeta(path string) (Meta, error) {
	p, err := openPart(path)
	if err != nil {
		return Meta{}, err
	}
	return p.meta, p.Close()
}
