package storage

import (
	sqldriver "database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"time"
)

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
