package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutation is one way of breaking the rules: in a file, named from the folder of
// theirs, a text that stands there once is replaced.
type mutation struct{ name, file, old, new string }

// try is nil where a test fails with the mutation in place.
func (b *bench) try(m mutation) error {
	overlay, err := b.overlay(m)
	if err != nil {
		return err
	}
	output, err := goTest(b.rules, "-run="+b.run, "-overlay="+overlay)
	switch {
	case err == nil:
		return errors.New("every test passes")
	case strings.Contains(output, "[build failed]"), !strings.Contains(output, "FAIL"):
		return fmt.Errorf("it does not build: %s", output)
	}
	return nil
}

// overlay writes the changed file and tells the go command to build with it.
func (b *bench) overlay(m mutation) (string, error) {
	original := filepath.Join(b.source, m.file)
	text, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		return "", fmt.Errorf("its text stands %d times in %s, not once", n, m.file)
	}
	dir, err := os.MkdirTemp(b.scratch, "")
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(m.file))
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600); err != nil {
		return "", err
	}
	return writeOverlay(filepath.Join(dir, "overlay.json"), original, changed)
}

func writeOverlay(path, original, changed string) (string, error) {
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, replace, 0o600)
}
