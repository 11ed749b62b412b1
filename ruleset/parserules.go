package ruleset

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ParseRules reads a ruleset. It may be written as
//
//   - a name of RulesetNames or a common other one, in any case: "chinese",
//     "Tromp-Taylor", "nz", "GOE", "中国规则"; so SGF's RU is read as well,
//   - a name and options that override it, or options alone on top of the
//     zero value: "chinese,komi=5.5,ko=situational", "komi=3.75zi",
//   - a JSON object, this package's or KataGo's, or KataGo's compact text
//     "koPOSITIONALscoreAREAtaxNONEsui1".
//
// What Rules.String prints is read back to the same value. Unknown names and
// options are errors that name the nearest known one.
func ParseRules(s string) (Rules, error) {
	text := strings.TrimSpace(s)
	switch {
	case text == "":
		return Rules{}, fmt.Errorf("rules: nothing written: choose one of %s", strings.Join(RulesetNames(), ", "))
	case strings.HasPrefix(text, "{"):
		return parseRulesJSON([]byte(text))
	case isKataGoCompact(text):
		return parseKataGoCompact(text)
	}
	var (
		r     Rules
		given = map[string]bool{}
	)
	for i, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		key, value, isOption := strings.Cut(part, "=")
		if !isOption {
			if i != 0 {
				return Rules{}, fmt.Errorf("rules: %q is no option: write key=value; a name comes first", part)
			}
			preset, err := rulesNamed(part)
			if err != nil {
				return Rules{}, err
			}
			r = preset
			continue
		}
		if err := r.override(strings.TrimSpace(key), strings.TrimSpace(value), given); err != nil {
			return Rules{}, err
		}
	}
	return r.resolved(given)
}

// rulesNamed returns the ruleset of a name or alias.
func rulesNamed(name string) (Rules, error) {
	key := squash(name)
	for _, suffix := range []string{"rules", "rule", "ruleset", "围棋规则", "规则", "規則", "ルール", "룰"} {
		if short := strings.TrimSuffix(key, suffix); short != "" {
			if preset, ok := presetSquashed(short); ok {
				return preset, nil
			}
		}
	}
	if preset, ok := presetSquashed(key); ok {
		return preset, nil
	}
	if edition := yearOfRules.ReplaceAllString(key, ""); edition != key && edition != "" {
		return rulesNamed(edition)
	}
	if why, known := unsupportedNames[key]; known {
		return Rules{}, fmt.Errorf("rules: %q is not supported: %s", name, why)
	}
	return Rules{}, fmt.Errorf("rules: no ruleset is named %q%s; there are %s",
		name, didYouMean(name, rulesetWords()), strings.Join(RulesetNames(), ", "))
}

// yearOfRules is the edition that a name may state, as "AGA 2008" does.
var yearOfRules = regexp.MustCompile(`(?:19|20)\d\d$`)

func presetSquashed(key string) (Rules, bool) {
	name, known := squashedNames[key]
	return presets[name], known
}

// squashedNames finds a ruleset by its squashed name or alias.
var squashedNames = map[string]string{}

// squashedKeys finds a field by its squashed key or alias.
var squashedKeys = map[string]*field{}

func init() {
	for name := range presets {
		squashedNames[squash(name)] = name
	}
	for alias, name := range aliases {
		squashedNames[alias] = name
	}
	for i, f := range fields {
		for _, key := range append(f.aliases, squash(f.key)) {
			squashedKeys[key] = &fields[i]
		}
	}
}

// squash makes spellings equal: "Tromp-Taylor", "tromp_taylor", "TrompTaylor".
func squash(name string) string { return separators.Replace(strings.ToLower(name)) }

var separators = strings.NewReplacer("-", "", "_", "", " ", "", ".", "")

// rulesetWords are all the names that a typing error may have meant.
func rulesetWords() []string {
	words := RulesetNames()
	for alias := range aliases {
		words = append(words, alias)
	}
	slices.Sort(words[len(RulesetNames()):])
	return words
}

// override sets one field from its text and notes that it was given.
func (r *Rules) override(key, value string, given map[string]bool) error {
	f := fieldNamed(key)
	if f == nil {
		return fmt.Errorf("rules: no option is named %q%s; there are %s", key, didYouMean(key, fieldKeys()), strings.Join(fieldKeys(), ", "))
	}
	if given[f.key] {
		return fmt.Errorf("rules: the option %s is written twice", f.key)
	}
	given[f.key] = true
	if err := f.set(r, value); err != nil {
		return fmt.Errorf("rules: %s=%s: %w", f.key, value, err)
	}
	if f.key == "cycle" && squash(value) == "forbid" {
		given[cycleForbid] = true
	}
	return nil
}

// cycleForbid marks in the given options that cycles are to be forbidden.
const cycleForbid = "cycle=forbid"

// resolved drops what the named ruleset says where a given option has made it
// pointless, and validates the rest.
func (r Rules) resolved(given map[string]bool) (Rules, error) {
	if r.Ko.Superko() && given["ko"] && !given["cycle"] {
		r.OnCycle = CycleNone
	}
	if r.Scoring == TerritoryScoring && given["scoring"] && !given["neutral"] {
		r.Neutral = NeutralNobody
	}
	if given[cycleForbid] && !r.Ko.Superko() {
		return Rules{}, fmt.Errorf("rules: cycle=forbid contradicts ko=%v: choose ko=positional, situational or natural-situational", r.Ko)
	}
	if err := r.Validate(); err != nil {
		return Rules{}, err
	}
	return r, nil
}

// String returns the fully resolved ruleset, every field written out;
// ParseRules reads it back to the same value.
func (r Rules) String() string {
	var parts []string
	if r.Name != "" {
		parts = append(parts, r.Name)
	}
	for _, f := range fields {
		parts = append(parts, f.key+"="+f.get(&r))
	}
	return strings.Join(parts, ",")
}

// field is one option: how a field of Rules is written and read.
type field struct {
	key     string
	aliases []string // squashed
	get     func(r *Rules) string
	set     func(r *Rules, value string) error
}

var fields = []field{
	enumField("scoring", func(r *Rules) *Scoring { return &r.Scoring }, scoringNames,
		map[string]string{"tax": "stone", "grouptax": "stone", "stones": "stone"}, "score"),
	enumField("ko", func(r *Rules) *KoRule { return &r.Ko }, koNames,
		map[string]string{"psk": "positional", "superko": "positional", "ssk": "situational", "nssk": "natural-situational"}),
	enumField("suicide", func(r *Rules) *Suicide { return &r.Suicide }, suicideNames,
		map[string]string{"no": "forbidden", "false": "forbidden", "yes": "any", "true": "any", "allowed": "any"}),
	{
		key: "komi",
		get: func(r *Rules) string { return r.Komi.String() },
		set: func(r *Rules, value string) (err error) {
			r.Komi, err = ParseKomi(value)
			return err
		},
	},
	pointsField("first-pass", func(r *Rules) *HalfPoints { return &r.FirstPass }),
	enumField("seki", func(r *Rules) *SekiRule { return &r.Seki }, sekiNames,
		map[string]string{"none": "counts"}),
	enumField("neutral", func(r *Rules) *NeutralRule { return &r.Neutral }, neutralNames,
		map[string]string{"half": "shared", "none": "nobody"}),
	enumField("compensation", func(r *Rules) *Compensation { return &r.Compensation }, compensationNames,
		map[string]string{"n1": "n-1", "0": "none"}, "handicapbonus"),
	enumField("placement", func(r *Rules) *Placement { return &r.Placement }, placementNames, nil),
	enumField("start", func(r *Rules) *Start { return &r.Start }, startNames, nil),
	boolField("pass-stones", func(r *Rules) *bool { return &r.PassStones }),
	boolField("white-passes-last", func(r *Rules) *bool { return &r.WhitePassesLast }),
	{
		key:     "passes",
		aliases: []string{"passestoend"},
		get:     func(r *Rules) string { return strconv.Itoa(r.passesToEnd()) },
		set: func(r *Rules, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < 2 || n > 4 {
				return errors.New("write how many passes in a row end a game, 2 to 4")
			}
			if n == 2 {
				n = 0 // the default has one value, so that equal rules are equal
			}
			r.PassesToEnd = n
			return nil
		},
	},
	{
		key:     "tie",
		aliases: []string{"ties"},
		get: func(r *Rules) string {
			switch r.Tie {
			case Black:
				return "black"
			case White:
				return "white"
			}
			return "draw"
		},
		set: func(r *Rules, value string) (err error) {
			if strings.EqualFold(value, "draw") {
				r.Tie = Empty
				return nil
			}
			if r.Tie, err = ParseColor(value); err != nil {
				return errors.New("write draw, black or white")
			}
			return nil
		},
	},
	cycleField(),
	countField("fill-in", func(r *Rules) *int { return &r.FillIn }, "the number of stones of each side, or none",
		map[string]int{"none": 0}),
	countField("max-moves", func(r *Rules) *int { return &r.MaxMoves }, "a number of moves, auto (three times the board) or none",
		map[string]int{"auto": 0, "none": NoMoveLimit}),
}

func enumField[E ~uint8](key string, at func(*Rules) *E, names []string, synonyms map[string]string, keyAliases ...string) field {
	return field{
		key:     key,
		aliases: keyAliases,
		get:     func(r *Rules) string { return nameOf(names, *at(r)) },
		set: func(r *Rules, value string) error {
			wanted := squash(value)
			if name, ok := synonyms[wanted]; ok {
				wanted = squash(name)
			}
			for i, name := range names {
				if squash(name) == wanted {
					*at(r) = E(i)
					return nil
				}
			}
			return fmt.Errorf("write one of %s", strings.Join(names, ", "))
		},
	}
}

// cycleField prints "forbid" under superko, where no cycle can arise, and
// reads it as no further ruling.
func cycleField() field {
	f := enumField("cycle", func(r *Rules) *OnCycle { return &r.OnCycle }, cycleNames,
		map[string]string{"forbid": "none"}, "oncycle")
	plain := f.get
	f.get = func(r *Rules) string {
		if r.Ko.Superko() && r.OnCycle == CycleNone {
			return "forbid"
		}
		return plain(r)
	}
	return f
}

func boolField(key string, at func(*Rules) *bool) field {
	return field{
		key: key,
		get: func(r *Rules) string { return strconv.FormatBool(*at(r)) },
		set: func(r *Rules, value string) error {
			switch strings.ToLower(value) {
			case "true", "yes", "on", "1":
				*at(r) = true
			case "false", "no", "off", "0":
				*at(r) = false
			default:
				return errors.New("write true or false")
			}
			return nil
		},
	}
}

func pointsField(key string, at func(*Rules) *HalfPoints) field {
	return field{
		key: key,
		get: func(r *Rules) string { return at(r).String() },
		set: func(r *Rules, value string) (err error) {
			*at(r), err = ParseHalfPoints(value)
			return err
		},
	}
}

// countField is a number, some values of which are words.
func countField(key string, at func(*Rules) *int, remedy string, words map[string]int) field {
	return field{
		key: key,
		get: func(r *Rules) string {
			for word, n := range words {
				if n == *at(r) {
					return word
				}
			}
			return strconv.Itoa(*at(r))
		},
		set: func(r *Rules, value string) error {
			n, isWord := words[strings.ToLower(value)]
			if !isWord {
				var err error
				if n, err = strconv.Atoi(value); err != nil || n < 0 {
					return fmt.Errorf("write %s", remedy)
				}
			}
			*at(r) = n
			return nil
		},
	}
}

func fieldNamed(key string) *field { return squashedKeys[squash(key)] }

func fieldKeys() []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}
