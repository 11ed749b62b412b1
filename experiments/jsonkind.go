package experiments

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/ruleset"
)

// kindError says in words what a field of a configuration takes, keeping what
// was said before the error of package json.
func kindError(err error, kind *json.UnmarshalTypeError) error {
	before, _, _ := strings.Cut(err.Error(), "json: ")
	found := kind.Value
	if word, rest, _ := strings.Cut(found, " "); word == "number" && rest != "" {
		found = rest // the number itself, which does not fit
	}
	field := kind.Field
	if field == "" {
		return fmt.Errorf("%swrite %s, not %s", before, kindWords(kind.Type), found)
	}
	return fmt.Errorf("%sfield %q: write %s, not %s", before, field, kindWords(kind.Type), withArticle(found))
}

func withArticle(found string) string {
	switch found {
	case "string", "number", "bool":
		return "a " + found
	case "array", "object":
		return "an " + found
	}
	return found
}

// kindWords says how a value of a type is written.
func kindWords(t reflect.Type) string {
	if t == nil {
		return "another kind of value"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return `a text in quotes, such as "9"`
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number, in quotes"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text in quotes"
	case reflect.Slice, reflect.Array:
		return "a list in brackets"
	}
	return "an object in braces"
}

// suggestField adds the nearest name to an error about a field that target, a
// pointer to a struct, does not have.
func suggestField(err error, target any) error {
	before, quoted, found := strings.Cut(err.Error(), "json: unknown field ")
	name, unquoteErr := strconv.Unquote(quoted)
	if !found || unquoteErr != nil {
		return err
	}
	known := map[string]bool{}
	fieldNames(reflect.TypeOf(target), known)
	return fmt.Errorf("%sunknown field %s: %s", before, quoted, ruleset.Suggest(name, slices.Sorted(maps.Keys(known))))
}

// fieldNames collects the names that the fields of a type have in JSON, those
// of the fields' own fields included.
func fieldNames(t reflect.Type, names map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		fieldNames(t.Elem(), names)
	case reflect.Struct:
		for i := range t.NumField() {
			if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" && name != "-" {
				names[name] = true
				fieldNames(t.Field(i).Type, names)
			}
		}
	}
}
