package storage

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/item"
)

// entry is one update in the JSON of a history. Extra is XML, and stands in
// the JSON as it is.
type entry struct {
	Sequence int     `json:"sequence"`
	When     string  `json:"when,omitempty"`
	At       instant `json:"at,omitzero"`
	By       string  `json:"by,omitempty"`
	Extra    string  `json:"extra,omitempty"`
}

func encodeHistory(history []item.History) (string, error) {
	entries := make([]entry, len(history))
	for i, h := range history {
		entries[i] = entry{h.Sequence, h.When.String(), instant(h.When.Time()), h.By, h.Extra}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(entries); err != nil {
		return "", fmt.Errorf("writing a history: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

func decodeHistory(text string) ([]item.History, error) {
	if history, plain := plainHistory(text); plain {
		return history, nil
	}
	var entries []entry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, fmt.Errorf("reading a history: %w", err)
	}
	history := make([]item.History, len(entries))
	for i, e := range entries {
		history[i] = e.decoded()
	}
	return history, nil
}

func (e entry) decoded() item.History {
	return item.History{Sequence: e.Sequence, When: item.ReadWhen(e.When, time.Time(e.At)), By: e.By, Extra: e.Extra}
}

// plainHistory reads a history as encodeHistory writes it where no text has an escape, which few
// have. It takes a fifth of the time that reading any JSON takes, and there are histories of
// thousands of entries.
func plainHistory(text string) (history []item.History, plain bool) {
	const begins, between, ends = `[{"sequence":`, `},{"sequence":`, `}]`
	inner, begun := strings.CutPrefix(text, begins)
	inner, ended := strings.CutSuffix(inner, ends)
	if !begun || !ended || strings.Contains(text, `\`) {
		return nil, false
	}
	history = make([]item.History, 0, strings.Count(text, "{"))
	for one := range strings.SplitSeq(inner, between) {
		e, plain := plainEntry(one)
		if !plain {
			return nil, false
		}
		history = append(history, e.decoded())
	}
	return history, true
}

// plainEntry reads an entry from its sequence on: 3,"when":"…","at":"…","by":"…","extra":"…".
func plainEntry(text string) (e entry, plain bool) {
	number, rest, more := strings.Cut(text, `,"`)
	sequence, err := strconv.Atoi(number)
	e.Sequence, plain = sequence, err == nil
	for plain && more {
		var name, value string
		name, rest, _ = strings.Cut(rest, `":"`)
		value, rest, plain = strings.Cut(rest, `"`)
		switch name {
		case "when":
			e.When = value
		case "at":
			plain = plain && e.At.UnmarshalText([]byte(value)) == nil
		case "by":
			e.By = value
		case "extra":
			e.Extra = value
		default:
			return e, false
		}
		rest, more = strings.CutPrefix(rest, `,"`)
	}
	return e, plain && rest == ""
}
