//go:build !headless

package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestTheNameThatIsSuggestedForADevice(t *testing.T) {
	for _, c := range [][4]string{
		{"kitchen.local", "Anna Berg", "anna", "kitchen"},
		{"localhost.localdomain", "Anna Berg", "anna", "Anna Berg"},
		{"Debian", "", `WORK\anna`, "anna"},
		{"0123456789abcdef0123", "", "anna", "anna"},
		{"", "root", "root", ""},
		{"b\u202fo\u202ex", "", "", "b ox"},
	} {
		if got := suggested(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q: suggested %q", c, got)
		}
	}
}

// The sample can be tried again: its feeds are overwritten.
func TestTheSampleIsWrittenIntoAFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "sample")
	for range 2 {
		got, err := writeSample(folder)
		if err != nil || !slices.Equal(got, []string{"Contacts", "Groceries", "Party"}) {
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
