package datasets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Rows for the tests: made up, but of the shape that a run writes, and the same
// every time.

const samplePlan = `{"run":"sample","games":40,"seed":7}`

var sampleMeta = Meta{Plan: samplePlan, ToolVersion: "0.1.0", Shard: 1, Shards: 4}

func sampleRand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(20261101, stream)) }

func sampleGames(n int) []GameRow {
	rng := sampleRand(1)
	rows := make([]GameRow, n)
	for i := range rows {
		rows[i] = sampleGame(rng, i)
	}
	return rows
}

func sampleGame(rng *rand.Rand, i int) GameRow {
	g := GameRow{
		RunID: "sample", GameID: fmt.Sprintf("sample-%06d", i), GameIndex: int64(i), PairID: int64(i / 2),
		Seed:   rng.Uint64(),
		BoardW: 9, BoardH: 9, Ruleset: "chinese,komi=7.5", RulesJSON: `{"scoring":"area","komi":7.5}`, Komi: 7.5,
		Black: "uct:playouts=400", White: "random", BlackPlayouts: 400,
		SetupBlack: []int16{}, SetupWhite: []int16{}, SetupToPlay: "B",
		Winner: "W", EndReason: EndScore, Result: "W+3.5", ScoringMethod: "all_alive",
		BlackMargin: new(4.0), ScoreArea: new(4.0), ScoreTerritory: new(3.0), ScoreTax: new(2.0),
		FinalHash: rng.Uint64(),
	}
	for range 20 + rng.IntN(40) {
		g.Moves = append(g.Moves, int16(rng.IntN(82)))
		visits := rng.Int32N(400)
		g.MoveVisits = append(g.MoveVisits, visits)
		g.MoveWinrate = append(g.MoveWinrate, float32(rng.Int32N(visits+1))/float32(visits+1))
		g.MoveScore = append(g.MoveScore, float32(rng.IntN(1600)-800)/10)
	}
	g.NumMoves = int32(len(g.Moves))
	switch i % 5 {
	case 1: // a resignation: nothing is counted
		g.Winner, g.EndReason, g.Result, g.ScoringMethod = "B", EndResignation, "B+R", ""
		g.BlackMargin, g.ScoreArea, g.ScoreTerritory, g.ScoreTax = nil, nil, nil, nil
	case 2: // nothing recorded of the search; forced opening
		g.Opening, g.ForcedPlies = new("E5 C3"), 2
		g.MoveVisits, g.MoveWinrate, g.MoveScore = nil, nil, nil
	case 3: // a handicap game from a file, drawn, no search at the first move
		g.Handicap, g.SetupBlack, g.SetupWhite, g.SetupToPlay = 2, []int16{20, 60}, []int16{3}, "W"
		g.SourceFile, g.SourceGame = new("games/äöü 囲碁.sgf"), new(int32(i))
		g.Winner, g.Result, g.Komi = "draw", "0", 4
		g.MoveWinrate[0], g.MoveScore[0] = float32(math.NaN()), float32(math.NaN())
	}
	return g
}

func samplePositions(n int) []PositionRow {
	rng := sampleRand(2)
	rows := make([]PositionRow, n)
	for i := range rows {
		p := PositionRow{
			GameID: fmt.Sprintf("sample-%06d", i/10), GameIndex: int64(i / 10), Ply: int32(i % 10),
			ToMove: "BW"[i%2 : i%2+1], Hash: rng.Uint64(), Move: int16(rng.IntN(82)),
		}
		if i%10 > 1 {
			p.Winrate, p.Score = new(rng.Float32()), new(float32(rng.IntN(100))/4)
			p.Visits, p.RootVisits = 100, 400
			p.Stones, p.Ownership = make([]int8, 81), make([]int8, 81)
			for j := range p.Stones {
				p.Stones[j], p.Ownership[j] = int8(rng.IntN(3)), int8(rng.IntN(201)-100)
			}
			for j := range 1 + rng.IntN(5) {
				p.Policy = append(p.Policy, PolicyMove{int16(j), int32(100 - j), float32(j) / 8})
			}
			p.Outcome = new(float32(i%3) / 2)
		}
		rows[i] = p
	}
	return rows
}

func sampleTimings(n int) []TimingRow {
	rng := sampleRand(3)
	rows := make([]TimingRow, n)
	for i := range rows {
		rows[i] = TimingRow{
			GameID: fmt.Sprintf("sample-%06d", i), GameIndex: int64(i), Worker: int32(i % 2), Host: "node-1",
			StartedAt:  time.Date(2026, 11, 3, 12, 0, i, 123456000, time.UTC),
			DurationNS: 1e9 + rng.Int64N(1e9), Playouts: 40000, PlayoutsPerS: 12345.5,
		}
		if i%2 == 0 {
			rows[i].CPUNS = new(rng.Int64N(1e9))
		}
	}
	return rows
}

func sampleBench(n int) []BenchRow {
	rows := make([]BenchRow, n)
	for i := range rows {
		rows[i] = BenchRow{
			Suite: "playouts", Workload: "uniform", BoardW: 9, BoardH: 9, Policy: "uniform", Ruleset: "chinese",
			Threads: 2, Rep: int32(i), N: 1000, NSPerOp: 4321.25, PlayoutsPerS: new(231413.5), MovesPerPlayout: new(111.25),
			Kernel: "scalar", Signature: "0123456789abcdef", CPU: "Some Processor", GoVersion: "go1.26.0", Version: "0.1.0",
		}
	}
	return rows
}
