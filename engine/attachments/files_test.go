package attachments_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/attachments"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

func newCache(t *testing.T) cache.Cache {
	t.Helper()
	return cache.Disk{Folder: t.TempDir()}.Attachments()
}

const hashOfHello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestAFileIsKeptUnderTheHashOfWhatIsInIt(t *testing.T) {
	c := newCache(t)
	a, err := attachments.Save(t.Context(), c, `C:\My Files\Hello  World.TXT`, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (record.Attachment{Link: "files/" + hashOfHello + ".txt", Size: 5, Name: "Hello World.TXT"}); a != want {
		t.Errorf("%+v", a)
	}
	path, size, err := attachments.Here(c, a)
	if err != nil || size != 5 {
		t.Fatalf("%d, %v", size, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAFileThatIsKeptIsNotWrittenAgain(t *testing.T) {
	c := newCache(t)
	a, err := attachments.Save(t.Context(), c, "a.txt", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	path, _, _ := attachments.Here(c, a)
	before, _ := os.Stat(path)
	b, err := attachments.Save(t.Context(), c, "b.txt", strings.NewReader("hello"))
	if err != nil || b.Link != a.Link || b.Name != "b.txt" {
		t.Fatalf("%+v, %v", b, err)
	}
	if after, _ := os.Stat(path); !os.SameFile(before, after) {
		t.Error("it was written again")
	}
}

// growing has more bytes every time it is read from its start.
type growing struct {
	io.ReadSeeker
	text string
}

func (g *growing) Seek(int64, int) (int64, error) {
	g.text += "x"
	g.ReadSeeker = strings.NewReader(g.text)
	return 0, nil
}

func TestAFileThatChangesWhileItIsReadIsNotKept(t *testing.T) {
	c := newCache(t)
	if _, err := attachments.Save(t.Context(), c, "log.txt", &growing{}); err == nil {
		t.Fatal("it was kept")
	}
	_ = c.Names(func(name string) error {
		t.Errorf("%s is left", name)
		return nil
	})
}

// endless is an endless file.
type endless struct{}

func (endless) Read(b []byte) (int, error)     { return len(b), nil }
func (endless) Seek(int64, int) (int64, error) { return 0, nil }

func TestAFileThatIsTooLargeIsRefused(t *testing.T) {
	if _, err := attachments.Save(t.Context(), newCache(t), "film.mkv", endless{}); !errors.Is(err, attachments.ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestKeepingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := attachments.Save(ctx, newCache(t), "a", bytes.NewReader(make([]byte, 100))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestALinkOfOthersIsNeverAFileHere(t *testing.T) {
	for _, link := range []string{"../../etc/passwd", "/etc/passwd", "files/../x", "https://example.org/" + hashOfHello, ""} {
		if path, _, err := attachments.Here(newCache(t), record.Attachment{Link: link}); path != "" || err != nil {
			t.Errorf("%q is %q, %v", link, path, err)
		}
	}
}

// The address to which a file is written must be the one to which its link resolves from the
// feed, for any kind of place.
func TestAFileLiesWhereItsLinkLeads(t *testing.T) {
	a := record.Attached(hashOfHello, 5, "a.txt")
	for feed, want := range map[string]string{
		"/home/100% Grüße #1/Läden?.xml":                   "/home/100% Grüße #1/files/",
		"https://example.org/lists/a%20b.xml":              "https://example.org/lists/files/",
		"https://example.org/lists/a.xml?token=1":          "https://example.org/lists/files/",
		"https://example.org/a.xml":                        "https://example.org/files/",
		"s3://bucket/lists/a.xml":                          "s3://bucket/lists/files/",
		"s3://bucket/a.xml?endpoint=http://localhost:9000": "s3://bucket/files/?endpoint=http%3A%2F%2Flocalhost%3A9000",
	} {
		address, err := transport.Parse(feed)
		if err != nil {
			t.Fatal(err)
		}
		if got := attachments.FolderOf(address); got != want {
			t.Errorf("%s: files lie in %s, want %s", feed, got, want)
		}
		put := attachments.At(address, a)
		read, err := transport.Resolve(address, a.Link)
		if err != nil || put != read || !strings.Contains(put, a.File()) {
			t.Errorf("%s: put at %s, read at %s, %v", feed, put, read, err)
		}
	}
}

func TestANameOfSomebodyElseIsMadeSafe(t *testing.T) {
	for name, want := range map[string]string{
		"Photo (1).jpg": "Photo (1).jpg", "Grüße.pdf": "Grüße.pdf", "../../etc/passwd": "_.._etc_passwd", `C:\x`: "C__x",
		".bashrc": "bashrc", "..": "file", "": "file", "CON": "_CON", "nul.txt": "_nul.txt", "console.txt": "console.txt",
		"a\x00b\n.txt": "ab.txt", "invoice\u202Efdp.exe": "invoicefdp.exe", "a?.b ": "a_.b", "\xff": "_",
	} {
		if got := attachments.SafeName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestALongNameKeepsItsEnding(t *testing.T) {
	got := attachments.SafeName(strings.Repeat("ä", 300) + ".pdf")
	if len(got) > attachments.MaxName || !strings.HasSuffix(got, "ä.pdf") || !utf8.ValidString(got) {
		t.Errorf("%d bytes, %q", len(got), got)
	}
}

func FuzzSafeName(f *testing.F) {
	f.Add("a/../b")
	f.Fuzz(func(t *testing.T, name string) {
		got := attachments.SafeName(name)
		if got == "" || got != filepath.Base(got) || len(got) > attachments.MaxName || strings.ContainsAny(got, "/\\\x00") || strings.Trim(got, ".") == "" {
			t.Errorf("%q: %q", name, got)
		}
		if again := attachments.SafeName(got); again != got {
			t.Errorf("%q: %q, and again %q", name, got, again)
		}
	})
}
