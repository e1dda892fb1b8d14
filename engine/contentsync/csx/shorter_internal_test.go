package csx

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func shortened(t testing.TB, document string, most int, wrap func(io.Reader) io.Reader) (string, int) {
	t.Helper()
	s := newShorter(wrap(strings.NewReader(document)), 0)
	s.most = most
	b, err := io.ReadAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), s.lines()
}

func atOnce(r io.Reader) io.Reader { return r }

func TestWhatIsTooLongIsShortened(t *testing.T) {
	for _, c := range []struct {
		document, want string
		lines          int
	}{
		{"<a>0123456789abcdef</a>", "<a>0123456789</a>", 0},
		{"<a>0123456789</a>", "<a>0123456789</a>", 0},
		{"<a>01234567\n9\n\nx</a>", "<a>01234567\n9</a>", 2},
		{"<a>012345678&amp;x</a>", "<a>012345678&amp;</a>", 0},
		{"<a>012345678äöü</a>", "<a>012345678ä</a>", 0},
		{"<a><![CDATA[0123456789]] >&<b>]]></a>", "<a><![CDATA[0]]></a>", 0},
		{"<a><!--0123456789<b>-->x</a>", "<a><!--012345-->x</a>", 0},
		{"<a><?0123456789<b>?>x</a>", "<a><?01234567?>x</a>", 0},
		{"<a b='0123456789>'>x</a>", "<a b='0123456789>'>x</a>", 0},
		{"<a>0123456789", "<a>0123456789", 0},
	} {
		for name, wrap := range map[string]func(io.Reader) io.Reader{"at once": atOnce, "byte by byte": iotest.OneByteReader} {
			if got, lines := shortened(t, c.document, 10, wrap); got != c.want || lines != c.lines {
				t.Errorf("%s, %s: %q and %d lines, want %q", c.document, name, got, lines, c.want)
			}
		}
	}
}

// TestWhatIsNotTooLongPassesAsItIs, and however it arrives it is shortened the same.
func TestWhatIsNotTooLongPassesAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{
			"<", ">", "a", "&amp;", "&", ";", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "-", "ü", "\n", "0123456789", "</x>", "<x y='>'>",
		})).Draw(t, "pieces"), "")
		s := newShorter(strings.NewReader(document), 0)
		if got, err := io.ReadAll(s); err != nil || !bytes.Equal(got, []byte(document)) {
			t.Fatalf("%q, %v", got, err)
		}
		most := rapid.IntRange(4, 40).Draw(t, "most")
		s, slow := newShorter(strings.NewReader(document), 0), newShorter(iotest.OneByteReader(strings.NewReader(document)), 0)
		s.most, slow.most = most, most
		once, _ := io.ReadAll(s)
		twice, _ := io.ReadAll(slow)
		if !bytes.Equal(once, twice) || s.lines() != slow.lines() {
			t.Fatalf("%q at once, %q byte by byte", once, twice)
		}
	})
}
