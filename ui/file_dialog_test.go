//go:build !headless

package ui

import (
	"testing"

	"github.com/godbus/dbus/v5"
)

// The portal answers with URIs. It also answers when the person closed the dialog, which is no
// error, and when the dialog could not be shown.
func TestTheAnswerOfTheFileDialogIsAPath(t *testing.T) {
	for _, c := range []struct {
		code   uint32
		uris   []string
		path   string
		failed bool
	}{
		{0, []string{"file:///home/anna/My%20lists/100%25.ics"}, "/home/anna/My lists/100%.ics", false},
		{1, nil, "", false},
		{2, nil, "", true},
		{0, nil, "", true},
		{0, []string{"sftp://server/a.ics"}, "", true},
	} {
		results := map[string]dbus.Variant{}
		if c.uris != nil {
			results["uris"] = dbus.MakeVariant(c.uris)
		}
		path, err := chosenPath(&dbus.Signal{Body: []any{c.code, results}})
		if path != c.path || (err != nil) != c.failed {
			t.Errorf("code %d, %v: got %q, %v", c.code, c.uris, path, err)
		}
	}
	if _, err := chosenPath(&dbus.Signal{Body: []any{"no code"}}); err == nil {
		t.Error("an answer of another form is accepted")
	}
}

func TestTheFiltersOfTheFileDialogMatchCapitalLetters(t *testing.T) {
	for extension, want := range map[string]string{".ics": ".[iI][cC][sS]", ".mp3": ".[mM][pP]3"} {
		if got := anyCase(extension); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
