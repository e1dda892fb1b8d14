package ui

import (
	"encoding/json"
	"fmt"
)

// settings are how a person set the window up: texts, numbers and switches by their names. They
// are in a file of the data folder, so that a backup has them, and belong to the UI goroutine.
type settings struct {
	all map[string]any
	// changed gets all of them, encoded, after every change.
	changed func([]byte)
}

// newSettings holds no settings.
func newSettings(changed func([]byte)) *settings {
	return &settings{all: map[string]any{}, changed: changed}
}

// Load replaces the settings by those that were encoded before.
func (s *settings) Load(text []byte) error {
	all := map[string]any{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &all); err != nil {
			return fmt.Errorf("reading the settings of the window: %w", err)
		}
	}
	s.all = all
	return nil
}

// String is a text, or "".
func (s *settings) String(name string) string {
	text, _ := s.all[name].(string)
	return text
}

// SetString stores a text.
func (s *settings) SetString(name, value string) { s.set(name, value) }

// Float is a number, or otherwise where there is none.
func (s *settings) Float(name string, otherwise float64) float64 {
	if n, is := s.all[name].(float64); is {
		return n
	}
	return otherwise
}

// SetFloat stores a number.
func (s *settings) SetFloat(name string, value float64) { s.set(name, value) }

// Bool reports whether a switch is on.
func (s *settings) Bool(name string) bool {
	on, _ := s.all[name].(bool)
	return on
}

// SetBool stores a switch.
func (s *settings) SetBool(name string, value bool) { s.set(name, value) }

func (s *settings) set(name string, value any) {
	if was, there := s.all[name]; there && was == value {
		return
	}
	s.all[name] = value
	text, err := json.MarshalIndent(s.all, "", "\t")
	if err != nil {
		panic("settings: values cannot be encoded: " + err.Error())
	}
	s.changed(text)
}
