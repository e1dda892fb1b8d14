//go:build !headless

package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"

	"crossfeed/engine/safekeeping"
	"crossfeed/ui/theme"
	"crossfeed/ui/window"
	"crossfeed/ui/window/drafts"
)

// windowState is what the window stores in the data folder: unsaved drafts, and settings.
type windowState struct {
	drafts                   *drafts.Drafts
	settings                 *settings
	draftsFile, settingsFile *drafts.File
}

// openWindowState reads the stored files. It migrates settings that an older version stored in
// the system's preferences.
func openWindowState(dir string, queue func(func(context.Context)), older fyne.Preferences) (*windowState, error) {
	k := &windowState{
		draftsFile:   drafts.NewFile(filepath.Join(dir, safekeeping.DraftsName), queue),
		settingsFile: drafts.NewFile(filepath.Join(dir, safekeeping.SettingsName), queue),
	}
	k.drafts = drafts.New(k.draftsFile.Write)
	k.settings = newSettings(func(text []byte) { k.settingsFile.Write(func() []byte { return text }) })
	if text, err := k.settingsFile.Read(); err == nil && text == nil {
		k.adopt(older)
		return k, k.loadDrafts()
	}
	return k, k.load()
}

// adopt migrates the settings of an older version.
func (k *windowState) adopt(older fyne.Preferences) {
	if scale := older.Float(scaleKey); scale != 0 {
		k.settings.SetFloat(scaleKey, scale)
	}
	if older.Bool(contrastKey) {
		k.settings.SetBool(contrastKey, true)
	}
	for _, name := range window.SettingNames {
		if text := older.String(name); text != "" {
			k.settings.SetString(name, text)
		}
	}
}

// load reads both files.
func (k *windowState) load() error {
	text, err := k.settingsFile.Read()
	if err == nil {
		err = k.settings.Load(text)
	}
	if err != nil {
		err = fmt.Errorf("%w: move the file %s away to start with new settings", err, safekeeping.SettingsName)
	}
	return errors.Join(err, k.loadDrafts())
}

func (k *windowState) loadDrafts() error {
	text, err := k.draftsFile.Read()
	if err == nil {
		err = k.drafts.Load(text)
	}
	if err != nil {
		err = fmt.Errorf("%w: move the file %s away to start without drafts", err, safekeeping.DraftsName)
	}
	return err
}

// replaced reports whether another process has replaced one of the files by restoring a
// backup.
func (k *windowState) replaced() bool { return k.draftsFile.Replaced() || k.settingsFile.Replaced() }

// reload reads the files that another process replaced. Current drafts are not discarded.
func (k *windowState) reload() error {
	var failed error
	for _, each := range []struct {
		file *drafts.File
		take func(text []byte) error
	}{{k.settingsFile, k.settings.Load}, {k.draftsFile, k.drafts.Merge}} {
		if !each.file.Replaced() {
			continue
		}
		text, err := each.file.Read()
		if err == nil {
			err = each.take(text)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// onReplaced sets a function to call if another process replaced a file that was to be written
// here.
func (k *windowState) onReplaced(tell func()) {
	k.draftsFile.OnReplaced, k.settingsFile.OnReplaced = tell, tell
}

// failed sets a function to call if something could not be written.
func (k *windowState) failed(tell func(error)) {
	k.draftsFile.Failed, k.settingsFile.Failed = tell, tell
}

func (k *windowState) scale() float32 { return float32(k.settings.Float(scaleKey, 1)) }

// applyAppearance applies the chosen look, size and contrast.
func (k *windowState) applyAppearance(a fyne.App) {
	a.Settings().SetTheme(theme.New(k.scale()).WithContrast(k.settings.Bool(contrastKey)).WithLook(k.settings.String(window.LookKey)))
}

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
