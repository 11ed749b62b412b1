package main

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
)

// MarshalJSON writes the row as an object, its columns in order. NaN, which
// stands for "no search was made" and which JSON does not know, becomes null;
// so does an absent list. Seeds and hashes become texts: as numbers of 64 bits
// they would lose digits in programs that read numbers as fractions.
func (r row) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, column := range r {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(column.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(withoutNaN(reflect.ValueOf(column.value)))
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// withoutNaN returns a value for JSON.
func withoutNaN(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(v.Float()) {
			return nil
		}
	case reflect.Slice:
		if v.IsNil() {
			return nil
		}
		if element := v.Type().Elem().Kind(); element == reflect.Struct || element == reflect.Float32 {
			elements := make([]any, v.Len())
			for i := range elements {
				elements[i] = withoutNaN(v.Index(i))
			}
			return elements
		}
	case reflect.Struct:
		if v.NumField() > 0 && v.Type().Field(0).Tag.Get("parquet") != "" {
			return columnsOf(v.Interface())
		}
	}
	return v.Interface()
}
