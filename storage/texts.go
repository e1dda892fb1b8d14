package storage

import (
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"unicode/utf8"
)

// JSON holds Unicode alone, and would replace every other byte: an ETag that a server
// made of Latin-1, which is to be sent back byte for byte, or the name of a file. So each
// such byte is written as a zero and two hexadecimal digits, and so is a zero.
const escape = "\x00"

// marshal is json.Marshal for values with any bytes in their texts.
func marshal[T any](v T) ([]byte, error) { return json.Marshal(withTexts(v, escaped)) }

// unmarshal reads what marshal wrote.
func unmarshal[T any](text string, v *T) error {
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return err
	}
	if strings.Contains(text, `\u0000`) {
		*v = withTexts(*v, unescaped)
	}
	return nil
}

// escaped is a text as JSON can hold it.
func escaped(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, escape) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		c, n := utf8.DecodeRuneInString(s)
		if c == utf8.RuneError && n == 1 || c == 0 {
			b.WriteString(escape + hex.EncodeToString([]byte{s[0]}))
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// unescaped is the text that was escaped.
func unescaped(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, escape)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := min(len(after), hex.EncodedLen(1))
		one, _ := hex.DecodeString(after[:n]) // nothing, where somebody else wrote it
		b.Write(one)
		s = after[n:]
	}
}

// withTexts is a copy of a value in which all texts are changed, keys of maps too.
func withTexts[T any](v T, change func(string) string) T {
	return changed(reflect.ValueOf(&v).Elem(), change).Interface().(T)
}

// changed is a copy of a value with changed texts. What is not exported stays as it is.
func changed(v reflect.Value, change func(string) string) reflect.Value {
	made := reflect.New(v.Type()).Elem()
	made.Set(v)
	switch {
	case v.Kind() == reflect.String:
		made.SetString(change(v.String()))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if made.Field(i).CanSet() {
				made.Field(i).Set(changed(v.Field(i), change))
			}
		}
	case v.Kind() == reflect.Slice && !v.IsNil():
		made.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			made.Index(i).Set(changed(v.Index(i), change))
		}
	case v.Kind() == reflect.Map && !v.IsNil():
		made.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for each := v.MapRange(); each.Next(); {
			made.SetMapIndex(changed(each.Key(), change), changed(each.Value(), change))
		}
	}
	return made
}
