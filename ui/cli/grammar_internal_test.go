package cli

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// If a flag comes first, all commands are built.
func TestTheChosenCommandIsTheSameAlone(t *testing.T) {
	all := paths(reflect.TypeFor[grammar](), nil)
	if len(all) < 70 {
		t.Fatalf("only %d commands", len(all))
	}
	for _, path := range all {
		alone := helped(t, append(path, "--help")...)
		if amongAll := helped(t, slices.Concat([]string{"--json"}, path, []string{"--help"})...); alone != amongAll {
			t.Errorf("%v alone prints\n%s\nand among all\n%s", path, alone, amongAll)
		}
	}
}

// A text under a name that no command has would never be shown.
func TestEveryDetailBelongsToACommand(t *testing.T) {
	all := paths(reflect.TypeFor[grammar](), nil)
	for name, text := range details {
		if !slices.ContainsFunc(all, func(path []string) bool { return strings.Join(path, " ") == name }) {
			t.Errorf("no command %q: %s", name, text)
		}
	}
}

// paths returns the words of all commands below one.
func paths(commands reflect.Type, before []string) (all [][]string) {
	for i := range commands.NumField() {
		field := commands.Field(i)
		if _, is := field.Tag.Lookup("cmd"); is && field.Type != reflect.TypeFor[windowCommand]() {
			path := append(slices.Clone(before), strings.ToLower(field.Name))
			all = append(append(all, path), paths(field.Type, path)...)
		}
	}
	return all
}

func helped(t *testing.T, args ...string) string {
	var out bytes.Buffer
	Run(t.Context(), args, Env{Stdout: &out, Stderr: &out})
	return out.String()
}
