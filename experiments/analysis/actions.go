package analysis

import (
	"cmp"
	"encoding/json"
	"slices"
)

// act does a special action and echoes it.
func (s *server) act(action string, o object) error {
	switch action {
	case "query_version":
		o["version"] = quoted(s.config.Version)
		o["git_hash"] = quoted(cmp.Or(s.config.Commit, "<omitted>"))
	case "query_models":
		o["models"] = json.RawMessage("[]") // there is no network
	case "clear_cache": // every position is searched from nothing
	case "terminate":
		id, ok := o.text("terminateId")
		if !ok {
			return fieldErrorf("terminateId", "Requests for a terminate action must have a string \"terminateId\" field")
		}
		if err := s.terminate(o, func(t *task) bool { return t.query.id == id }); err != nil {
			return err
		}
	case "terminate_all":
		if err := s.terminate(o, func(*task) bool { return true }); err != nil {
			return err
		}
	default:
		s.out.error("'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or 'terminate_all'")
		return nil
	}
	s.out.say(o)
	return nil
}

func quoted(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // a string always can be written
	return raw
}

// terminate stops what matches and is among the turns of the action, if it
// names any. What nobody has begun with is answered at once.
func (s *server) terminate(o object, match func(*task) bool) error {
	var turns []int64
	if o.has("turnNumbers") {
		var err error
		if turns, err = o.integers("turnNumbers", "If provided, must be an array of integers indicating turns to terminate"); err != nil {
			return err
		}
	}
	for _, t := range s.queue.terminate(func(t *task) bool {
		return match(t) && (!o.has("turnNumbers") || slices.Contains(turns, int64(t.turn)))
	}) {
		s.out.say(noResults(t))
	}
	return nil
}
