package storage

import (
	"fmt"
	"reflect"
)

// jsonText keeps a value as JSON in a column: what nothing asks for by itself. ” stands
// for one that says nothing.
type jsonText[T any] struct{ of *T }

// encode gives the text.
func (j jsonText[T]) encode() (string, error) {
	if v := reflect.ValueOf(*j.of); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return "", nil
	}
	text, err := marshal(*j.of)
	if err != nil {
		return "", fmt.Errorf("writing a %T: %w", *j.of, err)
	}
	return string(text), nil
}

// Scan takes the value from the database.
func (j jsonText[T]) Scan(v any) error {
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("JSON is a text, not a %T", v)
	}
	if text == "" {
		return nil
	}
	if err := unmarshal(text, j.of); err != nil {
		return fmt.Errorf("reading a %T: %w", *j.of, err)
	}
	return nil
}
