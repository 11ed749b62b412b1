package ruleset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Why a move is illegal. The errors of Game.Legal and Game.Play wrap one of
// these.
var (
	ErrOffBoard = errors.New("the point is not on the board")
	ErrOccupied = errors.New("the point is occupied")
	ErrSuicide  = errors.New("the stone would have no liberty")
	ErrKo       = errors.New("the ko may not be retaken at once")
	ErrSuperko  = errors.New("the play would repeat an earlier position")
	ErrGameOver = errors.New("the game is over")
)

// Game is the referee of one game: it knows the whole history, says what is
// legal and who won. It is meant to be called once per move of a real game.
// A Game is not safe for concurrent use; Clone it.
type Game struct {
	rules       Rules
	start       Position
	firstToPlay Color
	handicap    int

	position Position
	now      state
	turns    []turn

	// Derived: the first ply of every key that superko bars, and, if the rules
	// have a ruling on cycles, of every board with its player to move.
	barred     occurrences
	situations occurrences

	dead   []Point
	method DeadStones
}

// state is what, besides the stones, changes with a move and comes back when
// the move is undone.
type state struct {
	toPlay    Color
	ko        Point         // what simple ko bars to toPlay
	captures  [2]int        // stones taken by Black and by White
	passes    [2]int        // by Black and by White
	inRow     int           // passes
	firstPass Color         // who passed first
	penalty   [2]HalfPoints // points lost by Black and by White
	result    Result        // of an ended game, except the score
	byTurn    bool          // whether the last turn ended it, or Resign or End
}

// turn is one ply and what is needed to take it back.
type turn struct {
	move     Move
	removed  []Point // stones that left the board, all of one color
	color    Color   // of the removed stones
	hash     uint64  // of the position after the move
	previous state
}

// NewGame starts a game. The zero Setup is the start that the rules
// prescribe.
func NewGame(rules Rules, size Size, setup Setup) (*Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	if rules.Start == StartDiagonal && setup.empty() {
		diagonal, err := DiagonalStart(size)
		if err != nil {
			return nil, err
		}
		setup.Black, setup.White = diagonal.Black, diagonal.White
	}
	position, err := setup.Position(size)
	if err != nil {
		return nil, err
	}
	if setup.Handicap < 0 || setup.Handicap > size.Area() {
		return nil, fmt.Errorf("setup: handicap %d: write the number of stones, 0 for none", setup.Handicap)
	}
	toPlay := setup.ToPlay
	switch {
	case toPlay.IsPlayer():
	case toPlay != Empty:
		return nil, fmt.Errorf("setup: to play %v: write Black or White", toPlay)
	case setup.Handicap > 1:
		toPlay = White
	default:
		toPlay = rules.FirstPlayer()
	}
	g := &Game{
		rules:       rules,
		start:       position,
		firstToPlay: toPlay,
		handicap:    setup.Handicap,
		position:    position,
		now:         state{toPlay: toPlay, captures: setup.Captures},
		barred:      occurrences{},
		situations:  occurrences{},
	}
	if rules.Ko.Superko() && rules.Ko != KoNaturalSituational {
		g.barred.add(rules.SuperkoKey(position.Hash(), toPlay), 0)
	}
	g.rememberSituation(0)
	return g, nil
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Size returns the size of the board.
func (g *Game) Size() Size { return g.position.size }

// Position returns the board, for reading only: it changes with the game.
func (g *Game) Position() *Position { return &g.position }

// Start returns the board before the first move.
func (g *Game) Start() Position { return g.start }

// FirstToPlay returns who had the first move.
func (g *Game) FirstToPlay() Color { return g.firstToPlay }

// Handicap returns the number of handicap stones.
func (g *Game) Handicap() int { return g.handicap }

// ToPlay returns the player to move.
func (g *Game) ToPlay() Color { return g.now.toPlay }

// Ply returns the number of moves so far, passes included.
func (g *Game) Ply() int { return len(g.turns) }

// Moves returns the moves so far, passes included.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.turns))
	for i, t := range g.turns {
		moves[i] = t.move
	}
	return moves
}

// Captures returns the number of stones that c has taken, the opponent's
// suicides included.
func (g *Game) Captures(c Color) int {
	if !c.IsPlayer() {
		return 0
	}
	return g.now.captures[c-Black]
}

// Passes returns how often c has passed.
func (g *Game) Passes(c Color) int {
	if !c.IsPlayer() {
		return 0
	}
	return g.now.passes[c-Black]
}

// PassesInRow returns the number of passes since the last play.
func (g *Game) PassesInRow() int { return g.now.inRow }

// KoPoint returns the point that simple ko bars to the player to move: the
// last move took one stone there with one stone that stands in atari. It is
// the same under every ko rule; whether a play there is legal, Legal says.
func (g *Game) KoPoint() Point { return g.now.ko }

// Hash returns the hash of the stones on the board.
func (g *Game) Hash() uint64 { return g.position.hash }

// History returns the position hashes before the first move and after each
// ply.
func (g *Game) History() []uint64 {
	hashes := make([]uint64, 0, len(g.turns)+1)
	hashes = append(hashes, g.start.hash)
	for _, t := range g.turns {
		hashes = append(hashes, t.hash)
	}
	return hashes
}

// FinalHash returns a hash of the whole game: size, start, every move and
// every position. Two games with the same FinalHash went the same way.
func (g *Game) FinalHash() uint64 {
	size := g.Size()
	h := mix64(uint64(size.W)<<32 | uint64(size.H)<<8 | uint64(g.firstToPlay))
	h = mix64(h ^ g.start.hash)
	for _, t := range g.turns {
		h = mix64(h ^ uint64(t.move.Color)<<16 ^ uint64(t.move.Point))
		h = mix64(h ^ t.hash)
	}
	return h
}

// Legal returns nil if the player to move may play at p or, for Pass, may
// pass; otherwise an error that wraps the reason.
func (g *Game) Legal(p Point) error { return g.LegalMove(Move{g.now.toPlay, p}) }

// LegalMove is Legal for either player, as if it were that player's turn.
func (g *Game) LegalMove(m Move) error {
	if g.isPlain(m) && !g.repeats(m.Color, g.position.hash^Zobrist(m.Color, m.Point)) {
		return nil
	}
	var next attempt
	return g.try(m, &next)
}

// isPlain reports whether m puts a stone next to an empty point and next to
// no opponent, so that it captures nothing and is no suicide. Most moves are
// plain, and need no copy of the board.
func (g *Game) isPlain(m Move) bool {
	if g.Over() || !m.Color.IsPlayer() || g.position.At(m.Point) != Empty {
		return false
	}
	liberty := false
	for _, n := range m.Point.Neighbors() {
		switch g.position.stones[n] {
		case Empty:
			liberty = true
		case m.Color.Opponent():
			return false
		}
	}
	return liberty
}

// LegalPoints returns the points where the player to move may play, in the
// order of Size.Points.
func (g *Game) LegalPoints() []Point {
	var points []Point
	for _, p := range g.Size().Points() {
		if g.Legal(p) == nil {
			points = append(points, p)
		}
	}
	return points
}

// illegal is why a move may not be made.
type illegal struct {
	move Move
	why  error
}

func (e *illegal) Error() string { return e.move.String() + ": " + e.why.Error() }

func (e *illegal) Unwrap() error { return e.why }

// attempt is what a legal move leads to.
type attempt struct {
	position          Position
	captured, suicide []Point
}

// try makes the move on a copy of the board and asks the rules about it.
func (g *Game) try(m Move, next *attempt) error {
	switch {
	case g.Over():
		return &illegal{m, ErrGameOver}
	case !m.Color.IsPlayer():
		return fmt.Errorf("%v: no player has this color", m)
	case m.Point == Pass:
		next.position = g.position
		return nil
	case !g.Size().Contains(m.Point):
		return &illegal{m, ErrOffBoard}
	case g.position.At(m.Point) != Empty:
		return &illegal{m, ErrOccupied}
	case g.rules.Ko == KoSimple && m.Point == g.now.ko && m.Color == g.now.toPlay:
		return &illegal{m, ErrKo}
	}
	next.position = g.position
	next.captured, next.suicide = next.position.Place(m.Color, m.Point)
	if !g.rules.Suicide.allows(len(next.suicide)) {
		return &illegal{m, ErrSuicide}
	}
	if g.repeats(m.Color, next.position.hash) {
		return &illegal{m, ErrSuperko}
	}
	return nil
}

// allows reports whether a chain of that many stones may be played off the
// board; 0 stones are no suicide.
func (s Suicide) allows(stones int) bool {
	switch s {
	case SuicideAny:
		return true
	case SuicideMulti:
		return stones != 1
	}
	return stones == 0
}

// repeats reports whether superko bars a play of c that makes this position.
func (g *Game) repeats(c Color, hash uint64) bool {
	if !g.rules.Ko.Superko() {
		return false
	}
	_, known := g.barred[g.rules.SuperkoKey(hash, c.Opponent())]
	return known
}

// Play makes the move of the player to move: a point or Pass. On an error
// nothing changes.
func (g *Game) Play(p Point) error { return g.PlayMove(Move{g.now.toPlay, p}) }

// PlayMove makes a move of either player, as game records may ask for; then
// it is the opponent's turn. On an error nothing changes.
func (g *Game) PlayMove(m Move) error {
	if g.isPlain(m) && !g.repeats(m.Color, g.position.hash^Zobrist(m.Color, m.Point)) {
		t := turn{move: m, color: m.Color.Opponent(), previous: g.now}
		g.position.Set(m.Point, m.Color)
		g.now.ko, g.now.inRow = NoPoint, 0
		g.made(t)
		return nil
	}
	var next attempt
	if err := g.try(m, &next); err != nil {
		return err
	}
	t := turn{move: m, previous: g.now}
	g.position = next.position
	g.now.ko = NoPoint
	if m.Point == Pass {
		g.passed(m.Color)
	} else {
		g.now.inRow = 0
		t.removed, t.color = next.removed(m.Color)
		g.now.captures[t.taker()-Black] += len(t.removed)
		g.now.ko = koAfter(&g.position, m.Point, next.captured)
	}
	g.made(t)
	return nil
}

// made completes a turn that has changed the board.
func (g *Game) made(t turn) {
	t.hash = g.position.hash
	g.now.toPlay = t.move.Color.Opponent()
	g.turns = append(g.turns, t)
	g.remember(t)
	g.endTurn()
}

// Reserve makes room for so many more moves. It changes nothing but the time
// that a game of known length takes.
func (g *Game) Reserve(moves int) {
	if moves <= 0 {
		return
	}
	g.turns = slices.Grow(g.turns, moves)
	if g.rules.Ko.Superko() {
		g.barred = g.barred.roomier(moves)
	}
	if g.rules.OnCycle != CycleNone {
		g.situations = g.situations.roomier(moves)
	}
}

// removed returns the stones that leave the board, and their color.
func (a *attempt) removed(mover Color) ([]Point, Color) {
	if len(a.suicide) > 0 {
		return a.suicide, mover
	}
	return a.captured, mover.Opponent()
}

// taker returns who gets the removed stones as prisoners.
func (t turn) taker() Color {
	if t.color == Empty {
		return t.move.Color
	}
	return t.color.Opponent()
}

// koAfter returns the point that simple ko bars after a play at p: one stone
// took one stone and stands in atari where that stone was.
func koAfter(position *Position, p Point, captured []Point) Point {
	if len(captured) != 1 {
		return NoPoint
	}
	stones, liberties := position.Chain(p)
	if len(stones) != 1 || len(liberties) != 1 {
		return NoPoint
	}
	return captured[0]
}

func (g *Game) passed(c Color) {
	g.now.inRow++
	g.now.passes[c-Black]++
	if g.now.firstPass == Empty {
		g.now.firstPass = c
	}
}

// remember enters the situation after the last turn.
func (g *Game) remember(t turn) {
	ply := len(g.turns)
	if key, ok := g.superkoKeyAfter(t.move, t.hash); ok {
		g.barred.add(key, ply)
	}
	g.rememberSituation(ply)
}

func (g *Game) rememberSituation(ply int) {
	if g.rules.OnCycle != CycleNone {
		g.situations.add(situationKey(g.Hash(), g.now.toPlay), ply)
	}
}

// endTurn ends the game where the last turn does so.
func (g *Game) endTurn() {
	last := g.turns[len(g.turns)-1].move
	switch {
	case g.now.inRow >= g.rules.passesToEnd() && (last.Color == White || !g.rules.WhitePassesLast):
		g.now.result.Ending = ByScore
	case g.rules.OnCycle != CycleNone && g.cycles():
		g.now.result.Ending = g.rules.OnCycle.ending()
	case len(g.turns) >= g.rules.MoveLimit(g.Size()):
		g.now.result.Ending = ByMoveLimit
	}
	g.now.byTurn = g.Over()
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.now.result.Ending != Unfinished }

// Ending returns how the game ended, without counting the board: the Ending of
// Result.
func (g *Game) Ending() Ending { return g.now.result.Ending }

// Result returns the outcome; the zero Result while the game goes on. The
// score takes the dead stones of Settle off.
func (g *Game) Result() Result {
	if g.now.result.Ending == ByScore {
		return g.Count().Result()
	}
	return g.now.result
}

// Resign ends the game: c gives up, in turn or not.
func (g *Game) Resign(c Color) error {
	if !c.IsPlayer() {
		return fmt.Errorf("resign %v: no player has this color", c)
	}
	return g.End(Result{Ending: ByResignation, Winner: c.Opponent()})
}

// End ends the game by a fact that is not on the board, such as time or a
// forfeit, or by agreement: ByScore means that the players agree to count. It
// takes back no move, and Undo takes it back.
func (g *Game) End(result Result) error {
	if g.Over() {
		return fmt.Errorf("end of the game as %v: %w", result, ErrGameOver)
	}
	if result.Ending == Unfinished || int(result.Ending) >= len(endingNames) {
		return fmt.Errorf("end of the game: an ending such as %v is needed", ByResignation)
	}
	switch result.Ending {
	case ByScore: // the board says who won
		result = Result{Ending: ByScore}
	case ByMoveLimit, ByNoResult, ByReplay, ByDraw:
		result = Result{Ending: result.Ending}
	default:
		result.Margin = 0
	}
	g.now.result, g.now.byTurn = result, false
	return nil
}

// Penalize takes points off a player's score, as Ing's clock does. Taking
// back the move before takes the penalty back as well.
func (g *Game) Penalize(c Color, points HalfPoints) error {
	if !c.IsPlayer() || points < 0 || points > WholePoints(MaxSide*MaxSide) {
		return fmt.Errorf("penalty of %v points for %v: write a player and a number of points, 0 or more", points, c)
	}
	g.now.penalty[c-Black] += points
	return nil
}

// Settle says which stones are dead at the end of a game that is counted,
// and how that was found. Every point must bear a stone, and a chain is dead
// as a whole.
func (g *Game) Settle(dead []Point, method DeadStones) error {
	if g.now.result.Ending != ByScore {
		return fmt.Errorf("dead stones: the game did not end in a count")
	}
	for _, p := range dead {
		if !g.position.At(p).IsPlayer() {
			return fmt.Errorf("dead stones: there is no stone at %v", p)
		}
	}
	g.dead = slices.Clone(dead)
	g.method = method
	return nil
}

// Resume reopens a game that ended in a count, because the players disagree
// about it: play goes on with the player to move.
func (g *Game) Resume() error {
	if g.now.result.Ending != ByScore {
		return fmt.Errorf("resume: the game did not end in a count")
	}
	g.reopen()
	g.now.inRow = 0
	return nil
}

func (g *Game) reopen() {
	g.now.result = Result{}
	g.dead, g.method = nil, AllAlive
}

// Undo takes back the last ply or, if the game was ended by Resign or End,
// that ending.
func (g *Game) Undo() error {
	if g.Over() && !g.now.byTurn {
		g.reopen()
		return nil
	}
	if len(g.turns) == 0 {
		return errors.New("undo: no move has been made")
	}
	ply := len(g.turns)
	t := g.turns[ply-1]
	if key, ok := g.superkoKeyAfter(t.move, t.hash); ok {
		g.barred.remove(key, ply)
	}
	g.situations.remove(situationKey(t.hash, g.now.toPlay), ply)
	if t.move.Point != Pass {
		g.position.Set(t.move.Point, Empty)
		for _, p := range t.removed {
			g.position.Set(p, t.color)
		}
		if t.color == t.move.Color { // the played stone was among a suicide
			g.position.Set(t.move.Point, Empty)
		}
	}
	g.turns = g.turns[:ply-1]
	g.reopen()
	g.now = t.previous
	return nil
}

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.turns = slices.Clone(g.turns)
	c.barred = maps.Clone(g.barred)
	c.situations = maps.Clone(g.situations)
	c.dead = slices.Clone(g.dead)
	return &c
}
