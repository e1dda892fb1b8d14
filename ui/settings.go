package ui

import (
	"encoding/json"
	"fmt"
)

// settings are the settings of the window: texts, numbers and switches by name. They are
// stored in a file of the data folder, so that backups include them. They must only be used on
// the UI goroutine.
type settings struct {
	all map[string]any
	// changed is called with all encoded settings after every change.
	changed func([]byte)
}

// newSettings returns empty settings.
func newSettings(changed func([]byte)) *settings {
	return &settings{all: map[string]any{}, changed: changed}
}

// Load replaces the settings by encoded ones.
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

// String returns a text, or "".
func (s *settings) String(name string) string {
	text, _ := s.all[name].(string)
	return text
}

// SetString stores a text.
func (s *settings) SetString(name, value string) { s.set(name, value) }

// Float returns a number, or otherwise if there is none.
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
