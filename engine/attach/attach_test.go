package attach_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"crossfeed/engine/attach"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/record"
)

func kept(t *testing.T) cache.Cache {
	t.Helper()
	return cache.Disk{Folder: t.TempDir()}.Attachments()
}

const hashOfHello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestAFileIsKeptUnderTheHashOfWhatIsInIt(t *testing.T) {
	c := kept(t)
	a, err := attach.Keep(t.Context(), c, `C:\My Files\Hello  World.TXT`, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	if want := (record.Attachment{Link: "files/" + hashOfHello + ".txt", Size: 5, Name: "Hello World.TXT"}); a != want {
		t.Errorf("%+v", a)
	}
	path, size, err := attach.Here(c, a)
	if err != nil || size != 5 {
		t.Fatalf("%d, %v", size, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAFileThatIsKeptIsNotWrittenAgain(t *testing.T) {
	c := kept(t)
	a, err := attach.Keep(t.Context(), c, "a.txt", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	path, _, _ := attach.Here(c, a)
	before, _ := os.Stat(path)
	b, err := attach.Keep(t.Context(), c, "b.txt", strings.NewReader("hello"))
	if err != nil || b.Link != a.Link || b.Name != "b.txt" {
		t.Fatalf("%+v, %v", b, err)
	}
	if after, _ := os.Stat(path); !os.SameFile(before, after) {
		t.Error("it was written again")
	}
}

// growing has more every time it is read from its start.
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
	c := kept(t)
	if _, err := attach.Keep(t.Context(), c, "log.txt", &growing{}); err == nil {
		t.Fatal("it was kept")
	}
	_ = c.Names(func(name string) error {
		t.Errorf("%s is left", name)
		return nil
	})
}

// endless is a file larger than any.
type endless struct{}

func (endless) Read(b []byte) (int, error)     { return len(b), nil }
func (endless) Seek(int64, int) (int64, error) { return 0, nil }

func TestAFileThatIsTooLargeIsRefused(t *testing.T) {
	if _, err := attach.Keep(t.Context(), kept(t), "film.mkv", endless{}); !errors.Is(err, attach.ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestKeepingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := attach.Keep(ctx, kept(t), "a", bytes.NewReader(make([]byte, 100))); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestALinkOfOthersIsNeverAFileHere(t *testing.T) {
	for _, link := range []string{"../../etc/passwd", "/etc/passwd", "files/../x", "https://example.org/" + hashOfHello, ""} {
		if path, _, err := attach.Here(kept(t), record.Attachment{Link: link}); path != "" || err != nil {
			t.Errorf("%q is %q, %v", link, path, err)
		}
	}
}
