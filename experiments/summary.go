package experiments

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments/stats"
)

// Confidence is that of every interval in a summary.
const Confidence = 0.95

// Summary describes the games of a run.
type Summary struct {
	Folder  string  `json:"folder"`
	RunID   string  `json:"run_id"`
	Rules   string  `json:"rules"`
	Size    string  `json:"size"`
	Black   string  `json:"black"`
	White   string  `json:"white"`
	Start   string  `json:"start,omitempty"` // handicap or setup in words; empty for the start of the rules
	Komi    float64 `json:"komi"`
	Seed    uint64  `json:"seed,string"`
	Planned int     `json:"planned"`

	Games     int             `json:"games"`
	Results   stats.Tally     `json:"results"` // of Black, without the games that have no result
	NoResult  int             `json:"no_result"`
	BlackRate *stats.Interval `json:"black_rate"` // share of points, a draw being half; null without results
	Shares    *Shares         `json:"shares"`     // null without results
	Endings   map[string]int  `json:"endings"`
	Margin    *Distribution   `json:"margin"` // Black's, before komi, of the games that were counted; null without any
	Length    *Distribution   `json:"length"` // plies; null without games

	Unique     int      `json:"unique"`     // games that differ, mirror images and rotations being the same
	Duplicates int      `json:"duplicates"` // games that equal an earlier one
	Prefixes   []Prefix `json:"prefixes"`

	Speed Speed `json:"speed"`
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`

	Execution *Execution `json:"execution,omitempty"` // what the command that prints this did
}

// Shares are the shares of games that each side won, with their intervals.
type Shares struct {
	Black stats.Interval `json:"black"`
	Draw  stats.Interval `json:"draw"`
	White stats.Interval `json:"white"`
}

// Prefix counts how many games differ in their first plies, up to symmetry.
type Prefix struct {
	Plies  int `json:"plies"`
	Unique int `json:"unique"`
}

// Distribution describes numbers by mean and quantiles.
type Distribution struct {
	N      int            `json:"n"`
	Mean   stats.Interval `json:"mean"` // without ends for a single value
	SD     float64        `json:"sd"`
	Min    float64        `json:"min"`
	Q05    float64        `json:"q05"`
	Q25    float64        `json:"q25"`
	Median float64        `json:"median"`
	Q75    float64        `json:"q75"`
	Q95    float64        `json:"q95"`
	Max    float64        `json:"max"`
	Bins   []Bin          `json:"bins"`
}

// Bin counts the values from Lo to before Hi.
type Bin struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	N  int     `json:"n"`
}

// maxBins bounds the rows of a histogram.
const maxBins = 14

// bins counts sorted values in bins of equal, round width.
func bins(sorted []float64) []Bin {
	lowest, highest := sorted[0], sorted[len(sorted)-1]
	var width, start float64
	for _, width = range [...]float64{1, 2, 5, 10, 20, 50, 100, 200, 500} {
		start = math.Floor(lowest/width) * width
		if highest < start+maxBins*width {
			break
		}
	}
	var bins []Bin
	for _, v := range sorted {
		for len(bins) == 0 || v >= bins[len(bins)-1].Hi {
			lo := start + width*float64(len(bins))
			bins = append(bins, Bin{Lo: lo, Hi: lo + width})
		}
		bins[len(bins)-1].N++
	}
	return bins
}

// Speed is summed over the games, whichever execution played them.
type Speed struct {
	Playouts     int64   `json:"playouts"`
	GameSeconds  float64 `json:"game_seconds"` // how long games took, each beside others
	PlayoutsPerS float64 `json:"playouts_per_game_second"`
}

// describe returns the distribution of values, nil without any. It sorts them.
func describe(values []float64) *Distribution {
	if len(values) == 0 {
		return nil
	}
	sort.Float64s(values)
	n := len(values)
	q := stats.Quantiles(values, 0.05, 0.25, 0.75, 0.95)
	d := &Distribution{
		N: n, Mean: stats.Mean(values, Confidence),
		Min: values[0], Q05: q[0], Q25: q[1], Median: (values[(n-1)/2] + values[n/2]) / 2, Q75: q[2], Q95: q[3], Max: values[n-1],
		Bins: bins(values),
	}
	if len(values) > 1 {
		d.SD = stat.StdDev(values, nil)
	}
	return d
}

// prefixPlies are the lengths at which beginnings of games are compared.
var prefixPlies = [...]int{4, 8, 12, 20, 30}

// Summarize reads the finished parts of the run in dir.
func Summarize(dir string) (*Summary, error) {
	plan, err := LoadPlan(dir)
	if err != nil {
		return nil, err
	}
	s := &Summary{
		Folder: dir, RunID: plan.RunID(), Rules: plan.Rules.String(), Size: plan.Size.String(),
		Black: plan.Black.Label(), White: plan.White.Label(), Komi: plan.Rules.Komi.Points(), Seed: plan.Seed, Planned: plan.Games,
		Start:   strings.TrimPrefix(plan.startText(), ", "),
		Endings: map[string]int{},
	}
	if err := s.readGames(dir, plan); err != nil {
		return nil, err
	}
	if err := s.readTimings(dir, plan); err != nil {
		return nil, err
	}
	return s, s.measureFiles(dir)
}

func (s *Summary) readGames(dir string, plan *Plan) error {
	var margins, lengths []float64
	seen := map[uint64]bool{}
	prefixes := [len(prefixPlies)]map[uint64]bool{}
	for i := range prefixes {
		prefixes[i] = map[uint64]bool{}
	}
	for row, err := range plan.games(dir) {
		if err != nil {
			return err
		}
		s.Games++
		seen[SymmetryKey(&row, len(row.Moves))] = true
		for i, plies := range prefixPlies {
			prefixes[i][SymmetryKey(&row, min(plies, len(row.Moves)))] = true
		}
		lengths = append(lengths, float64(row.NumMoves))
		if row.BlackMargin != nil {
			margins = append(margins, *row.BlackMargin)
		}
		s.Endings[EndingText(&row)]++
		switch row.Winner {
		case datasets.WinnerBlack:
			s.Results.Wins++
		case datasets.WinnerWhite:
			s.Results.Losses++
		case datasets.WinnerDraw:
			s.Results.Draws++
		default:
			s.NoResult++
		}
	}
	s.Unique, s.Duplicates = len(seen), s.Games-len(seen)
	for i, plies := range prefixPlies {
		s.Prefixes = append(s.Prefixes, Prefix{plies, len(prefixes[i])})
	}
	s.Margin, s.Length = describe(margins), describe(lengths)
	if n := float64(s.Results.Games()); n > 0 {
		rate := stats.WinRate(s.Results, Confidence)
		s.BlackRate = &rate
		s.Shares = &Shares{
			Black: stats.Wilson(float64(s.Results.Wins), n, Confidence),
			Draw:  stats.Wilson(float64(s.Results.Draws), n, Confidence),
			White: stats.Wilson(float64(s.Results.Losses), n, Confidence),
		}
	}
	return nil
}

// EndingText is how a game ended, in words: the reason, and for a score how the
// dead stones were found where some may be dead.
func EndingText(row *datasets.GameRow) string {
	if row.EndReason == datasets.EndScore && row.ScoringMethod != "" {
		return row.EndReason + " (" + row.ScoringMethod + ")"
	}
	return row.EndReason
}

func (s *Summary) readTimings(dir string, plan *Plan) error {
	for shard := range plan.Shards() {
		path := partPath(dir, plan, tableTimings, shard)
		for row, err := range datasets.Rows[datasets.TimingRow](path) {
			if errors.Is(err, os.ErrNotExist) {
				break
			}
			if err != nil {
				return err
			}
			s.Speed.Playouts += row.Playouts
			s.Speed.GameSeconds += float64(row.DurationNS) / 1e9
		}
	}
	if s.Speed.GameSeconds > 0 {
		s.Speed.PlayoutsPerS = float64(s.Speed.Playouts) / s.Speed.GameSeconds
	}
	return nil
}

func (s *Summary) measureFiles(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, os.ErrNotExist) {
			return nil // a temporary file of a run in progress
		}
		if err == nil {
			s.Files++
			s.Bytes += info.Size()
		}
		return err
	})
}

// Warnings are what a reader of the numbers must know.
func (s *Summary) Warnings() []string {
	var warnings []string
	if s.Games < s.Planned {
		warnings = append(warnings, fmt.Sprintf("%d of %d games are there: the run is not complete", s.Games, s.Planned))
	}
	if s.Duplicates*20 > s.Games {
		warnings = append(warnings, fmt.Sprintf("only %d of %d games differ: the intervals are too narrow; draw more opening plies (--opening-plies) or raise --temperature", s.Unique, s.Games))
	}
	if s.NoResult > 0 {
		warnings = append(warnings, fmt.Sprintf("%d games have no result and are left out of the rates", s.NoResult))
	}
	if n := s.Endings[datasets.EndResignation]; n > 0 {
		warnings = append(warnings, fmt.Sprintf("%d games were resigned: margins are of the others only, which are the close ones", n))
	}
	return warnings
}

// endingsByCount lists the endings, most frequent first.
func (s *Summary) endingsByCount() []string {
	return slices.SortedFunc(maps.Keys(s.Endings), func(a, b string) int {
		if s.Endings[a] != s.Endings[b] {
			return s.Endings[b] - s.Endings[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
}
