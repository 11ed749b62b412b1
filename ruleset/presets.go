package ruleset

import "slices"

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
	// The game of the Ming and Qing: each living group costs its side two
	// points, two stones each stand on the corner star points, White begins.
	"chinese-ancient": {
		Scoring: StoneScoring, Ko: KoSimple, OnCycle: CycleDraw,
		Neutral: NeutralShared, Start: StartDiagonal,
	},
	// Article 8 of the Japanese rules of 1989 gives no points to groups in
	// seki, and calls seki every group with dame. Players fill the dame that
	// settle nothing; a program may leave them, and then only groups without
	// two eyes are in seki here. seki=dame is the letter of the article.
	"japanese": {
		Scoring: TerritoryScoring, Ko: KoSimple, Komi: 13, OnCycle: CycleNoResult,
		Seki: SekiTwoEyes, Placement: PlacementFixed,
	},
	"korean": {
		Scoring: TerritoryScoring, Ko: KoSimple, Komi: 13,
		Seki: SekiTwoEyes, Placement: PlacementFixed,
	},
	// Positional superko stands in for Ing's own ko text, which tells fighting
	// from disturbing kos.
	"ing": {
		Scoring: AreaScoring, Ko: KoPositional, Suicide: SuicideAny, Komi: 16,
		Compensation: CompensationN, Tie: Black, FillIn: 180,
	},
	// The rules of the World Mind Sports Games of 2008: 7.5 points of komi,
	// 6.5 if Black is the first to pass.
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
	// The Computer Go Server: Tromp-Taylor without suicide.
	"cgos": {
		Scoring: AreaScoring, Ko: KoPositional, Komi: 15,
	},
	// KataGo's ruleset of this name: group tax without the old start.
	"stone-scoring": {
		Scoring: StoneScoring, Ko: KoSimple, Komi: 15,
	},
}

func init() {
	for name, r := range presets {
		r.Name = name
		presets[name] = r
	}
}

// RulesetNames returns the names of the rulesets that ParseRules knows, the
// common ones first.
func RulesetNames() []string {
	return slices.Clone([]string{
		"chinese", "chinese-1949", "chinese-no-komi", "chinese-ancient", "japanese", "korean", "ing", "wmsg",
		"aga", "new-zealand", "tromp-taylor", "cgos", "stone-scoring",
	})
}

// aliases are other names, squashed: the spellings of SGF, KataGo and the
// Chinese texts.
var aliases = map[string]string{
	"cn":             "chinese",
	"china":          "chinese",
	"chineseogs":     "chinese",
	"chinesekgs":     "chinese",
	"中国":             "chinese",
	"中国围棋竞赛":         "chinese",
	"中國":             "chinese",
	"chineseold":     "chinese-1949",
	"sen":            "chinese-no-komi",
	"让先":             "chinese-no-komi",
	"讓先":             "chinese-no-komi",
	"ancient":        "chinese-ancient",
	"ancientchinese": "chinese-ancient",
	"中国古棋":           "chinese-ancient",
	"座子":             "chinese-ancient",
	"还棋头":            "chinese-ancient",
	"還棋頭":            "chinese-ancient",
	"jp":             "japanese",
	"japan":          "japanese",
	"日本":             "japanese",
	"kr":             "korean",
	"korea":          "korean",
	"韩国":             "korean",
	"韓國":             "korean",
	"한국":             "korean",
	"goe":            "ing",
	"应氏":             "ing",
	"應氏":             "ing",
	"wmsg2008":       "wmsg",
	"bga":            "aga",
	"french":         "aga",
	"nz":             "new-zealand",
	"tt":             "tromp-taylor",
	"ancientarea":    "stone-scoring",
}

// unsupportedNames are rulesets of other programs that this package does not
// score, and what to choose instead.
var unsupportedNames = map[string]string{
	"ancientterritory": "group tax is taken from area here: choose stone-scoring, or japanese without tax",
	"agabutton":        "there is no button here: choose aga",
}
