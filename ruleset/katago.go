package ruleset

import (
	"fmt"
	"regexp"
	"strings"
)

// KataGo's rules have the keys ko (SIMPLE, POSITIONAL, SITUATIONAL), scoring
// (AREA, TERRITORY), tax (NONE, SEKI, ALL), suicide (of several stones),
// hasButton, whiteHandicapBonus (0, N, N-1), friendlyPassOk, which only tells
// an engine whether it may leave dead stones, and sometimes komi. See
// docs/GTP_Extensions.md of lightvector/KataGo.

var friendlyPass = regexp.MustCompile(`"friendlyPassOk"\s*:\s*"?true|fpok1`)

// AsksFriendlyPass reports whether a text of rules asks for KataGo's
// friendlyPassOk, which ParseRules accepts and which changes nothing.
func AsksFriendlyPass(text string) bool { return friendlyPass.MatchString(text) }

// kataGoOnly are keys that only KataGo's object has.
var kataGoOnly = []string{"tax", "hasButton", "whiteHandicapBonus", "friendlyPassOk"}

func isKataGoObject(object map[string]string) bool {
	for _, key := range kataGoOnly {
		if _, ok := object[key]; ok {
			return true
		}
	}
	// Without these, KataGo's values are known by their case.
	for _, key := range []string{"ko", "scoring"} {
		if value := object[key]; value != "" && value == strings.ToUpper(value) {
			return true
		}
	}
	return false
}

var (
	kataGoKo           = map[string]KoRule{"SIMPLE": KoSimple, "POSITIONAL": KoPositional, "SITUATIONAL": KoSituational}
	kataGoSuicide      = map[string]Suicide{"false": SuicideForbidden, "true": SuicideMulti}
	kataGoCompensation = map[string]Compensation{"0": CompensationNone, "N": CompensationN, "N-1": CompensationLess}
)

// parseKataGoObject reads KataGo's object. Keys that are missing have
// KataGo's default, which is Tromp-Taylor, but for tax and komi, which go by the
// scoring.
func parseKataGoObject(object map[string]string) (Rules, error) {
	r := Rules{Ko: KoPositional, Suicide: SuicideMulti}
	scoring, tax := "AREA", ""
	for _, key := range sortedKeys(object) {
		value, ok, err := object[key], true, error(nil)
		switch key {
		case "ko":
			r.Ko, ok = kataGoKo[strings.ToUpper(value)]
		case "scoring":
			scoring = strings.ToUpper(value)
		case "tax":
			tax = strings.ToUpper(value)
		case "suicide":
			r.Suicide, ok = kataGoSuicide[strings.ToLower(value)]
		case "hasButton":
			if value != "false" {
				return Rules{}, fmt.Errorf("rules: hasButton %s is not supported: there is no button here", value)
			}
		case "whiteHandicapBonus":
			r.Compensation, ok = kataGoCompensation[strings.ToUpper(value)]
		case "friendlyPassOk":
			ok = value == "true" || value == "false"
		case "komi":
			r.Komi, err = ParseKomi(value)
		default:
			return Rules{}, fmt.Errorf("rules: KataGo's object has no key %q%s", key,
				didYouMean(key, append([]string{"ko", "scoring", "suicide", "komi"}, kataGoOnly...)))
		}
		if err != nil {
			return Rules{}, fmt.Errorf("rules: %s: %w", key, err)
		}
		if !ok {
			return Rules{}, fmt.Errorf("rules: KataGo's key %s has no value %q", key, value)
		}
	}
	if tax == "" {
		tax = "NONE"
		if scoring == "TERRITORY" {
			tax = "SEKI"
		}
	}
	if _, given := object["komi"]; !given {
		if r.Komi = 15; scoring == "TERRITORY" {
			r.Komi = 13
		}
	}
	return r.kataGoScoring(scoring, tax)
}

// kataGoScoring sets what KataGo's scoring and tax say together.
func (r Rules) kataGoScoring(scoring, tax string) (Rules, error) {
	switch scoring + " " + tax {
	case "AREA NONE":
		r.Scoring = AreaScoring
	case "AREA SEKI":
		r.Scoring, r.Seki = AreaScoring, SekiDame
	case "AREA ALL":
		r.Scoring, r.Seki = StoneScoring, SekiDame
	case "TERRITORY NONE":
		r.Scoring = TerritoryScoring
	case "TERRITORY SEKI":
		r.Scoring, r.Seki = TerritoryScoring, SekiDame
	case "TERRITORY ALL":
		return Rules{}, fmt.Errorf("rules: scoring TERRITORY with tax ALL is not supported: group tax is taken from area here")
	default:
		return Rules{}, fmt.Errorf("rules: scoring %q with tax %q: KataGo writes AREA or TERRITORY, and NONE, SEKI or ALL", scoring, tax)
	}
	return r, r.Validate()
}

// kataGoCompact is KataGo's rules in one word, as it prints them.
var kataGoCompact = regexp.MustCompile(`^ko(SIMPLE|POSITIONAL|SITUATIONAL)score(AREA|TERRITORY)tax(NONE|SEKI|ALL)sui([01])` +
	`(?:button([01]))?(?:whb(0|N-1|N))?(?:fpok([01]))?(?:komi(-?[0-9.]+))?$`)

func isKataGoCompact(text string) bool {
	return strings.HasPrefix(text, "ko") && strings.Contains(text, "score") && !strings.Contains(text, "=")
}

func parseKataGoCompact(text string) (Rules, error) {
	parts := kataGoCompact.FindStringSubmatch(text)
	if parts == nil {
		return Rules{}, fmt.Errorf("rules: %q does not read like KataGo's koPOSITIONALscoreAREAtaxNONEsui1whbN", text)
	}
	truth := map[string]string{"0": "false", "1": "true"}
	object := map[string]string{"ko": parts[1], "scoring": parts[2], "tax": parts[3], "suicide": truth[parts[4]]}
	if parts[5] != "" {
		object["hasButton"] = truth[parts[5]]
	}
	if parts[6] != "" {
		object["whiteHandicapBonus"] = parts[6]
	}
	if parts[8] != "" {
		object["komi"] = parts[8]
	}
	return parseKataGoObject(object)
}

// KataGo returns the ruleset as KataGo's JSON object and in its compact form,
// and what KataGo's rules cannot say of it, nothing if they say all. Komi is
// left out of the compact form: KataGo keeps it apart.
func (r Rules) KataGo() (object, compact string, lost []string) {
	ko := map[KoRule]string{
		KoSimple: "SIMPLE", KoNone: "SIMPLE", KoPositional: "POSITIONAL",
		KoSituational: "SITUATIONAL", KoNaturalSituational: "SITUATIONAL",
	}[r.Ko]
	scoring, tax := "AREA", "NONE"
	if r.Scoring == TerritoryScoring {
		scoring = "TERRITORY"
	}
	if r.Seki != SekiCounts {
		tax = "SEKI"
	}
	if r.Scoring == StoneScoring {
		tax = "ALL"
	}
	bonus := map[Compensation]string{CompensationNone: "0", CompensationN: "N", CompensationLess: "N-1"}[r.Compensation]
	suicide := r.Suicide != SuicideForbidden
	object = fmt.Sprintf(`{"ko":%q,"scoring":%q,"tax":%q,"suicide":%t,"hasButton":false,"whiteHandicapBonus":%q,"friendlyPassOk":false,"komi":%v}`,
		ko, scoring, tax, suicide, bonus, r.Komi)
	compact = fmt.Sprintf("ko%sscore%stax%ssui%s", ko, scoring, tax, map[bool]string{false: "0", true: "1"}[suicide])
	if bonus != "0" {
		compact += "whb" + bonus
	}
	read, err := parseKataGoCompact(compact)
	if err != nil { // a value outside the enumerations, which Validate reports
		return object, compact, []string{err.Error()}
	}
	read.Komi = r.Komi
	if r.Ko == KoPositional && r.Suicide == SuicideAny {
		r.Suicide = SuicideMulti // a single stone's suicide would repeat the position
	}
	for _, f := range fields {
		if said, meant := f.get(&read), f.get(&r); said != meant && f.key != "max-moves" {
			lost = append(lost, fmt.Sprintf("%s=%s (KataGo: %s)", f.key, meant, said))
		}
	}
	return object, compact, lost
}

// sgfNames are the values of SGF's RU for named rulesets; the first five are
// those of the standard.
var sgfNames = map[string]string{
	"aga": "AGA", "ing": "GOE", "japanese": "Japanese", "new-zealand": "NZ", "chinese": "Chinese",
	"korean": "Korean", "tromp-taylor": "Tromp-Taylor",
}

// SGF returns the text for SGF's RU, which ParseRules reads back: the name of
// a named ruleset if nothing but komi (SGF's KM) and MaxMoves was changed,
// otherwise every field.
func (r Rules) SGF() string {
	named, known := presets[r.Name]
	named.Komi, named.MaxMoves = r.Komi, r.MaxMoves
	if !known || named != r {
		return r.String()
	}
	if name, ok := sgfNames[r.Name]; ok {
		return name
	}
	return r.Name
}
