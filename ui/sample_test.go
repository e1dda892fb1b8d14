//go:build !headless

package ui

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/BurntSushi/toml"
)

// The sample can be tried again: its feeds are overwritten.
func TestTheSampleIsThreeFeedsInAFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "sample")
	for range 2 {
		got, err := writeSample(folder)
		if err != nil || got != folder {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	names, err := filepath.Glob(filepath.Join(folder, "Groceries.*.xml"))
	if err != nil || len(names) != 3 {
		t.Errorf("the folder holds %v, %v", names, err)
	}
}

func TestASampleThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := writeSample(filepath.Join(file, "sample")); err == nil {
		t.Error("it was written under a file")
	}
}

// The metadata in the code equals that of the packages.
func TestTheMetadataIsThatOfThePackage(t *testing.T) {
	var packaged struct {
		Details    struct{ Name, ID, Version, Icon string }
		Migrations map[string]bool
	}
	if _, err := toml.DecodeFile("../FyneApp.toml", &packaged); err != nil {
		t.Fatal(err)
	}
	code := metadata()
	if d := packaged.Details; d.Name != code.Name || d.ID != code.ID || d.Version != code.Version {
		t.Errorf("the file says %+v, the code %s %s %s", d, code.Name, code.ID, code.Version)
	}
	if !packaged.Migrations["fyneDo"] || !code.Migrations["fyneDo"] {
		t.Error("fyneDo is not set in both")
	}
	if _, err := os.Stat(filepath.Join("..", packaged.Details.Icon)); err != nil {
		t.Error(err)
	}
}
