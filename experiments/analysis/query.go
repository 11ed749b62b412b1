package analysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/experiments/freeplay"
	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/fastboard"
	"github.com/tengen-go/tengen/ruleset"
)

// query is a request for the analysis of one or more positions of a game.
type query struct {
	id string

	rules ruleset.Rules
	size  ruleset.Size
	setup ruleset.Setup
	moves []ruleset.Move

	turns      []int // to analyze, in ascending order
	priorities map[int]int64
	priority   int64 // of turns without one of their own

	config Config // that of the server, with what the query changes
	bars   opinion.Bars

	ownership, ownershipStdev, movesOwnership, movesOwnershipStdev bool
	policy, pvVisits, noResult                                     bool

	first, every time.Duration // of reports during the search; 0: none

	warnings []fieldError
}

// knownFields are the fields of queries.
var knownFields = []string{
	"id", "action", "terminateId", "turnNumbers", "boardXSize", "boardYSize", "initialStones", "moves", "initialPlayer",
	"analyzeTurns", "priorities", "priority", "rules", "komi", "whiteHandicapBonus", "overrideSettings", "maxVisits",
	"analysisPVLen", "rootFpuReductionMax", "rootPolicyTemperature", "includeMovesOwnership", "includeMovesOwnershipStdev",
	"includeOwnership", "includeOwnershipStdev", "includePolicy", "includePVVisits", "includeNoResultValue",
	"reportDuringSearchEvery", "firstReportDuringSearchAfter", "allowMoves", "avoidMoves",
}

// Limits of numbers in queries.
const (
	maxVisits = 1 << 50
	maxPVLen  = 1000
	priority  = 0x3FFFffffFFFFffff
	// mostPlayouts is as many as one search can count.
	mostPlayouts = 1 << 27
)

// parseQuery reads a query. Errors are of type *fieldError.
func parseQuery(id string, o object, config *Config) (*query, error) {
	q := &query{id: id, config: *config}
	q.config.Search.Ownership, q.config.Search.Reuse = true, true
	for _, read := range []func(object) error{
		q.readBoard, q.readTurns, q.readRules, q.readSettings, q.readLimits, q.readWishes, q.readReports, q.readPriority, q.readBars,
	} {
		if err := read(o); err != nil {
			return nil, err
		}
	}
	q.warnOfUnknown(o)
	return q, q.replay()
}

func (q *query) warn(field, text string) { q.warnings = append(q.warnings, fieldError{field, text}) }

func (q *query) warnOfUnknown(o object) {
	for field := range o {
		if !slices.Contains(knownFields, field) {
			suggestion, _, _ := strings.Cut(ruleset.Suggest(field, knownFields), " (")
			if strings.HasPrefix(suggestion, "known") {
				suggestion = "nothing here uses it"
			}
			q.warn(field, "Unexpected or unused field, do you have a typo? "+suggestion)
		}
	}
	slices.SortFunc(q.warnings, func(a, b fieldError) int { return strings.Compare(a.field, b.field) })
}

// readBoard reads size, stones and moves.
func (q *query) readBoard(o object) error {
	var side [2]int64
	for i, field := range []string{"boardXSize", "boardYSize"} {
		const problem = "Must provide an integer from 1 to 19"
		if err := o.integer(field, &side[i], 1, fastboard.MaxSide, problem); err != nil {
			return err
		}
		if side[i] == 0 {
			return fieldErrorf(field, problem)
		}
	}
	q.size = ruleset.Size{W: int(side[0]), H: int(side[1])}
	var stones []ruleset.Move
	var err error
	if o.has("initialStones") {
		if stones, err = o.moves("initialStones", q.size, false); err != nil {
			return err
		}
	}
	if !o.has("moves") {
		return fieldErrorf("moves", "Must specify an array of [player,location] pairs")
	}
	if q.moves, err = o.moves("moves", q.size, true); err != nil {
		return err
	}
	first := ruleset.Empty
	if o.has("initialPlayer") {
		if first, err = o.player("initialPlayer"); err != nil {
			return err
		}
	}
	return q.setUp(stones, first)
}

// setUp puts the first position together. Black stones alone are a handicap,
// and so are several moves by Black in a row at the beginning, where White at
// most passes.
func (q *query) setUp(stones []ruleset.Move, first ruleset.Color) error {
	position := ruleset.NewPosition(q.size)
	for _, s := range stones {
		position.Set(s.Point, s.Color) // a later stone takes the place of an earlier one
	}
	if p := position.NoLiberty(); p != ruleset.NoPoint {
		return fieldErrorf("initialStones", "The stones at %v have no liberty", p)
	}
	handicap := 0
	if position.Count(ruleset.White) == 0 {
		handicap = position.Count(ruleset.Black)
	}
	if first == ruleset.Empty {
		switch {
		case len(q.moves) > 0:
			first = q.moves[0].Color
		case handicap > 1:
			first = ruleset.White
		default:
			first = ruleset.Black
		}
	}
	q.setup = ruleset.SetupOf(&position, first)
	if position.Count(ruleset.White) == 0 {
		handicap += leadingBlack(q.moves)
	}
	if handicap > 1 {
		q.setup.Handicap = handicap
	}
	return nil
}

// leadingBlack counts the plays of Black before the first of White.
func leadingBlack(moves []ruleset.Move) int {
	n := 0
	for _, m := range moves {
		switch {
		case m.Point == ruleset.Pass:
		case m.Color == ruleset.White:
			return n
		default:
			n++
		}
	}
	return n
}

// readTurns reads what to analyze: by default the last position.
func (q *query) readTurns(o object) error {
	last := len(q.moves)
	q.turns = []int{last}
	if !o.has("analyzeTurns") {
		if o.has("priorities") {
			return fieldErrorf("priorities", "Can only specify when also specifying analyzeTurns")
		}
		return nil
	}
	turns, err := o.integers("analyzeTurns", "Must specify an array of integers indicating turns to analyze")
	if err != nil {
		return err
	}
	q.turns = q.turns[:0]
	for _, turn := range turns {
		if turn < 0 || turn > int64(last) {
			return fieldErrorf("analyzeTurns", "Invalid turn number: %d", turn)
		}
		q.turns = append(q.turns, int(turn))
	}
	if o.has("priorities") {
		priorities, err := o.integers("priorities", "Must specify an array of integers indicating priorities")
		if err != nil {
			return err
		}
		if len(priorities) != len(turns) {
			return fieldErrorf("priorities", "Must be of matching length to analyzeTurns")
		}
		q.priorities = map[int]int64{}
		for i, p := range priorities {
			if p < -priority || p > priority {
				return fieldErrorf("priorities", "Invalid priority: %d", p)
			}
			q.priorities[q.turns[i]] = p
		}
	}
	slices.Sort(q.turns)
	q.turns = slices.Compact(q.turns)
	return nil
}

const rulesProblem = "Must specify rules string, such as \"chinese\" or \"tromp-taylor\", or a JSON object with detailed rules parameters."

// readRules reads rules, komi and compensation.
func (q *query) readRules(o object) error {
	raw := o["rules"]
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '{' {
		return fieldErrorf("rules", rulesProblem)
	}
	if err := q.rules.UnmarshalJSON(raw); err != nil {
		return fieldErrorf("rules", "Could not parse rules: %v", err)
	}
	if ruleset.AsksFriendlyPass(string(raw)) {
		q.warn("rules", "friendlyPassOk is not used: a pass never depends on dead stones here")
	}
	if raw[0] == '{' && q.rules.Scoring == ruleset.TerritoryScoring && !bytes.Contains(raw, []byte(`"komi"`)) {
		q.rules.Komi = ruleset.WholePoints(6) + 1 // KataGo's guess; by area it is 7.5
	}
	if err := o.halfPoints("komi", &q.rules.Komi); err != nil {
		return err
	}
	if !o.has("whiteHandicapBonus") {
		return nil
	}
	text, ok := o.text("whiteHandicapBonus")
	if !ok {
		return fieldErrorf("whiteHandicapBonus", "Must be a string")
	}
	bonus, known := map[string]ruleset.Compensation{
		"0": ruleset.CompensationNone, "N": ruleset.CompensationN, "N-1": ruleset.CompensationLess,
	}[strings.ToUpper(text)]
	if !known {
		return fieldErrorf("whiteHandicapBonus", "Must be 0, N or N-1, not %s", text)
	}
	q.rules.Compensation = bonus
	return nil
}

// readLimits reads the limits of the search.
func (q *query) readLimits(o object) error {
	visits, pvLen := int64(0), int64(q.config.PVLen)
	if err := o.integer("maxVisits", &visits, 1, maxVisits, "Must be an integer from 1 to 2^50"); err != nil {
		return err
	}
	if visits > 0 {
		q.config.Search.Playouts = int(min(visits, mostPlayouts))
	}
	if err := o.integer("analysisPVLen", &pvLen, 1, maxPVLen, "Must be an integer from 1 to 1000"); err != nil {
		return err
	}
	q.config.PVLen = int(pvLen)
	for _, field := range []struct {
		name      string
		low, high float64
		problem   string
	}{
		{"rootFpuReductionMax", 0, 2, "Must be a number from 0.0 to 2.0"},
		{"rootPolicyTemperature", 0.01, 100, "Must be a number from 0.01 to 100.0"},
	} {
		var unused float64
		if err := o.number(field.name, &unused, field.low, field.high, field.problem); err != nil {
			return err
		}
		if o.has(field.name) {
			q.warn(field.name, "Not used: there is no network whose policy it could change")
		}
	}
	return nil
}

// readWishes reads what the answer is to hold.
func (q *query) readWishes(o object) error {
	for _, wish := range []struct {
		field string
		into  *bool
	}{
		{"includeOwnership", &q.ownership}, {"includeOwnershipStdev", &q.ownershipStdev},
		{"includeMovesOwnership", &q.movesOwnership}, {"includeMovesOwnershipStdev", &q.movesOwnershipStdev},
		{"includePolicy", &q.policy}, {"includePVVisits", &q.pvVisits}, {"includeNoResultValue", &q.noResult},
	} {
		if err := o.boolean(wish.field, wish.into); err != nil {
			return err
		}
	}
	if q.noResult && !q.rules.Ko.Superko() {
		q.warn("includeNoResultValue", "Left out: how often games end without a result is not known under rules without superko")
		q.noResult = false
	}
	return nil
}

// readReports reads when to report during the search.
func (q *query) readReports(o object) error {
	if err := o.seconds("reportDuringSearchEvery", &q.every); err != nil {
		return err
	}
	q.first = q.every
	if err := o.seconds("firstReportDuringSearchAfter", &q.first); err != nil {
		return err
	}
	if q.every == 0 {
		q.every = math.MaxInt64 // one report at most
	}
	if q.first == 0 {
		q.every = 0
	}
	return nil
}

func (q *query) readPriority(o object) error {
	if o.has("priority") && o.has("priorities") {
		return fieldErrorf("priority", "Cannot specify both priority and priorities")
	}
	return o.integer("priority", &q.priority, -priority, priority, "Must be a number between -2^62 and 2^62")
}

// priorityOf returns the priority of a turn.
func (q *query) priorityOf(turn int) int64 {
	if p, ok := q.priorities[turn]; ok {
		return p
	}
	return q.priority
}

// replay plays all moves once, to find out whether they can be played.
func (q *query) replay() error {
	_, err := q.game(len(q.moves), func(i int, reason error) {
		q.warn("moves", "Move "+moveText(i, q.moves[i])+" breaks a rule and was made all the same, without history: "+reason.Error())
	})
	return err
}

// game returns the game after a number of moves, going on with the player to
// move. A move that breaks the rules of ko or suicide is told to broken, if
// that is not nil.
func (q *query) game(turn int, broken func(i int, reason error)) (*ruleset.Game, error) {
	g, err := freeplay.Replay(q.rules, q.size, q.setup, nil)
	if err != nil {
		return nil, fieldErrorf("initialStones", "%v", err)
	}
	for i, m := range q.moves[:turn] {
		err := freeplay.Play(g, m)
		if err == nil {
			continue
		}
		if !errors.Is(err, ruleset.ErrKo) && !errors.Is(err, ruleset.ErrSuperko) && !errors.Is(err, ruleset.ErrSuicide) {
			return nil, fieldErrorf("moves", "Illegal move %s: %v", moveText(i, m), err)
		}
		forced, impossible := freeplay.Force(g, m)
		if impossible != nil {
			return nil, fieldErrorf("moves", "Illegal move %s: %v", moveText(i, m), impossible)
		}
		if broken != nil {
			broken(i, err)
		}
		g = forced
	}
	return g, freeplay.Reopen(g)
}

// moveText names a move by its number, from 0 as KataGo counts, and its point.
func moveText(i int, m ruleset.Move) string {
	text, _ := json.Marshal(i)
	return string(text) + ": " + m.Point.String()
}
