package attach_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/attach"
)

func TestANameOfSomebodyElseIsMadeSafe(t *testing.T) {
	for name, want := range map[string]string{
		"Photo (1).jpg": "Photo (1).jpg", "Grüße.pdf": "Grüße.pdf", "../../etc/passwd": "_.._etc_passwd", `C:\x`: "C__x",
		".bashrc": "bashrc", "..": "file", "": "file", "CON": "_CON", "nul.txt": "_nul.txt", "console.txt": "console.txt",
		"a\x00b\n.txt": "ab.txt", "invoice\u202Efdp.exe": "invoicefdp.exe", "a?.b ": "a_.b", "\xff": "_",
	} {
		if got := attach.SafeName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestALongNameKeepsItsEnding(t *testing.T) {
	got := attach.SafeName(strings.Repeat("ä", 300) + ".pdf")
	if len(got) > attach.MaxName || !strings.HasSuffix(got, "ä.pdf") || !utf8.ValidString(got) {
		t.Errorf("%d bytes, %q", len(got), got)
	}
}

func FuzzSafeName(f *testing.F) {
	f.Add("a/../b")
	f.Fuzz(func(t *testing.T, name string) {
		got := attach.SafeName(name)
		if got == "" || got != filepath.Base(got) || len(got) > attach.MaxName || strings.ContainsAny(got, "/\\\x00") || strings.Trim(got, ".") == "" {
			t.Errorf("%q: %q", name, got)
		}
		if again := attach.SafeName(got); again != got {
			t.Errorf("%q: %q, and again %q", name, got, again)
		}
	})
}
