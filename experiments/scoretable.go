package experiments

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/experiments/lifedeath"
	"github.com/tengen-go/tengen/ruleset"
)

// ScoreOptions say how a position is counted.
type ScoreOptions struct {
	Method   ruleset.DeadStones
	Marked   bool                // with the method AllAlive: stones that the record marks as dead are dead
	Dead     []ruleset.Point     // with the method Agreed
	Komi     *ruleset.HalfPoints // for every ruleset instead of its own
	Handicap int                 // stones that White is compensated for, instead of the game's; below 0 the game's
	Captures *[2]int             // stones taken by Black and by White, instead of the game's
	Playouts int                 // of an estimate
	Seed     uint64              // of an estimate or a play-out
}

// ErrUnproved says that the method Proved does not decide the position.
var ErrUnproved = errors.New("not every point is proved")

// ScoreTable is one position under every ruleset.
type ScoreTable struct {
	Source string `json:"source,omitempty"`
	Number int    `json:"game,omitempty"`
	Move   int    `json:"move"`
	Moves  int    `json:"moves"`

	Size   string `json:"size"`
	ToPlay string `json:"to_play"`

	// Method is how dead stones were found; that of an estimate makes every
	// result below an estimate.
	Method    string    `json:"method"`
	Estimated bool      `json:"estimated"` // the results are opinions
	Dead      []string  `json:"dead"`
	Estimate  *Opinion  `json:"estimate,omitempty"`
	PlayedOut *PlayedOn `json:"playout,omitempty"`

	Board  []string `json:"board"`  // rows from the top: X, O and .
	Owners []string `json:"owners"` // the same: B, W and . by area, neutral points shared

	RecordRules  string `json:"record_rules,omitempty"`
	RecordResult string `json:"record_result,omitempty"`

	Rows  []ScoreRow `json:"rulesets"`
	Notes []string   `json:"notes"`

	drawing string
}

// Opinion is what an estimate rests on.
type Opinion struct {
	Playouts   int         `json:"playouts"`
	Seed       uint64      `json:"seed,string"`
	Policy     string      `json:"policy"`
	Confidence float64     `json:"confidence"` // of the most doubtful chain
	DeadBelow  float64     `json:"dead_below"` // ownership from which down a chain is called dead
	Chains     []ChainView `json:"chains"`
	Ownership  []float64   `json:"ownership"` // Black's, in the order of the rows of the board
}

// ChainView is the verdict on one chain.
type ChainView struct {
	Color      string   `json:"color"`
	Stones     []string `json:"stones"`
	Dead       bool     `json:"dead"`
	Basis      string   `json:"basis"`
	Ownership  float64  `json:"ownership"` // from -1 to 1, for its own side
	Confidence float64  `json:"confidence"`
}

// PlayedOn is how play went on.
type PlayedOn struct {
	Seed      uint64   `json:"seed,string"`
	Moves     []string `json:"moves"`
	Agreement float64  `json:"agreement"` // of all tries with this end
}

// ScoreRow is the count under one ruleset.
type ScoreRow struct {
	Name         string    `json:"name"` // "record" for the rules of the record
	Rules        string    `json:"rules"`
	Scoring      string    `json:"scoring"`
	Black        float64   `json:"black"` // before komi and compensation
	White        float64   `json:"white"`
	BlackParts   ScoreSide `json:"black_parts"`
	WhiteParts   ScoreSide `json:"white_parts"`
	Neutral      int       `json:"neutral"`
	Komi         float64   `json:"komi"`
	Compensation float64   `json:"compensation"`
	Margin       float64   `json:"margin"` // Black's, komi and compensation included
	Winner       string    `json:"winner"` // B, W or draw
	Result       string    `json:"result"` // as SGF writes it
	Chinese      string    `json:"result_zi,omitempty"`
	FillIn       int       `json:"fill_in,omitempty"`

	count ruleset.Count
}

// ScoreSide is one side's part, in points where not said otherwise.
type ScoreSide struct {
	Stones     int     `json:"stones"`
	Surrounded int     `json:"surrounded"`
	Uncounted  int     `json:"uncounted"` // surrounded, but not counted because of seki
	Shared     int     `json:"shared"`    // half a point each
	Captured   int     `json:"captured"`
	Dead       int     `json:"dead"` // the opponent's
	PassStones int     `json:"pass_stones"`
	Penalty    float64 `json:"penalty"`
	Groups     int     `json:"groups"`
	Tax        int     `json:"tax"`
}

// Score counts a position under every ruleset.
func Score(in *ScoreInput, options ScoreOptions) (*ScoreTable, error) {
	game := in.Game
	t := &ScoreTable{
		Source: in.Source, Number: in.Number, Move: in.Move, Moves: in.Moves,
		Size: game.Size().String(), ToPlay: game.ToPlay().String(),
		Method: options.Method.String(), Estimated: options.Method == ruleset.Estimated,
		Dead: []string{}, Notes: in.Notes,
	}
	position, facts, err := t.settle(game, options)
	if err != nil {
		return nil, err
	}
	if options.Handicap >= 0 {
		facts.Handicap = options.Handicap
	}
	for _, p := range facts.Dead {
		t.Dead = append(t.Dead, p.String())
	}
	if in.Rules != nil {
		t.RecordRules = in.Rules.String()
		t.add("record", *in.Rules, position, facts, options.Komi)
		t.endByCycle(game)
	}
	komi := options.Komi
	if far := max(game.Rules().Komi, -game.Rules().Komi); komi == nil && in.Rules != nil && far > ruleset.WholePoints(game.Size().Area()) {
		t.note("komi %v is more than the board has points", game.Rules().Komi)
	}
	if komi == nil && facts.Handicap > 1 {
		komi = new(ruleset.HalfPoints)
		t.note("a game with %d handicap stones: komi is 0 under every ruleset but the record's own; --komi sets another", facts.Handicap)
	}
	for _, name := range ruleset.RulesetNames() {
		rules, err := ruleset.ParseRules(name)
		if err != nil {
			return nil, err
		}
		t.add(name, rules, position, facts, komi)
	}
	t.draw(position, facts)
	t.compare(in)
	if t.Notes == nil {
		t.Notes = []string{}
	}
	return t, nil
}

func (t *ScoreTable) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// settle finds the dead stones, and returns what is to be counted.
func (t *ScoreTable) settle(game *ruleset.Game, options ScoreOptions) (*ruleset.Position, ruleset.Facts, error) {
	position, facts := game.Position(), game.Facts()
	if options.Marked && len(facts.Dead) > 0 {
		t.Method = facts.Method.String()
		t.note("the dead stones are those that the record marks (TB, TW)")
		return position, withCaptures(facts, game, options.Captures), nil
	}
	facts.Dead, facts.Method = nil, options.Method
	switch options.Method {
	case ruleset.Agreed:
		dead, err := deadChains(position, options.Dead)
		if err != nil {
			return nil, facts, err
		}
		facts.Dead = dead
	case ruleset.Proved:
		proof := lifedeath.Proven(position)
		if !proof.Complete() {
			return nil, facts, fmt.Errorf("%w: %d of %d are open, such as %v; choose another --method, or name the dead stones with --dead",
				ErrUnproved, len(proof.Open), position.Size().Area(), proof.Open[0])
		}
		facts.Dead = proof.Dead
	case ruleset.Estimated:
		estimated, err := lifedeath.Estimate(game, options.Playouts, options.Seed)
		if err != nil {
			return nil, facts, err
		}
		facts.Dead = estimated.Dead
		t.opinion(estimated)
	case ruleset.PlayedOut:
		out, err := lifedeath.PlayOut(game, options.Seed)
		if err != nil {
			return nil, facts, err
		}
		position, facts = &out.Position, out.Facts
		t.PlayedOut = &PlayedOn{Seed: out.Seed, Agreement: out.Agreement, Moves: []string{}}
		for _, move := range out.Moves {
			t.PlayedOut.Moves = append(t.PlayedOut.Moves, move.Point.String())
		}
	}
	return position, withCaptures(facts, game, options.Captures), nil
}

// withCaptures replaces the stones taken in the game, if captures are given;
// what a play-out adds stays.
func withCaptures(facts ruleset.Facts, game *ruleset.Game, captures *[2]int) ruleset.Facts {
	if captures != nil {
		facts.Captures[0] += captures[0] - game.Captures(ruleset.Black)
		facts.Captures[1] += captures[1] - game.Captures(ruleset.White)
	}
	return facts
}

// deadChains checks that points have stones, and returns their whole chains.
func deadChains(position *ruleset.Position, points []ruleset.Point) ([]ruleset.Point, error) {
	var dead []ruleset.Point
	var seen [ruleset.NumPoints]bool
	for _, p := range points {
		if !position.Size().Contains(p) {
			return nil, fmt.Errorf("dead stones: %v is not on a board of %v", p, position.Size())
		}
		if !position.At(p).IsPlayer() {
			return nil, fmt.Errorf("dead stones: there is no stone at %v", p)
		}
		stones, _ := position.Chain(p)
		for _, s := range stones {
			if !seen[s] {
				seen[s] = true
				dead = append(dead, s)
			}
		}
	}
	return dead, nil
}

func (t *ScoreTable) opinion(e *lifedeath.Estimated) {
	o := &Opinion{
		Playouts: e.Playouts, Seed: e.Seed, Policy: e.Policy, Confidence: e.Confidence, DeadBelow: lifedeath.DeadBelow,
		Chains: []ChainView{},
	}
	for _, c := range e.Chains {
		view := ChainView{Color: c.Color.String(), Dead: c.Dead, Basis: string(c.Basis), Ownership: c.Ownership, Confidence: c.Confidence}
		for _, p := range c.Stones {
			view.Stones = append(view.Stones, p.String())
		}
		o.Chains = append(o.Chains, view)
	}
	size, err := ruleset.ParseSize(t.Size)
	if err == nil {
		for i := range size.Area() {
			o.Ownership = append(o.Ownership, e.Ownership(size.PointAt(i)))
		}
	}
	t.Estimate = o
}

// endByCycle gives the row of the record's own rules the result of a game that
// a repetition ended, which is none of its count.
func (t *ScoreTable) endByCycle(game *ruleset.Game) {
	result := game.Result()
	cycle, found := game.Repetition()
	if !found || result.Ending != ruleset.ByNoResult && result.Ending != ruleset.ByReplay && result.Ending != ruleset.ByDraw {
		return
	}
	row := &t.Rows[len(t.Rows)-1]
	row.Result, row.Chinese, row.Winner = result.String(), "", "none"
	if result.Draw() {
		row.Winner = "draw"
	}
	t.note("a repetition (%v, moves %d to %d) ended the game under its rules: %v; the counts are those of the board as it was left",
		cycle.Kind, cycle.First+1, cycle.Again, result.Ending)
}

// add counts under one ruleset.
func (t *ScoreTable) add(name string, rules ruleset.Rules, position *ruleset.Position, facts ruleset.Facts, komi *ruleset.HalfPoints) {
	if komi != nil {
		rules.Komi, rules.FirstPass = *komi, 0
	}
	count := rules.Count(position, facts)
	result := count.Result()
	row := ScoreRow{
		Name: name, Rules: rules.String(), Scoring: rules.Scoring.String(),
		Black: count.Black.Points(), White: count.White.Points(),
		BlackParts: scoreSide(count.Side(ruleset.Black)), WhiteParts: scoreSide(count.Side(ruleset.White)),
		Neutral: count.Neutral, Komi: count.Komi.Points(), Compensation: count.Compensation.Points(), Margin: count.Margin.Points(),
		Winner: "draw", Result: result.String(), FillIn: count.FillIn, count: count,
	}
	if result.Winner.IsPlayer() {
		row.Winner = result.Winner.String()
	}
	if rules.Scoring != ruleset.TerritoryScoring {
		row.Chinese = result.Chinese()
	}
	t.Rows = append(t.Rows, row)
}

func scoreSide(s ruleset.Side) ScoreSide {
	return ScoreSide{
		Stones: s.Stones, Surrounded: s.Surrounded, Uncounted: s.Uncounted, Shared: s.Shared,
		Captured: s.Captured, Dead: s.Dead, PassStones: s.PassStones, Penalty: s.Penalty.Points(),
		Groups: s.Groups, Tax: s.Tax,
	}
}

// draw draws the board and whose every point is by area.
func (t *ScoreTable) draw(position *ruleset.Position, facts ruleset.Facts) {
	count := ruleset.Rules{}.Count(position, facts)
	size := position.Size()
	var dead [ruleset.NumPoints]bool
	for _, p := range facts.Dead {
		stones, _ := position.Chain(p)
		for _, s := range stones {
			dead[s] = true
		}
	}
	lines := strings.Split(strings.TrimRight(position.String(), "\n"), "\n")
	var b strings.Builder
	b.WriteString(lines[0] + "\n")
	for y := range size.H {
		var stones, owners strings.Builder
		fmt.Fprintf(&b, "%2d", size.H-y)
		for x := range size.W {
			p := size.PointAt(y*size.W + x)
			owner := count.Owner(p)
			sign := map[ruleset.Color]string{ruleset.Black: "+", ruleset.White: "-", ruleset.Empty: "."}[owner]
			stone := map[ruleset.Color]string{ruleset.Black: "X", ruleset.White: "O", ruleset.Empty: "."}[position.At(p)]
			stones.WriteString(stone)
			owners.WriteString(owner.String())
			switch {
			case dead[p]:
				sign = strings.ToLower(stone)
			case position.At(p).IsPlayer():
				sign = stone
			}
			b.WriteString(" " + sign)
		}
		fmt.Fprintf(&b, " %d\n", size.H-y)
		t.Board = append(t.Board, stones.String())
		t.Owners = append(t.Owners, owners.String())
	}
	b.WriteString(lines[len(lines)-1] + "\n")
	t.drawing = b.String()
}

// compare notes where the count differs from what the record says.
func (t *ScoreTable) compare(in *ScoreInput) {
	if in.Number == 0 {
		return
	}
	said := in.Result
	if said.Known() {
		t.RecordResult = said.String()
	}
	switch {
	case in.Move < in.Moves:
		t.note("this is the position after move %d of %d, not the end of the game", in.Move, in.Moves)
	case !said.Known():
		t.note("the record gives no result")
	case in.Game.Result().Ending == ruleset.ByDraw && said.Draw():
		t.note("the record says %v, and so do its rules", said)
	case said.Ending != ruleset.ByScore && !(said.Ending == ruleset.Unfinished && said.Winner.IsPlayer()):
		t.note("the record says %v: the game was not counted, and this counts the board as it was left", said)
	case in.Rules == nil:
		t.note("the record says %v, but neither its rules nor its komi", said)
	default:
		t.compareCounts(said.Winner, said.HasMargin, said.Margin, said.String())
	}
}

func (t *ScoreTable) compareCounts(winner ruleset.Color, hasMargin bool, margin ruleset.HalfPoints, said string) {
	own := t.Rows[0].count
	if result := own.Result(); result.Winner == winner && (!hasMargin || result.Margin == margin) {
		t.note("the record says %s, and so does this count under its rules", said)
		return
	}
	remedy := "stones that are dead may stand on the board: name them with --dead, or look at --method estimate"
	if own.Method != ruleset.AllAlive {
		remedy = "other stones may be dead, or the record's rules others"
	}
	t.note("MISMATCH: the record says %s, this count under its rules %v; %s", said, own.Result(), remedy)
}
