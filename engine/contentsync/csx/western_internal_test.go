package csx

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/transform"
)

// TestWhatIsNoUTF8IsReadAsWindows1252 wherever a reading ends in a character.
func TestWhatIsNoUTF8IsReadAsWindows1252(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		strings.Repeat("é\xe9😀x", 4000):       strings.Repeat("éé😀x", 4000),
		"cut \xf0\x9f\x98":                    "cut ðŸ˜",
		"\xe9\xe9\xe9":                        "ééé",
		"\ufffd stays":                        "\ufffd stays",
		"what Windows-1252 has not: \x81\xfe": "what Windows-1252 has not: \ufffdþ",
	} {
		for name, from := range map[string]io.Reader{"": strings.NewReader(text), ", byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(transform.NewReader(from, western{})); err != nil || string(got) != want {
				t.Errorf("%.20q%s is %.20q, want %.20q: %v", text, name, got, want, err)
			}
		}
	}
}
