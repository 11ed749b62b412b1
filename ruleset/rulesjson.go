package ruleset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MarshalJSON writes every field of the ruleset: the name, if there is one,
// and the options of ParseRules with underscores in their names.
func (r Rules) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	comma := ""
	if r.Name != "" {
		fmt.Fprintf(&b, `"name":%q`, r.Name)
		comma = ","
	}
	for _, f := range fields {
		fmt.Fprintf(&b, "%s%q:%s", comma, strings.ReplaceAll(f.key, "-", "_"), jsonValue(f.get(&r)))
		comma = ","
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// jsonValue writes numbers, true and false as such and other texts as
// strings.
func jsonValue(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil || text == "true" || text == "false" {
		return text
	}
	return strconv.Quote(text)
}

// UnmarshalJSON reads what MarshalJSON writes, KataGo's object of rules, and a
// text that ParseRules reads.
// Fields that are missing keep what the name says, or else the zero value.
// Unknown fields are errors.
func (r *Rules) UnmarshalJSON(data []byte) error {
	var text string
	parse := func() (Rules, error) { return parseRulesJSON(data) }
	if json.Unmarshal(data, &text) == nil {
		parse = func() (Rules, error) { return ParseRules(text) }
	}
	parsed, err := parse()
	if err != nil {
		return err
	}
	*r = parsed
	return nil
}

func parseRulesJSON(data []byte) (Rules, error) {
	object, err := jsonTexts(data)
	if err != nil {
		return Rules{}, err
	}
	if isKataGoObject(object) {
		return parseKataGoObject(object)
	}
	var (
		r     Rules
		given = map[string]bool{}
	)
	if name, ok := object["name"]; ok && name != "" {
		if r, err = rulesNamed(name); err != nil {
			return Rules{}, err
		}
	}
	for _, key := range sortedKeys(object) {
		if key == "name" {
			continue
		}
		if err := r.override(key, object[key], given); err != nil {
			return Rules{}, err
		}
	}
	return r.resolved(given)
}

// jsonTexts reads an object whose values are strings, numbers, true or false,
// all as text.
func jsonTexts(data []byte) (map[string]string, error) {
	fail := func(err error) (map[string]string, error) { return nil, fmt.Errorf("rules: no JSON object: %w", err) }
	if !json.Valid(data) {
		var object map[string]any
		return fail(json.Unmarshal(data, &object))
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return fail(fmt.Errorf("%.40s", data))
	}
	texts := map[string]string{}
	for decoder.More() {
		var value json.RawMessage
		token, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return fail(err)
		}
		key := token.(string)
		if _, twice := texts[key]; twice {
			return nil, fmt.Errorf("rules: %s is given twice", key)
		}
		text := string(value)
		switch text[0] {
		case '"':
			if err := json.Unmarshal(value, &text); err != nil {
				return nil, fmt.Errorf("rules: %s: %w", key, err)
			}
		case '{', '[', 'n':
			return nil, fmt.Errorf("rules: %s: %s: write a string, a number, true or false", key, value)
		}
		texts[key] = text
	}
	return texts, nil
}

func sortedKeys(object map[string]string) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
