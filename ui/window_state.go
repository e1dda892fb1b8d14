//go:build !headless

package ui

import (
	"context"
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
