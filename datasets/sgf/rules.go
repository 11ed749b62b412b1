package sgf

import (
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// rulesWords are ways to write RU beyond those of ruleset.ParseRules, in small
// letters, without blanks and in simplified characters.
var rulesWords = map[string]string{
	"中": "chinese", "zh": "chinese", "数子": "chinese", "数子法": "chinese", "중국": "chinese", "chineserule": "chinese",
	"日": "japanese", "ja": "japanese", "nihonkiin": "japanese", "数目": "japanese", "일본": "japanese",
	"韩": "korean", "ko": "korean", "대한민국": "korean",
	"inggoe": "ing", "sst": "ing", "应": "ing", "应氏计点": "ing", "计点": "ing", "计点制": "ing",
	"american": "aga", "usa": "aga", "british": "aga", "ffg": "aga",
	"古代": "chinese-ancient", "古棋": "chinese-ancient", "古谱": "chinese-ancient",
	"mindsports": "wmsg", "worldmindsportsgames": "wmsg",
}

// ParseRules reads the value of RU: whatever ruleset.ParseRules reads, with
// additions such as "Japanese, 6.5 komi" cut off, and further spellings of
// Asian records. It returns false for text that names no known rules.
func ParseRules(ru string) (ruleset.Rules, bool) {
	text := strings.TrimSpace(SimpleText(ru))
	first := text
	if i := strings.IndexAny(text, ",;(/，；（"); i > 0 {
		first = strings.TrimSpace(text[:i])
	}
	for _, name := range []func() string{
		func() string { return text },
		func() string { return first },
		func() string { return rulesWords[bareName(text)] },
		func() string { return rulesWords[bareName(first)] },
	} {
		if name := name(); name != "" {
			if rules, err := ruleset.ParseRules(name); err == nil {
				return rules, true
			}
		}
	}
	return ruleset.Rules{}, false
}

var rulesSeparators = strings.NewReplacer(" ", "", "-", "", "_", "", ".", "")

// bareName leaves out blanks, hyphens and words that say "rules".
func bareName(text string) string {
	text = rulesSeparators.Replace(normalize(text))
	for _, word := range []string{"ruleset", "rules", "rule", "围棋规则", "规则", "棋规", "ルール", "룰", "규칙"} {
		if short := strings.TrimSuffix(text, word); short != "" {
			text = short
		}
	}
	return text
}
