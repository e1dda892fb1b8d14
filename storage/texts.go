package storage

import (
	"crypto/sha256"
	sqldriver "database/sql/driver"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// JSON can only contain Unicode, and would replace every other byte: in an ETag that a server
// made of Latin-1, and that has to be sent back unchanged, or in a file name. Each such byte
// is therefore encoded as a zero byte and two hexadecimal digits, and so is a zero byte.
const escape = "\x00"

// marshal is json.Marshal for values with arbitrary bytes in their texts.
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

// escaped returns a text that JSON can represent.
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

// unescaped reverses escaped.
func unescaped(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, escape)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := min(len(after), hex.EncodedLen(1))
		one, _ := hex.DecodeString(after[:n]) // nothing, if somebody else wrote it
		b.Write(one)
		s = after[n:]
	}
}

// withTexts returns a copy of a value with all texts changed, including keys of maps.
func withTexts[T any](v T, change func(string) string) T {
	return changed(reflect.ValueOf(&v).Elem(), change).Interface().(T)
}

// changed returns a copy of a value with changed texts. Unexported fields stay unchanged.
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

// jsonText stores a value as JSON in a column, for properties that are not queried
// individually. An empty value is stored as an empty text.
type jsonText[T any] struct{ of *T }

// encode returns the JSON text.
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

// Scan implements sql.Scanner.
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

// instant is a time in the database: seconds since 1970, with nine decimals if there are any,
// and "" for the zero time. A date would not do, because feeds contain times after the year
// 9999.
type instant time.Time

// String returns the text in the database.
func (i instant) String() string {
	t := time.Time(i)
	if t.IsZero() {
		return ""
	}
	s := strconv.FormatInt(t.Unix(), 10)
	if n := t.Nanosecond(); n != 0 {
		s += fmt.Sprintf(".%09d", n)
	}
	return s
}

func parseInstant(s string) (instant, error) {
	if s == "" {
		return instant{}, nil
	}
	whole, decimals, _ := strings.Cut(s, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return instant{}, err
	}
	var nanoseconds int64
	if decimals != "" {
		nanoseconds, err = strconv.ParseInt(decimals, 10, 64)
	}
	return instant(time.Unix(seconds, nanoseconds).UTC()), err
}

// Value implements driver.Valuer.
func (i instant) Value() (sqldriver.Value, error) { return i.String(), nil }

// Scan implements sql.Scanner.
func (i *instant) Scan(v any) (err error) {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("an instant is a text, not a %T", v)
	}
	*i, err = parseInstant(s)
	return err
}

// MarshalText encodes the instant in a history.
func (i instant) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText decodes the instant in a history.
func (i *instant) UnmarshalText(text []byte) (err error) {
	*i, err = parseInstant(string(text))
	return err
}

// identity is the identity of a version in JSON: base64.
type identity [sha256.Size]byte

// MarshalText implements encoding.TextMarshaler.
func (i identity) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, i[:]), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (i *identity) UnmarshalText(text []byte) error {
	all, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(all) != len(i) {
		return fmt.Errorf("%q is no version's identity", text)
	}
	copy(i[:], all)
	return nil
}

// identities converts identities for JSON; nil stays nil.
func identities(all [][sha256.Size]byte) []identity {
	if all == nil {
		return nil
	}
	texts := make([]identity, len(all))
	for i, one := range all {
		texts[i] = one
	}
	return texts
}

// hashes converts identities from JSON; nil stays nil.
func hashes(all []identity) [][sha256.Size]byte {
	if all == nil {
		return nil
	}
	found := make([][sha256.Size]byte, len(all))
	for i, one := range all {
		found[i] = one
	}
	return found
}
