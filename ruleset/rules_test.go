package ruleset

import (
	"encoding/json"
	"strings"
	"testing"
)

func mustRules(t testing.TB, text string) Rules {
	t.Helper()
	r, err := ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParseRulesNames(t *testing.T) {
	for name, texts := range map[string][]string{
		"chinese":         {"chinese", "Chinese", " CHINESE ", "Chinese Rules", "chinese-ogs", "chinese-kgs", "cn", "中国规则", "中国围棋规则"},
		"chinese-1949":    {"chinese_1949"},
		"chinese-no-komi": {"sen", "让先", "Chinese no komi"},
		"chinese-ancient": {"ancient", "还棋头", "座子"},
		"japanese":        {"Japanese", "jp", "日本ルール", "Japanese rule"},
		"korean":          {"Korean", "韩国规则"},
		"ing":             {"Ing", "GOE", "goe rules"},
		"wmsg":            {"WMSG", "wmsg-2008"},
		"aga":             {"AGA", "bga", "French"},
		"new-zealand":     {"NZ", "New Zealand", "newzealand"},
		"tromp-taylor":    {"Tromp-Taylor", "tromp taylor", "TrompTaylor", "tt"},
		"cgos":            {"CGOS"},
		"stone-scoring":   {"ancient-area", "StoneScoring"},
	} {
		for _, text := range append(texts, name) {
			r, err := ParseRules(text)
			if err != nil {
				t.Errorf("%q: %v", text, err)
			} else if r != presets[name] || r.Name != name {
				t.Errorf("%q reads as %v, want %s", text, r, name)
			}
		}
	}
}

func TestRulesetNamesAreThePresets(t *testing.T) {
	names := RulesetNames()
	if len(names) != len(presets) {
		t.Errorf("%d names for %d rulesets", len(names), len(presets))
	}
	for _, name := range names {
		if err := mustRules(t, name).Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for alias, name := range aliases {
		if _, known := presets[name]; !known || squash(alias) != alias {
			t.Errorf("alias %q of %q", alias, name)
		}
	}
}

// The table of the rulesets, as the rule texts have it.
func TestPresetTable(t *testing.T) {
	for _, want := range []string{
		"chinese: area 7.5 forbidden positional n empty draw",
		"chinese-1949: area 5.5 forbidden positional n empty draw",
		"chinese-no-komi: area 0 forbidden positional none empty draw",
		"chinese-ancient: stone 0 forbidden simple none diagonal draw",
		"japanese: territory 6.5 forbidden simple none empty draw",
		"korean: territory 6.5 forbidden simple none empty draw",
		"ing: area 8 any positional n empty black",
		"wmsg: area 7.5 forbidden positional none empty draw",
		"aga: area 7.5 forbidden situational n-1 empty draw",
		"new-zealand: area 7 any situational none empty draw",
		"tromp-taylor: area 7.5 any positional none empty draw",
	} {
		name, _, _ := strings.Cut(want, ":")
		r := mustRules(t, name)
		var parts []string
		for _, key := range []string{"scoring", "komi", "suicide", "ko", "compensation", "start", "tie"} {
			parts = append(parts, fieldNamed(key).get(&r))
		}
		if got := name + ": " + strings.Join(parts, " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestParseRulesOptions(t *testing.T) {
	chinese := presets["chinese"]
	with := func(change func(r *Rules)) Rules {
		r := chinese
		change(&r)
		return r
	}
	for _, c := range []struct {
		text string
		want Rules
	}{
		{"chinese,komi=5.5,ko=situational", with(func(r *Rules) { r.Komi = 11; r.Ko = KoSituational })},
		{"chinese, komi = 2.75zi", with(func(r *Rules) { r.Komi = 11 })},
		{"chinese,komi=3¾zi", chinese},
		{"chinese,komi=3又3/4子", chinese},
		{"chinese,komi=3 3/4 zi", chinese},
		{"chinese,komi=¼zi", with(func(r *Rules) { r.Komi = 1 })},
		{"chinese,ko=psk,suicide=no", chinese},
		{"chinese,Max_Moves=200", with(func(r *Rules) { r.MaxMoves = 200 })},
		{"chinese,max-moves=none", with(func(r *Rules) { r.MaxMoves = NoMoveLimit })},
		{"chinese,passes=3", with(func(r *Rules) { r.PassesToEnd = 3 })},
		{"chinese,passes=2", chinese},
		{"chinese,cycle=forbid", chinese},
		{"chinese,tie=W", with(func(r *Rules) { r.Tie = White })},
		{"chinese,handicap-bonus=N-1", with(func(r *Rules) { r.Compensation = CompensationLess })},
		{"chinese,score=territory", with(func(r *Rules) { r.Scoring = TerritoryScoring; r.Neutral = NeutralNobody })},
		{"japanese,ko=positional", func() Rules {
			r := presets["japanese"]
			r.Ko, r.OnCycle = KoPositional, CycleNone
			return r
		}()},
		{"komi=0.5", Rules{Komi: 1}},
		{"scoring=area", Rules{}},
	} {
		got, err := ParseRules(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		} else if got != c.want {
			t.Errorf("%q reads as\n%v, want\n%v", c.text, got, c.want)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "choose one of chinese",
		"chineese":                             `did you mean "chinese"`,
		"trump-taylor":                         `did you mean "tromp-taylor"`,
		"chinese,kommi=5":                      `did you mean "komi"`,
		"chinese,komi=6.25":                    "write 6 or 6.5",
		"chinese,komi=3.75":                    "write 3.75zi, which is 7.5 points",
		"chinese,komi=much":                    "no number of points",
		"chinese,komi=nan":                     "no number of points",
		"chinese,komi=1000":                    "more than the largest board",
		"chinese,komi=3.7zi":                   "quarters",
		"chinese,ko=superduper":                "write one of simple, none, positional",
		"chinese,komi=5,komi=6":                "written twice",
		"komi=5,chinese":                       "a name comes first",
		"chinese,japanese":                     "a name comes first",
		"chinese,cycle=draw":                   "contradicts ko=positional",
		"japanese,cycle=forbid":                "contradicts ko=simple",
		"japanese,neutral=shared":              "contradicts scoring=territory",
		"chinese,passes=1":                     "2 to 4",
		"chinese,max-moves=-1":                 "number of moves",
		"chinese,pass-stones=maybe":            "true or false",
		"chinese,tie=nobody":                   "draw, black or white",
		"aga-button":                           "no button",
		"ancient-territory":                    "choose stone-scoring",
		"koPOSITIONALscoreAREAtaxNONEsui2":     "does not read like",
		`{"name":"chinese","kommi":5}`:         `did you mean "komi"`,
		`{"name":"chinese","komi":{}}`:         "write a string, a number",
		`{"name":"chinese"`:                    "no JSON object",
		`{"ko":"SPIGHT","scoring":"AREA"}`:     `no value "SPIGHT"`,
		`{"tax":"ALL","scoring":"TERRITORY"}`:  "not supported",
		`{"tax":"NONE","hasButton":true}`:      "no button",
		`{"tax":"NONE","koo":"SIMPLE"}`:        `did you mean "ko"`,
		`{"tax":"NONE","scoring":"BOTH"}`:      "AREA or TERRITORY",
		`{"ko":"POSITIONAL","komi":6.25}`:      "write 6 or 6.5",
		`{"name":"chinese","cycle":"replay"}`:  "contradicts",
		`{"name":"nosuch","komi":"7.5"}`:       "no ruleset",
		`{"scoring":"area","max_moves":"lot"}`: "number of moves",
	} {
		r, err := ParseRules(text)
		if err == nil {
			t.Errorf("%q reads as %v, want an error with %q", text, r, want)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %q, want one with %q", text, err, want)
		}
	}
}

// everyRules returns many different rulesets: each preset, and each with each
// field changed.
func everyRules(t testing.TB) []Rules {
	var all []Rules
	changes := []string{
		"komi=-3.5", "ko=none", "ko=simple", "ko=natural-situational", "suicide=multi", "suicide=any", "first-pass=2",
		"seki=dame", "seki=two-eyes", "neutral=nobody", "compensation=n-1", "compensation=n", "placement=fixed", "start=diagonal",
		"pass-stones=true", "white-passes-last=true", "passes=3", "tie=white", "tie=black", "fill-in=180", "max-moves=100",
		"max-moves=none", "ko=simple,cycle=draw", "ko=simple,cycle=replay", "ko=none,cycle=no-result", "scoring=territory",
		"scoring=stone", "scoring=area",
	}
	for _, name := range append(RulesetNames(), "scoring=area") {
		all = append(all, mustRules(t, name))
		for _, change := range changes {
			text := name + "," + change
			if name == "scoring=area" {
				text = change
			}
			all = append(all, mustRules(t, text))
		}
	}
	return all
}

func TestRulesRoundTrip(t *testing.T) {
	for _, r := range everyRules(t) {
		if got := mustRules(t, r.String()); got != r {
			t.Errorf("%v reads back as %v", r, got)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var got Rules
		if err := json.Unmarshal(text, &got); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got != r {
			t.Errorf("%s reads back as %v", text, got)
		}
		if got, err := ParseRules(string(text)); err != nil || got != r {
			t.Errorf("%s reads back as %v, %v", text, got, err)
		}
	}
}

func TestRulesTextIsComplete(t *testing.T) {
	const want = "chinese,scoring=area,ko=positional,suicide=forbidden,komi=7.5,first-pass=0,seki=counts,neutral=shared," +
		"compensation=n,placement=free,start=empty,pass-stones=false,white-passes-last=false,passes=2,tie=draw,cycle=forbid," +
		"fill-in=none,max-moves=auto"
	if got := mustRules(t, "chinese").String(); got != want {
		t.Errorf("chinese is\n%s, want\n%s", got, want)
	}
	const wantJSON = `{"name":"chinese","scoring":"area","ko":"positional","suicide":"forbidden","komi":7.5,"first_pass":0,` +
		`"seki":"counts","neutral":"shared","compensation":"n","placement":"free","start":"empty","pass_stones":false,` +
		`"white_passes_last":false,"passes":2,"tie":"draw","cycle":"forbid","fill_in":"none","max_moves":"auto"}`
	got, err := json.Marshal(mustRules(t, "chinese"))
	if err != nil || string(got) != wantJSON {
		t.Errorf("chinese is\n%s (%v), want\n%s", got, err, wantJSON)
	}
}

func TestValidateReportsEverything(t *testing.T) {
	r := Rules{Name: "nosuch", Scoring: 9, Ko: 9, Suicide: 9, Seki: 9, Neutral: 9, Compensation: 9, Placement: 9, Start: 9,
		OnCycle: 9, Tie: Border, Komi: 9999, FirstPass: -1, PassesToEnd: 9, MaxMoves: -1, FillIn: -1}
	err := r.Validate()
	if err == nil {
		t.Fatal("valid")
	}
	for _, word := range []string{"nosuch", "scoring", "ko 9", "suicide", "seki", "neutral", "compensation", "placement",
		"start", "cycle", "tie", "komi", "first-pass", "passes", "max-moves", "fill-in"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("no word about %s in: %v", word, err)
		}
	}
}

func TestKataGoRules(t *testing.T) {
	for text, want := range map[string]string{
		`{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N","friendlyPassOk":true}`: "ko=positional,komi=7.5,compensation=n",
		`{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"komi":6.5}`:                                                      "scoring=territory,seki=dame,komi=6.5",
		`{"ko":"SITUATIONAL","scoring":"AREA","tax":"ALL","suicide":true,"whiteHandicapBonus":"N-1"}`:                                        "ko=situational,scoring=stone,seki=dame,suicide=multi,komi=7.5,compensation=n-1",
		"koPOSITIONALscoreAREAtaxNONEsui1":                       "ko=positional,suicide=multi,komi=7.5",
		"koSITUATIONALscoreAREAtaxNONEsui0whbN-1":                "ko=situational,komi=7.5,compensation=n-1",
		"koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5":               "scoring=territory,seki=dame,komi=6.5",
		"koSIMPLEscoreAREAtaxNONEsui0button0whb0fpok1komi5.5":    "komi=5.5",
		`{"ko":"SIMPLE","scoring":"AREA","suicide":false}`:       "komi=7.5",
		`{"whiteHandicapBonus":"0","suicide":false,"komi":"-2"}`: "ko=positional,komi=-2",
	} {
		got, err := ParseRules(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got != mustRules(t, want) {
			t.Errorf("%s reads as %v, want %s", text, got, want)
		}
	}
}

func TestRulesToKataGo(t *testing.T) {
	for _, c := range []struct{ name, compact, lost string }{
		{"tromp-taylor", "koPOSITIONALscoreAREAtaxNONEsui1", ""},
		{"cgos", "koPOSITIONALscoreAREAtaxNONEsui0", ""},
		{"chinese", "koPOSITIONALscoreAREAtaxNONEsui0whbN", "neutral=shared"},
		{"aga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "white-passes-last=true"},
		{"japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0", "cycle=no-result"},
		{"chinese-ancient", "koSIMPLEscoreAREAtaxALLsui0", "start=diagonal"},
	} {
		r := mustRules(t, c.name)
		object, compact, lost := r.KataGo()
		if compact != c.compact {
			t.Errorf("%s is %s, want %s", c.name, compact, c.compact)
		}
		if text := strings.Join(lost, ", "); c.lost == "" && text != "" || !strings.Contains(text, c.lost) {
			t.Errorf("%s loses %q, want %q", c.name, text, c.lost)
		}
		fromObject, err := ParseRules(object)
		if err != nil {
			t.Fatal(err)
		}
		if fromObject.Komi != r.Komi || fromObject.Ko != r.Ko || fromObject.Scoring != r.Scoring {
			t.Errorf("%s reads back as %v", object, fromObject)
		}
	}
}

func TestRulesSGF(t *testing.T) {
	for text, want := range map[string]string{
		"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "ing": "GOE", "nz": "NZ", "korean": "Korean",
		"tromp-taylor": "Tromp-Taylor", "wmsg": "wmsg", "chinese,komi=5.5": "Chinese",
	} {
		if got := mustRules(t, text).SGF(); got != want {
			t.Errorf("RU of %s is %s, want %s", text, got, want)
		}
	}
	for _, r := range everyRules(t) {
		got := mustRules(t, r.SGF())
		got.Komi, got.MaxMoves = r.Komi, r.MaxMoves
		if got != r {
			t.Errorf("RU %s of %v reads back as %v", r.SGF(), r, got)
		}
	}
}

func TestKomiIsTheSameInZi(t *testing.T) {
	for text, want := range map[string]string{
		"7.5": "3又3/4子", "5.5": "2又3/4子", "0.5": "1/4子", "2": "1子", "1": "1/2子", "0": "0子", "-7.5": "3又3/4子",
	} {
		komi, err := ParseKomi(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := komi.Zi(); got != want {
			t.Errorf("%s points are %s, want %s", text, got, want)
		}
	}
	for h := HalfPoints(0); h < 100; h++ {
		if got, err := ParseKomi(h.Zi()); err != nil || got != h {
			t.Errorf("%s reads as %v, %v", h.Zi(), got, err)
		}
	}
}

func FuzzParseRules(f *testing.F) {
	for _, name := range RulesetNames() {
		f.Add(name)
		f.Add(presets[name].String())
		text, _ := json.Marshal(presets[name])
		f.Add(string(text))
		object, compact, _ := presets[name].KataGo()
		f.Add(object)
		f.Add(compact)
	}
	f.Add("chinese,komi=3¾zi,ko=ssk")
	f.Add("komi=3又1/4子")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRules(text)
		if err != nil {
			return
		}
		if err := r.Validate(); err != nil {
			t.Fatalf("%q reads as invalid rules: %v", text, err)
		}
		if got, err := ParseRules(r.String()); err != nil || got != r {
			t.Fatalf("%q reads as %v, which reads as %v, %v", text, r, got, err)
		}
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var got Rules
		if err := json.Unmarshal(data, &got); err != nil || got != r {
			t.Fatalf("%q reads as %s, which reads as %v, %v", text, data, got, err)
		}
	})
}
