package analysis

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/experiments/opinion"
	"github.com/tengen-go/tengen/ruleset"
)

// reply is the analysis of one position.
type reply struct {
	ID             string     `json:"id"`
	TurnNumber     int        `json:"turnNumber"`
	IsDuringSearch bool       `json:"isDuringSearch"`
	MoveInfos      []moveInfo `json:"moveInfos"`
	RootInfo       rootInfo   `json:"rootInfo"`
	Ownership      []float64  `json:"ownership,omitempty"`
	OwnershipStdev []float64  `json:"ownershipStdev,omitempty"`
	Policy         []float64  `json:"policy,omitempty"`
}

// nothing is the answer to a position that was terminated before it was
// searched.
type nothing struct {
	ID             string `json:"id"`
	TurnNumber     int    `json:"turnNumber"`
	IsDuringSearch bool   `json:"isDuringSearch"`
	NoResults      bool   `json:"noResults"`
}

func noResults(t *task) nothing {
	return nothing{ID: t.query.id, TurnNumber: t.turn, NoResults: true}
}

// moveInfo is what is told of one move.
type moveInfo struct {
	Move               string    `json:"move"`
	Visits             int       `json:"visits"`
	EdgeVisits         int       `json:"edgeVisits"`
	Winrate            float64   `json:"winrate"`
	ScoreMean          float64   `json:"scoreMean"`
	ScoreLead          float64   `json:"scoreLead"`
	ScoreSelfplay      float64   `json:"scoreSelfplay"`
	ScoreStdev         float64   `json:"scoreStdev"`
	Prior              float64   `json:"prior"`
	NoResultValue      *float64  `json:"noResultValue,omitempty"`
	Utility            float64   `json:"utility"`
	LCB                float64   `json:"lcb"`
	UtilityLCB         float64   `json:"utilityLcb"`
	Weight             float64   `json:"weight"`
	EdgeWeight         float64   `json:"edgeWeight"`
	PlaySelectionValue float64   `json:"playSelectionValue"`
	Order              int       `json:"order"`
	PV                 []string  `json:"pv"`
	PVVisits           []int     `json:"pvVisits,omitempty"`
	PVEdgeVisits       []int     `json:"pvEdgeVisits,omitempty"`
	Ownership          []float64 `json:"ownership,omitempty"`
	OwnershipStdev     []float64 `json:"ownershipStdev,omitempty"`
}

// rootInfo is what is told of the position.
type rootInfo struct {
	CurrentPlayer string  `json:"currentPlayer"`
	Winrate       float64 `json:"winrate"`
	ScoreLead     float64 `json:"scoreLead"`
	ScoreSelfplay float64 `json:"scoreSelfplay"`
	ScoreStdev    float64 `json:"scoreStdev"`
	Utility       float64 `json:"utility"`
	Visits        int     `json:"visits"`
	Weight        float64 `json:"weight"`
	ThisHash      string  `json:"thisHash"`
	SymHash       string  `json:"symHash"`
}

// view turns numbers of the player to move into those of the perspective, and
// rounds them.
type view struct{ flip bool }

func (v view) rate(x float64) float64 {
	if v.flip {
		x = 1 - x
	}
	return rounded(x)
}

func (v view) points(x float64) float64 {
	if v.flip {
		x = -x
	}
	return rounded(x)
}

func (v view) owners(list []float64) []float64 {
	turned := make([]float64, len(list))
	for i, x := range list {
		turned[i] = v.points(x)
	}
	return turned
}

// rounded rounds to six decimals; there is no negative zero.
func rounded(x float64) float64 { return math.Round(x*1e6)/1e6 + 0 }

func deviations(means []float64) []float64 {
	list := opinion.Deviations(means)
	for i, x := range list {
		list[i] = rounded(x)
	}
	return list
}

// answer writes an opinion.
func (w *worker) answer(t *task, o *opinion.Opinion, seed uint64, during bool) reply {
	q := t.query
	v := view{flip: q.config.Perspective.flips(o.Color)}
	mine := o.Mine()
	r := reply{ID: q.id, TurnNumber: t.turn, IsDuringSearch: during, MoveInfos: []moveInfo{}, RootInfo: root(o, v)}
	after := func(p ruleset.Point) []float64 { return opinion.OwnersAfter(o.Game, p, q.config.Search.Policy, seed) }
	for _, m := range o.Moves(nil, 0) {
		r.MoveInfos = append(r.MoveInfos, q.moveInfo(o, m, v, after))
	}
	if q.ownership {
		r.Ownership = v.owners(mine)
	}
	if q.ownershipStdev {
		r.OwnershipStdev = deviations(mine)
	}
	if q.policy {
		r.Policy = policy(o)
	}
	return r
}

func (q *query) moveInfo(o *opinion.Opinion, m opinion.Move, v view, after func(ruleset.Point) []float64) moveInfo {
	line, visits := o.Line(m.Point)
	line = line[:min(len(line), q.config.PVLen+1)]
	info := moveInfo{
		Move: m.Point.String(), Visits: m.Visits, EdgeVisits: m.Visits, Order: m.Order,
		Winrate: v.rate(m.Winrate), LCB: v.rate(m.LCB), Utility: v.points(2*m.Winrate - 1), UtilityLCB: v.points(2*m.LCB - 1),
		ScoreMean: v.points(m.Score.Lead), ScoreLead: v.points(m.Score.Lead), ScoreSelfplay: v.points(m.Score.Lead),
		ScoreStdev: rounded(m.Score.Stdev), Prior: rounded(m.Prior),
		Weight: float64(m.Visits), EdgeWeight: float64(m.Visits), PlaySelectionValue: float64(m.Visits),
	}
	for _, p := range line {
		info.PV = append(info.PV, p.String())
	}
	if q.pvVisits {
		info.PVVisits = make([]int, len(line)) // 0 for a pass that ends the game: its value is known
		copy(info.PVVisits, visits)
		info.PVEdgeVisits = info.PVVisits
	}
	if q.noResult {
		info.NoResultValue = new(float64)
	}
	if q.movesOwnership || q.movesOwnershipStdev {
		owned := after(m.Point)
		if q.movesOwnership {
			info.Ownership = v.owners(owned)
		}
		if q.movesOwnershipStdev {
			info.OwnershipStdev = deviations(owned)
		}
	}
	return info
}

func root(o *opinion.Opinion, v view) rootInfo {
	s := o.Score()
	mean := o.MeanWinrate()
	this, symmetric := hashes(o.Game)
	return rootInfo{
		CurrentPlayer: o.Color.String(), Winrate: v.rate(mean), Utility: v.points(2*mean - 1),
		ScoreLead: v.points(s.Lead), ScoreSelfplay: v.points(s.Lead), ScoreStdev: rounded(s.Stdev),
		Visits: o.Visits(), Weight: float64(o.Visits()), ThisHash: this, SymHash: symmetric,
	}
}

// policy is what was believed of each move before the search, -1 for illegal
// ones.
func policy(o *opinion.Opinion) []float64 {
	list := o.Priors()
	for i, x := range list {
		if p := o.Game.Size().PointAt(i); p != ruleset.NoPoint && o.Game.Legal(p) != nil {
			x = -1
		}
		list[i] = rounded(x)
	}
	return list
}

// hashes returns two keys of stones, player to move and ko: one of the position
// as it is, and one that is the same for its rotations and reflections.
func hashes(g *ruleset.Game) (this, symmetric string) {
	size := g.Size()
	var least uint64
	for s := range size.Symmetries() {
		key := uint64(size.W)<<8 | uint64(size.H)
		for _, p := range size.Points() {
			if c := g.Position().At(p); c.IsPlayer() {
				key ^= ruleset.Zobrist(c, size.PointAt(size.Reflect(s, size.Index(p))))
			}
		}
		if ko := g.KoPoint(); ko != ruleset.NoPoint {
			key += opinion.Mix(uint64(size.Reflect(s, size.Index(ko))) + 1)
		}
		key = opinion.Mix(key + uint64(g.ToPlay()))
		if s == 0 {
			this, least = wide(key), key
		}
		least = min(least, key)
	}
	return this, wide(least)
}

// wide writes a key with 128 bits, as many as clients may expect.
func wide(key uint64) string { return fmt.Sprintf("%016X%016X", key, opinion.Mix(key)) }
