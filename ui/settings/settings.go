// Package settings stores how a person set the window up, in a file of the data folder: a backup
// has it.
package settings

import (
	"encoding/json"
	"fmt"
)

// Settings are texts, numbers and switches by their names. They belong to the UI goroutine.
type Settings struct {
	all map[string]any
	// changed gets all of them, encoded, after every change.
	changed func([]byte)
}

// New holds no settings.
func New(changed func([]byte)) *Settings {
	return &Settings{all: map[string]any{}, changed: changed}
}

// Load replaces the settings by those that were encoded before.
func (s *Settings) Load(text []byte) error {
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
func (s *Settings) String(name string) string {
	text, _ := s.all[name].(string)
	return text
}

// SetString stores a text.
func (s *Settings) SetString(name, value string) { s.set(name, value) }

// Float is a number, or otherwise where there is none.
func (s *Settings) Float(name string, otherwise float64) float64 {
	if n, is := s.all[name].(float64); is {
		return n
	}
	return otherwise
}

// SetFloat stores a number.
func (s *Settings) SetFloat(name string, value float64) { s.set(name, value) }

// Bool reports whether a switch is on.
func (s *Settings) Bool(name string) bool {
	on, _ := s.all[name].(bool)
	return on
}

// SetBool stores a switch.
func (s *Settings) SetBool(name string, value bool) { s.set(name, value) }

func (s *Settings) set(name string, value any) {
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
