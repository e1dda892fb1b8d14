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

// instant is a time as the database keeps it: seconds since 1970, with nine
// decimals where there are any, and "" for the zero time. A date would not do:
// feeds hold instants beyond the year 9999.
type instant time.Time

// String is the instant as it is kept.
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

// Value gives the instant to the database.
func (i instant) Value() (sqldriver.Value, error) { return i.String(), nil }

// Scan takes the instant from the database.
func (i *instant) Scan(v any) (err error) {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("an instant is a text, not a %T", v)
	}
	*i, err = parseInstant(s)
	return err
}

// MarshalText gives the instant to a history.
func (i instant) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText takes the instant from a history.
func (i *instant) UnmarshalText(text []byte) (err error) {
	*i, err = parseInstant(string(text))
	return err
}

// identity is that of a version in JSON: base64.
type identity [sha256.Size]byte

// MarshalText writes an identity.
func (i identity) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, i[:]), nil
}

// UnmarshalText reads an identity.
func (i *identity) UnmarshalText(text []byte) error {
	all, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(all) != len(i) {
		return fmt.Errorf("%q is no version's identity", text)
	}
	copy(i[:], all)
	return nil
}

// identities are those of versions as JSON has them; nil stays nil.
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

// hashes are the identities that JSON has; nil stays nil.
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
