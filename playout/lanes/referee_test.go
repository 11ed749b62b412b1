package lanes

import (
	"fmt"
	"slices"
)

// referee plays by the rules as a beginner would explain them: one point after
// the other, chains found by walking from stone to stone. It shares nothing
// with the planes but the random numbers, and it predicts every move of a
// playout, light or heavy, from the position, the seed and the chances.
type referee struct {
	cols, rows int
	color      []int // of point row*cols+col; 0 empty, 1 and 2 the players
	toMove     int
	ko         int // point or -1
	last       int // point or -1
	passes     int
	left       int
	rng        random
	geo        *Geometry
	first      []int
	next       [][]int // the points beside each point
}

const none = -1

// newReferee starts from p, which it reads through Geometry.Spot alone.
func newReferee(geo *Geometry, p *Position, seed uint64, maxMoves int) *referee {
	r := &referee{cols: geo.cols, rows: geo.rows, toMove: 1, ko: none, last: none, passes: int(p.Passes), left: maxMoves, rng: newRandom(seed), geo: geo}
	r.color = make([]int, r.cols*r.rows)
	r.first = make([]int, r.cols*r.rows)
	if p.White {
		r.toMove = 2
	}
	for q := range r.color {
		r.next = append(r.next, r.neighbors(q))
	}
	for q := range r.color {
		s := r.spot(q)
		switch {
		case p.Own.Has(s):
			r.color[q] = r.toMove
		case p.Opp.Has(s):
			r.color[q] = 3 - r.toMove
		}
		if s == p.Ko {
			r.ko = q
		}
		if s == p.Last {
			r.last = q
		}
	}
	return r
}

func (r *referee) spot(q int) Spot {
	if q == none {
		return NoSpot
	}
	return r.geo.Spot(q%r.cols+1, q/r.cols+1)
}

// at returns the content of a point given by column and row from 0, and 3 off
// the board.
func (r *referee) at(col, row int) int {
	if col < 0 || row < 0 || col >= r.cols || row >= r.rows {
		return 3
	}
	return r.color[row*r.cols+col]
}

func (r *referee) beside(q int) []int { return r.next[q] }

// neighbors lists the points beside q.
func (r *referee) neighbors(q int) (next []int) {
	col, row := q%r.cols, q/r.cols
	for _, d := range [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
		if r.at(col+d[0], row+d[1]) != 3 {
			next = append(next, (row+d[1])*r.cols+col+d[0])
		}
	}
	return next
}

// chain returns the stones of the chain at q and its liberties.
func (r *referee) chain(q int) (stones, liberties []int) {
	var seen [MaxSide * MaxSide]bool
	seen[q] = true
	stones = append(make([]int, 0, 16), q)
	for i := 0; i < len(stones); i++ {
		for _, n := range r.beside(stones[i]) {
			switch {
			case seen[n]:
			case r.color[n] == 0:
				seen[n] = true
				liberties = append(liberties, n)
			case r.color[n] == r.color[q]:
				seen[n] = true
				stones = append(stones, n)
			}
		}
	}
	return stones, liberties
}

// ataris returns, for every point, whether its stone is in atari.
func (r *referee) ataris() []bool {
	found, done := make([]bool, len(r.color)), make([]bool, len(r.color))
	for q, c := range r.color {
		if c == 0 || done[q] {
			continue
		}
		stones, libs := r.chain(q)
		for _, s := range stones {
			done[s], found[s] = true, len(libs) == 1
		}
	}
	return found
}

// inAtari reports whether the stone at q belongs to a chain with one liberty.
func (r *referee) inAtari(q int) bool {
	_, libs := r.chain(q)
	return len(libs) == 1
}

// place puts a stone of the player to move at q on a copy of the board and
// takes off what it captures; ok says whether the move is legal.
func (r *referee) place(q int) (after *referee, captured []int, ok bool) {
	if r.color[q] != 0 || q == r.ko {
		return nil, nil, false
	}
	next := *r
	next.color = slices.Clone(r.color)
	next.color[q] = r.toMove
	for _, n := range r.beside(q) {
		if next.color[n] != 3-r.toMove {
			continue
		}
		if stones, libs := next.chain(n); len(libs) == 0 {
			for _, s := range stones {
				next.color[s] = 0
			}
			captured = append(captured, stones...)
		}
	}
	_, libs := next.chain(q)
	return &next, captured, len(libs) > 0
}

// isLegal reports whether the player to move may play at the empty point q. A
// stone next to an empty point has a liberty; for the others it is tried.
func (r *referee) isLegal(q int) bool {
	for _, n := range r.beside(q) {
		if r.color[n] == 0 {
			return q != r.ko
		}
	}
	_, _, ok := r.place(q)
	return ok
}

// isEye reports whether q is an own eye of the player to move.
func (r *referee) isEye(q int) bool {
	for _, n := range r.beside(q) {
		if r.color[n] != r.toMove {
			return false
		}
	}
	col, row := q%r.cols, q/r.cols
	enemies := 0
	if len(r.beside(q)) < 4 {
		enemies = 1
	}
	for _, d := range [4][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		if r.at(col+d[0], row+d[1]) == 3-r.toMove {
			enemies++
		}
	}
	return enemies < 2
}

// candidates returns the legal moves that fill no own eye, in order.
func (r *referee) candidates() (moves []int) {
	for q, c := range r.color {
		if c == 0 && !r.isEye(q) && r.isLegal(q) {
			moves = append(moves, q)
		}
	}
	return moves
}

// fits reports whether one of the drawings, turned and recolored in any way,
// is around q.
func (r *referee) fits(q int, drawings []string) bool {
	for _, drawing := range drawings {
		for variant := range 16 {
			if r.fitsOne(q%r.cols, q/r.cols, drawing, variant) {
				return true
			}
		}
	}
	return false
}

// fitsOne compares with one drawing, mirrored, transposed and recolored as the
// bits of variant say.
func (r *referee) fitsOne(col, row int, drawing string, variant int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			x, y := dx, dy
			if variant&1 != 0 {
				x = -x
			}
			if variant&2 != 0 {
				y = -y
			}
			if variant&4 != 0 {
				x, y = y, x
			}
			content := r.at(col+x, row+y)
			if variant&8 != 0 && (content == 1 || content == 2) {
				content = 3 - content
			}
			ok := true
			switch drawing[4*(1-dy)+1+dx] { // three rows with separators
			case 'X':
				ok = content == 1
			case 'O':
				ok = content == 2
			case 'x':
				ok = content != 1
			case 'o':
				ok = content != 2
			case '.':
				ok = content == 0
			case '#':
				ok = content == 3
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// answers returns the points that the rule Capture knows.
func (r *referee) answers() map[int]bool {
	answers := map[int]bool{}
	if r.last == none || r.color[r.last] != 3-r.toMove {
		return answers
	}
	if _, libs := r.chain(r.last); len(libs) == 1 {
		answers[libs[0]] = true
	}
	for _, n := range r.beside(r.last) {
		if r.color[n] != r.toMove || !r.inAtari(n) {
			continue
		}
		stones, libs := r.chain(n)
		answers[libs[0]] = true
		for _, s := range stones {
			for _, e := range r.beside(s) {
				if r.color[e] != 3-r.toMove {
					continue
				}
				if _, libs := r.chain(e); len(libs) == 1 {
					answers[libs[0]] = true
				}
			}
		}
	}
	return answers
}

// policy is what a referee must know of a heavy policy.
type policy struct {
	Chances
	drawings []string
}

// rules returns the moves of the rules Capture, Pattern and Anywhere.
func (r *referee) rules(moves []int, drawings []string) (capture, pattern, anywhere []int) {
	answers := r.answers()
	atari := r.ataris()
	for _, q := range moves {
		if answers[q] {
			capture = append(capture, q)
		}
		if r.last != none {
			dx, dy := q%r.cols-r.last%r.cols, q/r.cols-r.last/r.cols
			if max(dx, -dx, dy, -dy) == 1 && r.fits(q, drawings) {
				pattern = append(pattern, q)
			}
		}
		for _, n := range r.beside(q) {
			if r.color[n] == 3-r.toMove && atari[n] {
				anywhere = append(anywhere, q)
				break
			}
		}
	}
	return capture, pattern, anywhere
}

// move predicts the next move of the playout and makes it.
func (r *referee) move(p *policy) (q int) {
	candidates := r.candidates()
	var capture, pattern, anywhere []int
	if p.Chances != (Chances{}) {
		capture, pattern, anywhere = r.rules(candidates, p.drawings)
	}
	for {
		pick, dice := r.rng.next()
		die := func(k uint) uint16 { return uint16(dice >> (8 * k) & 0xff) }
		moves, answer := candidates, false
		switch {
		case len(capture) > 0 && die(captureDie) < p.Capture:
			moves, answer = capture, true
		case len(pattern) > 0 && die(patternDie) < p.Pattern:
			moves = pattern
		case len(anywhere) > 0 && die(anywhereDie) < p.Anywhere:
			moves = anywhere
		}
		if len(moves) == 0 {
			r.pass()
			return none
		}
		q = moves[int(uint64(pick)*uint64(len(moves))>>32)]
		after, captured, _ := r.place(q)
		stones, libs := after.chain(q)
		if len(libs) == 1 && len(captured) == 0 {
			chance := p.SelfAtari
			if len(stones) == 1 {
				chance = p.SelfAtariStone
			}
			if answer || die(selfAtariDie) < chance && len(stones) > 1 || die(selfAtariStoneDie) < chance && len(stones) == 1 {
				given := func(x int) bool { return x == q }
				candidates = slices.DeleteFunc(slices.Clone(candidates), given)
				capture = slices.DeleteFunc(slices.Clone(capture), given)
				pattern = slices.DeleteFunc(slices.Clone(pattern), given)
				anywhere = slices.DeleteFunc(slices.Clone(anywhere), given)
				continue
			}
		}
		r.play(q)
		return q
	}
}

// play makes the move at q.
func (r *referee) play(q int) {
	after, captured, ok := r.place(q)
	if !ok {
		panic(fmt.Sprintf("the referee was asked for the illegal move %d", q))
	}
	if r.first[q] == 0 {
		r.first[q] = r.toMove
	}
	r.ko = none
	if stones, libs := after.chain(q); len(captured) == 1 && len(stones) == 1 && len(libs) == 1 {
		r.ko = captured[0]
	}
	r.color = after.color
	r.passes = 0
	r.last = q
	r.toMove = 3 - r.toMove
	r.left--
}

func (r *referee) pass() {
	r.ko, r.last = none, none
	r.passes++
	r.toMove = 3 - r.toMove
	r.left--
}

func (r *referee) over() bool { return r.passes >= 2 || r.left <= 0 }

// margin counts area: stones, and empty regions that touch stones of one color.
func (r *referee) margin() int {
	margin := 0
	value := map[int]int{1: 1, 2: -1}
	seen := map[int]bool{}
	for q, c := range r.color {
		margin += value[c]
		if c != 0 || seen[q] {
			continue
		}
		region, touched := []int{q}, map[int]bool{}
		seen[q] = true
		for i := 0; i < len(region); i++ {
			for _, n := range r.beside(region[i]) {
				if touched[r.color[n]] = true; r.color[n] == 0 && !seen[n] {
					seen[n] = true
					region = append(region, n)
				}
			}
		}
		if touched[1] != touched[2] {
			for player, sign := range value {
				if touched[player] {
					margin += sign * len(region)
				}
			}
		}
	}
	return margin
}

// snapshot is a playout's state as the referee compares it.
type snapshot struct {
	Position
	first [2]Plane
	over  bool
	left  int
}

// compare reports the first difference between a playout and the referee.
func (r *referee) compare(s *snapshot) error {
	if s.over != r.over() || s.left != r.left {
		return fmt.Errorf("over %v with %d moves left, want %v, %d", s.over, s.left, r.over(), r.left)
	}
	if s.White != (r.toMove == 2) {
		return fmt.Errorf("White to move: %v", s.White)
	}
	if want := r.spot(r.ko); s.Ko != want {
		return fmt.Errorf("ko point %d, want %d", s.Ko, want)
	}
	var own, opp, atari Plane
	weak := r.ataris()
	var first [2]Plane
	for q, c := range r.color {
		if c == r.toMove {
			own.Add(r.spot(q))
		} else if c != 0 {
			opp.Add(r.spot(q))
		}
		if weak[q] {
			atari.Add(r.spot(q))
		}
		if r.first[q] != 0 {
			first[r.first[q]-1].Add(r.spot(q))
		}
	}
	switch {
	case s.Own != own:
		return fmt.Errorf("own stones %x, want %x", s.Own, own)
	case s.Opp != opp:
		return fmt.Errorf("opponent's stones %x, want %x", s.Opp, opp)
	case s.Atari != atari:
		return fmt.Errorf("stones in atari %x, want %x", s.Atari, atari)
	case s.first != first:
		return fmt.Errorf("first players %x, want %x", s.first, first)
	}
	return nil
}
