package gtp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// setRulesCommand changes the rules, and keeps the komi unless the rules name
// one: clients send komi apart. KGS writes new_zealand.
func (e *Engine) setRulesCommand(c call) (string, error) {
	if c.Text == "" {
		return "", syntaxError("%s takes a ruleset, such as %s", c.Name, strings.Join(ruleset.RulesetNames(), ", "))
	}
	rules, err := ruleset.ParseRules(c.Text)
	if err != nil {
		return "", err
	}
	if !strings.Contains(strings.ToLower(c.Text), "komi") {
		rules.Komi = e.rules.Komi
	}
	if err := e.setRules(rules); err != nil {
		return "", err
	}
	if ruleset.AsksFriendlyPass(c.Text) {
		e.warnFriendlyPass()
	}
	return "", nil
}

// warnFriendlyPass tells that KataGo's friendlyPassOk changes nothing: it is
// accepted, since KataGo's own rulesets have it.
func (e *Engine) warnFriendlyPass() {
	e.log.Warn("friendlyPassOk true is not used, and kata-get-rules goes on to say false: a pass never depends on dead stones here")
}

// setRule changes one field, given by KataGo's name and value or by those of
// the ruleset package.
func (e *Engine) setRule(c call) (string, error) {
	if err := c.wantArgs(2, 2, "takes the name of a rule and a value"); err != nil {
		return "", err
	}
	rules, err := withRule(e.rules, c.Args[0], c.Args[1])
	if err != nil {
		return "", err
	}
	if err := e.setRules(rules); err != nil {
		return "", err
	}
	if strings.EqualFold(c.Args[0], "friendlyPassOk") && strings.EqualFold(c.Args[1], "true") {
		e.warnFriendlyPass()
	}
	return "", nil
}

// withRule returns the rules with one field changed. KataGo's names that the
// ruleset package does not share are translated.
func withRule(rules ruleset.Rules, name, value string) (ruleset.Rules, error) {
	key, value := strings.ReplaceAll(strings.ToLower(name), "-", "_"), strings.ToLower(value)
	switch key {
	case "tax":
		return withTax(rules, value)
	case "hasbutton":
		if value != "false" {
			return rules, fmt.Errorf("%s %s is not supported", name, value)
		}
		return rules, nil
	case "friendlypassok":
		if value != "false" && value != "true" {
			return rules, syntaxError("%s %q: write true or false", name, value)
		}
		return rules, nil
	case "whitehandicapbonus":
		key = "compensation"
		if value == "0" {
			value = "none"
		}
	case "suicide":
		switch value {
		case "true":
			value = "multi"
		case "false":
			value = "forbidden"
		}
	}
	object, err := rules.MarshalJSON()
	if err != nil {
		return rules, err
	}
	return overridden(object, key, value)
}

// withTax changes what KataGo calls tax, which here is a part of the scoring:
// of all groups, of groups in seki, or none.
func withTax(rules ruleset.Rules, value string) (ruleset.Rules, error) {
	if rules.Scoring == ruleset.StoneScoring {
		rules.Scoring = ruleset.AreaScoring
	}
	switch value {
	case "none":
		rules.Seki = ruleset.SekiCounts
	case "seki":
		rules.Seki = ruleset.SekiDame
	case "all":
		if rules.Scoring != ruleset.AreaScoring {
			return rules, fmt.Errorf("tax ALL is not supported with %v scoring", rules.Scoring)
		}
		rules.Scoring, rules.Seki = ruleset.StoneScoring, ruleset.SekiDame
	default:
		return rules, syntaxError("tax %q: write NONE, SEKI or ALL", value)
	}
	return rules, rules.Validate()
}

// dependent are the fields that take the value of the named ruleset, or of the
// zero one, when another is changed: they would contradict it.
var dependent = map[string]string{"ko": "cycle", "scoring": "neutral"}

// overridden reads rules from a JSON object with one value replaced.
func overridden(object []byte, key, value string) (ruleset.Rules, error) {
	var fields map[string]any
	if err := json.Unmarshal(object, &fields); err != nil {
		return ruleset.Rules{}, err
	}
	delete(fields, dependent[key])
	fields[key] = value
	changed, err := json.Marshal(fields)
	if err != nil {
		return ruleset.Rules{}, err
	}
	var rules ruleset.Rules
	err = rules.UnmarshalJSON(changed)
	return rules, err
}

// getRules answers with KataGo's object. What it cannot say is in the log, and
// in the answer to tengen-rules.
func (e *Engine) getRules(call) (string, error) {
	object, _, lost := e.rules.KataGo()
	if len(lost) > 0 {
		e.log.Info("kata-get-rules cannot say everything", "rules", e.rules.String(), "lost", strings.Join(lost, "; "))
	}
	return object, nil
}

// tengenRules answers with all of the rules, or changes them.
func (e *Engine) tengenRules(c call) (string, error) {
	if c.Text == "" {
		return e.rules.String(), nil
	}
	return e.setRulesCommand(c)
}

// rulesName is the rules in as few words as SGF has for them.
func (e *Engine) rulesName() string { return e.rules.SGF() }
