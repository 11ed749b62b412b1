package ruleset

// presets are the named rulesets. Komi is the custom of 19x19.
//
// The Chinese rulesets follow the published Chinese texts: 3¾ zi (7.5 points)
// of komi today, 2¾ zi (5.5 points) before, points between living stones
// shared by halves, half the handicap stones given back as zi. The texts
// forbid that a play gives the opponent a position faced before; positional
// superko is the custom of play.
var presets = map[string]Rules{
	"chinese": {
		Scoring: AreaScoring, Ko: KoPositional, Komi: 15,
		Neutral: NeutralShared, Compensation: CompensationN,
	},
	"chinese-1949": {
		Scoring: AreaScoring, Ko: KoPositional, Komi: 11,
		Neutral: NeutralShared, Compensation: CompensationN,
	},
	"chinese-no-komi": {
		Scoring: AreaScoring, Ko: KoPositional,
		Neutral: NeutralShared,
	},
	"chinese-ancient": {
		Scoring: StoneScoring, Ko: KoSimple, OnCycle: CycleDraw,
		Neutral: NeutralShared, Start: StartDiagonal,
	},
	"japanese": {
		Scoring: TerritoryScoring, Ko: KoSimple, Komi: 13, OnCycle: CycleNoResult,
		Seki: SekiDame, Placement: PlacementFixed,
	},
	"korean": {
		Scoring: TerritoryScoring, Ko: KoSimple, Komi: 13,
		Seki: SekiDame, Placement: PlacementFixed,
	},
	// Positional superko stands in for Ing's own ko text, which tells fighting
	// from disturbing kos.
	"ing": {
		Scoring: AreaScoring, Ko: KoPositional, Suicide: SuicideAny, Komi: 16,
		Compensation: CompensationN, Tie: Black, FillIn: 180,
	},
	"wmsg": {
		Scoring: AreaScoring, Ko: KoPositional, Komi: 15, FirstPass: 2,
	},
	"aga": {
		Scoring: AreaScoring, Ko: KoSituational, Komi: 15, Compensation: CompensationLess,
		PassStones: true, WhitePassesLast: true,
	},
	"new-zealand": {
		Scoring: AreaScoring, Ko: KoSituational, Suicide: SuicideAny, Komi: 14,
	},
	"tromp-taylor": {
		Scoring: AreaScoring, Ko: KoPositional, Suicide: SuicideAny, Komi: 15,
	},
}

func init() {
	for name, r := range presets {
		r.Name = name
		presets[name] = r
	}
}
