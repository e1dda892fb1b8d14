package plain_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/ui/cli/plain"
)

func TestWhatIsWritten(t *testing.T) {
	got := plain.Write([]plain.Section{
		{Name: "title", Value: "Eggs"}, {Name: "due"}, {Name: "tags", Value: "=== due ===\n\\x\nfood"}, {Name: "text", Value: "one\n\n=== due ===\n"},
	})
	const want = `=== title ===
Eggs

=== due ===

=== tags ===
\=== due ===
\\x
food

=== text ===
one

=== due ===

`
	if got != want {
		t.Errorf("wrote\n%s\nwant\n%s", got, want)
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	line := rapid.SampledFrom([]string{"", "a", "b c", "=== title ===", "=== text ===", `\`, `\\=== x ===`, "ä\r", "<<<<<<< A", "=======", " "})
	rapid.Check(t, func(t *rapid.T) {
		value := func(name string) string {
			return strings.Join(rapid.SliceOfN(line, 0, 4).Draw(t, name), "\n")
		}
		single := strings.Trim(strings.ReplaceAll(value("title"), "\r", ""), "\n")
		text := strings.TrimSuffix(value("text"), "\r")
		got, err := plain.Read(plain.Write([]plain.Section{{Name: "title", Value: single}, {Name: "text", Value: text}}), []string{"title", "text"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Value != single || got[1].Value != text {
			t.Errorf("read %q and %q, want %q and %q", got[0].Value, got[1].Value, single, text)
		}
	})
}

func TestFieldsInAnyOrderAndFromOtherEditors(t *testing.T) {
	got, err := plain.Read("\ufeff\r\n=== due ===\r\n2026-11-27\r\n\r\n=== title ===\r\nEggs\r\n=== text ===\r\nx\r\ny", []string{"title", "due", "text"}, nil)
	want := []plain.Section{{Name: "due", Value: "2026-11-27", Line: 2}, {Name: "title", Value: "Eggs", Line: 5}, {Name: "text", Value: "x\r\ny", Line: 7}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestWhatCannotBeReadIsNamedByLineAndField(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "line 1: title: its heading === title === is missing: leave a field empty to take its value away",
		"Eggs\n=== title ===\n":         "line 1: it stands before the first field: a field begins with a line such as === title ===",
		"=== title ===\nEggs\n":         "line 3: text: its heading === text === is missing: leave a field empty to take its value away",
		"=== title ===\n=== colour ===": "line 2: colour: there is no such field here: the fields are title, text",
		"=== title ===\n=== title ===":  "line 2: title: it stands there twice",
		"=== title ===\n<<<<<<< A\n":    "line 2: title: still to choose: leave what is right, and take the lines that begin with <<<, === and >>> out",
		"=== title ===\n=== text ===\nx\n<<<<<<< A\r\n": "line 4: text: still to choose: leave what is right, and take the lines that begin with <<<, === and >>> out",
		"=== title ===\na\n\xff":                        "line 3: it is not in UTF-8: save it so",
	} {
		_, err := plain.Read(text, []string{"title", "text"}, []string{"<<<<<<< A"})
		var wrong *plain.Error
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
