package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine/conflicts/session"
)

// tool is another program that makes a result of versions, and its files.
type tool struct {
	command string
	// two are the versions that it gets, person calls who made them.
	two    []int
	person func(by string) string
	// base is "" where it is not known what they started from.
	base, a, b, result string
	labels             []string
	dir                string
}

// write writes the files, and returns the result as it stands before; "" where
// the tool makes the file itself.
func (t *tool) write(dir string, s *session.Session) (before string, err error) {
	f := fileOf(s)
	texts := map[string]string{}
	t.dir = dir
	for i, c := range f.candidates {
		texts[c.Letter+".txt"] = f.version(i)
	}
	if base := s.Base(); base.Found() {
		texts["base.txt"] = f.base(base.Known() && base.Version.Deleted)
		t.base = filepath.Join(dir, "base.txt")
	}
	t.a, t.b = t.version(f, 0), t.version(f, 1)
	t.result = filepath.Join(dir, "result.txt")
	if !t.makesResult() {
		before = f.draft(s.Outcome().Deletes)
		texts["result.txt"] = before
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", fmt.Errorf("writing the files: %w", err)
		}
	}
	return before, nil
}

// version is the file of one of the two versions.
func (t *tool) version(f file, i int) string {
	c := f.candidates[t.two[i]]
	t.labels = append(t.labels, label(c)+" "+t.person(c.Version.Top().By))
	return filepath.Join(t.dir, c.Letter+".txt")
}

// makesResult tells whether the tool computes the result by itself, so that it is
// there only once a person saved it.
func (t *tool) makesResult() bool { return t.command == "kdiff3" }

// run runs the tool until it ends.
func (t *tool) run(r *run) error {
	words := t.words()
	if len(words) == 0 {
		return misuse("--with names no command")
	}
	if r.env.Execute == nil {
		return misuse("no other program can be started here")
	}
	return r.env.Execute(r.ctx, words[0], words[1:]...)
}

// made tells whether there is a result other than the one before.
func (t *tool) made(before string) (bool, error) {
	after, err := os.ReadFile(t.result)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the result: %w", err)
	}
	return string(after) != before, nil
}

// words are the command and its arguments.
func (t *tool) words() []string {
	switch t.command {
	case "meld":
		// The middle one is edited: it begins as the draft of the result.
		return []string{"meld", t.a, t.result, t.b}
	case "kdiff3":
		return t.kdiff3()
	}
	words := splitWords(t.command)
	files := strings.NewReplacer("$BASE", t.baseOrEmpty(), "$A", t.a, "$B", t.b, "$RESULT", t.result)
	filled := each(words, files.Replace)
	if slices.Equal(filled, words) && len(words) > 0 {
		return append(words, t.result)
	}
	return filled
}

// kdiff3 is the command for two files, or three where the base is known.
func (t *tool) kdiff3() []string {
	names := append([]string{"base"}, t.labels...)
	files := []string{t.base, t.a, t.b}
	if t.base == "" {
		names, files = names[1:], files[1:]
	}
	words := append([]string{"kdiff3"}, files...)
	for i, name := range names {
		words = append(words, fmt.Sprintf("--L%d", i+1), name)
	}
	return append(words, "-o", t.result)
}

// baseOrEmpty is a file with what they started from, or without anything.
func (t *tool) baseOrEmpty() string {
	if t.base == "" {
		return os.DevNull
	}
	return t.base
}

// splitWords splits a command at its spaces, but for those between quotes.
func splitWords(command string) []string {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words
}
