package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/experiments/records"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// PlanFormat names the layout of a stored plan.
const PlanFormat = "tengen.plan/1"

// Limits of a plan.
const (
	MaxGames      = 1_000_000_000
	MaxShardGames = 65_536
	MaxShards     = 100_000
)

// Plan is everything that decides the games of a run. It is immutable once a
// run has begun, and stored with it.
type Plan struct {
	Format string `json:"format"` // PlanFormat
	Engine int    `json:"engine"` // behavior of self-play, see Engine

	Rules ruleset.Rules `json:"rules"`
	Size  BoardSize     `json:"size"`

	Games      int    `json:"games"`
	ShardGames int    `json:"shard_games"` // games in one part file
	Seed       uint64 `json:"seed,string"` // master seed; text, since JSON numbers end at 2^53

	Black   PlayerSpec `json:"black"`
	White   PlayerSpec `json:"white"`
	Opening Opening    `json:"opening"` // after the start

	// Handicap is the number of handicap stones, 0 or 2 to 9, and Setup the
	// position that every game starts from instead of the rules' own: see Start.
	// Both are left out where they are not used.
	Handicap int    `json:"handicap,omitempty"`
	Setup    *Start `json:"setup,omitempty"`

	Resign      Resign `json:"resign"`
	StopSettled bool   `json:"stop_settled"` // end a game when every point is pass-alive for one side
	Positions   bool   `json:"positions"`    // also write the table positions, one row per ply
}

// Resign says when a player gives up.
type Resign struct {
	Below float64 `json:"below"` // resign when the win rate is below this; 0 = play to the end
	Moves int     `json:"moves"` // for so many own moves in a row
}

// GivesUp counts moves with a poor win rate and reports whether it is time to
// resign.
func (r Resign) GivesUp(value float64, doubts *int) bool {
	if value >= r.Below {
		*doubts = 0
		return false
	}
	*doubts++
	return *doubts >= r.Moves
}

// BoardSize is a ruleset.Size that is written as text, "9x9".
type BoardSize struct{ ruleset.Size }

// MarshalText returns "9x9".
func (s BoardSize) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads "9", "9x13" and the like.
func (s *BoardSize) UnmarshalText(text []byte) error {
	size, err := ruleset.ParseSize(string(text))
	s.Size = size
	return err
}

// DefaultPlan returns the plan that a bare command runs, but for its seed.
func DefaultPlan() Plan {
	rules, err := ruleset.ParseRules("chinese")
	if err != nil {
		panic(err) // the name is ours
	}
	player, err := ParsePlayer("default")
	if err != nil {
		panic(err)
	}
	return Plan{
		Format: PlanFormat, Engine: Engine,
		Rules: rules, Size: BoardSize{ruleset.Square(9)},
		Games: 100, ShardGames: 100, Seed: 1,
		Black: player, White: player,
		Opening: DefaultOpening(), Resign: Resign{Moves: 3},
	}
}

// Validate reports every field that cannot be run, all at once.
func (p *Plan) Validate() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.Format != PlanFormat {
		complain("format is %q: this program reads %q", p.Format, PlanFormat)
	}
	if p.Engine != Engine {
		complain("engine is %d: this program plays as engine %d and would give other games; use the version that began the run", p.Engine, Engine)
	}
	if err := CheckSize(p.Size.Size); err != nil {
		errs = append(errs, err)
	}
	if p.Games < 1 || p.Games > MaxGames {
		complain("games is %d: it must be 1 to %d", p.Games, MaxGames)
	}
	if p.ShardGames < 1 || p.ShardGames > MaxShardGames {
		complain("shard_games is %d: it must be 1 to %d", p.ShardGames, MaxShardGames)
	}
	if p.Games > 0 && p.ShardGames > 0 && p.Shards() > MaxShards {
		complain("%d games in shards of %d are %d parts, more than %d: raise shard_games", p.Games, p.ShardGames, p.Shards(), MaxShards)
	}
	if p.Resign.Below < 0 || p.Resign.Below >= 0.5 {
		complain("resign.below is %v: it is a win rate, 0 (never resign) to less than 0.5", p.Resign.Below)
	}
	if p.Resign.Moves < 1 {
		complain("resign.moves is %d: it must be at least 1", p.Resign.Moves)
	}
	for _, player := range []struct {
		color string
		spec  *PlayerSpec
	}{{"black", &p.Black}, {"white", &p.White}} {
		if err := player.spec.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", player.color, err))
		}
	}
	if err := errors.Join(p.Rules.Validate(), p.Size.Validate()); err != nil {
		errs = append(errs, err)
	} else if komi := p.Rules.Komi; max(komi, -komi) > ruleset.WholePoints(max(p.Size.Area(), smallArea)) {
		complain("komi %v is more than the %d points of the board", komi, p.Size.Area())
	} else if start, err := p.Start(); err != nil {
		errs = append(errs, err)
	} else if err := p.Opening.Validate(p.Rules, p.Size.Size, start); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// CheckSize reports boards on which no games are played.
func CheckSize(size ruleset.Size) error {
	if fastboard.CheckSize(size) == nil {
		return nil
	}
	const most = fastboard.MaxSide
	if size.Validate() == nil {
		return fmt.Errorf("board size %v: games are played on boards up to %dx%d (larger ones can be recorded and counted only)", size, most, most)
	}
	return fmt.Errorf("board size %v: a board has 1 to %d columns and rows", size, most)
}

// smallArea is the number of points up to which a komi is not held to the size
// of the board: the usual ones may be played on any.
const smallArea = 25

// Canonical returns the plan as canonical JSON: keys sorted, no white space.
// These bytes are what plan.json holds and what Hash names.
func (p *Plan) Canonical() []byte {
	data, err := CanonicalJSON(p)
	if err != nil {
		panic(fmt.Sprintf("experiments: a plan cannot be written: %v", err)) // only plain fields: a bug
	}
	return data
}

// CanonicalJSON writes a value with sorted keys and without white space.
func CanonicalJSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var tree any // objects become maps, which are written with sorted keys
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(tree)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// Hash returns the SHA-256 of the canonical plan, in hexadecimal.
func (p *Plan) Hash() string {
	sum := sha256.Sum256(p.Canonical())
	return hex.EncodeToString(sum[:])
}

// RunID is the short name of the run: the beginning of the plan's hash.
func (p *Plan) RunID() string { return p.Hash()[:12] }

// ParsePlan reads a plan, or a part of one over the fields that p already
// holds. Unknown keys are errors, and so are keys that are there twice.
func (p *Plan) ParsePlan(data []byte) error { return ParseStrict("plan", data, p) }

// ParseStrict reads one JSON object over the fields that v already holds, for
// files that people write. Unknown keys are errors, and so are keys that are
// there twice; what begins the messages.
func ParseStrict(what string, data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		return fmt.Errorf("%s: %w", what, ExplainJSON(suggestField(err, v), data))
	}
	if decoder.More() {
		return fmt.Errorf("%s: more than one JSON value; keep one object", what)
	}
	if err := CheckKeys(data); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// ExplainJSON says on which line a JSON error stands, and what should stand
// there.
func ExplainJSON(err error, data []byte) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if kind != nil {
		err = kindError(err, kind)
	}
	if offset < 0 || offset > int64(len(data)) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:offset], []byte("\n")), err)
}

// PlanFile is the name of the stored plan in a run's folder.
const PlanFile = "plan.json"

// LoadPlan reads the plan of the run in dir.
func LoadPlan(dir string) (*Plan, error) {
	path := filepath.Join(dir, PlanFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && records.Is(dir) {
		return nil, fmt.Errorf("%s is an import and no run: status, verify, data and export read it; an unfinished one is begun again by the same import command", dir)
	}
	if _, missing := os.Stat(dir); errors.Is(missing, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no folder %s: name the one that was given to --out", dir)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is no run: it has no %s; name the folder that selfplay wrote with --out", dir, PlanFile)
	}
	if err != nil {
		return nil, err
	}
	plan := new(Plan)
	if err := plan.ParsePlan(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := plan.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !bytes.Equal(plan.Canonical(), data) {
		return nil, fmt.Errorf("%s: not as it was written (other bytes for the same plan, or fields missing); restore it from the run's metadata or start a new run", path)
	}
	return plan, nil
}

// SetPositions says whether the table positions is written, and has the players
// add up the ownership that it holds.
func (p *Plan) SetPositions(on bool) {
	p.Positions = on
	for _, player := range []*PlayerSpec{&p.Black, &p.White} {
		if player.Search != nil {
			search := *player.Search // the preset may be shared by both players
			search.Ownership = search.Ownership || on
			player.Search = &search
		}
	}
}

// Shards is the number of part files of each table.
func (p *Plan) Shards() int { return (p.Games + p.ShardGames - 1) / p.ShardGames }

// ShardRange returns the game indices of a shard: from first to before end.
func (p *Plan) ShardRange(shard int) (first, end int) {
	return shard * p.ShardGames, min((shard+1)*p.ShardGames, p.Games)
}
