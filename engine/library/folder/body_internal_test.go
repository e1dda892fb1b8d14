package folder

import (
	"errors"
	"io"
	"strings"
	"testing"

	"crossfeed/engine/transport"
)

type openFile struct{ *strings.Reader }

func (openFile) Close() error { return nil }

func TestNobodyGetsTheEndOfAFileThatChanged(t *testing.T) {
	hash, size, _ := transport.Hash(strings.NewReader("as it was"))
	for _, c := range []struct{ now, want string }{
		{"as it was", "as it was"},
		{"as it was, and more", "as it was"}, // only the recorded size is read
		{"as it is!", ""},
		{"as", "as"},
		{"", ""},
	} {
		b, err := newBody(openFile{strings.NewReader(c.now)}, nil, size, hash)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // it may be sent twice
			if _, err := b.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(b)
			if whole := c.want == "as it was"; string(got) != c.want || whole != (err == nil) || !whole && !errors.Is(err, ErrChanged) || b.changed == whole {
				t.Errorf("%q is read as %q, %v", c.now, got, err)
			}
		}
	}
}

func TestWhatCannotBeReadTwiceIsCopied(t *testing.T) {
	hash, size, _ := transport.Hash(strings.NewReader("text"))
	b, err := newBody(io.NopCloser(io.MultiReader(strings.NewReader("text"))), transport.TempFolder{Folder: t.TempDir()}, size, hash)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := b.Seek(0, io.SeekStart)
		if got, _ := io.ReadAll(b); string(got) != "text" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := b.close(); err != nil {
		t.Error(err)
	}
}

func TestTheBeginningOfADocumentIsKnown(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct {
		there, of string
		want      bool
	}{
		{"", "abc", true}, {"ab", "abc", true}, {"abc", "abc", true}, {"abcd", "abc", false}, {"b", "abc", false},
		{long[1:], long, true}, {long + "y", long + "z", false},
	} {
		if err := begins(strings.NewReader(c.there), strings.NewReader(c.of)); (err == nil) != c.want {
			t.Errorf("%.10q begins %.10q: %v", c.there, c.of, err)
		}
	}
}

func TestReferencesToFiles(t *testing.T) {
	for _, c := range []struct{ dir, to, want string }{
		{"", "a b.jpg", "a%20b.jpg"},
		{"x/y", "x/y/ä#1?.jpg", "%C3%A4%231%3F.jpg"},
		{"x", "x/100%.jpg", "100%25.jpg"},
		{"", "x y/" + RootName, "x%20y/" + RootName},
		{"x", "x/a:b.jpg", "./a:b.jpg"},
		{"", `back\slash`, "back%5Cslash"},
	} {
		if got := relative(c.dir, c.to); got != c.want {
			t.Errorf("%s from %q is %s, want %s", c.to, c.dir, got, c.want)
		}
		from := "https://example.com/" + c.dir + "/" + RootName
		if at, err := transport.Resolve(from, relative(c.dir, c.to)); err != nil || transport.Name(at) != c.to[strings.LastIndexByte(c.to, '/')+1:] {
			t.Errorf("%s leads to %s: %v", c.to, at, err)
		}
	}
}
