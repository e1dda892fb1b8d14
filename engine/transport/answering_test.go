package transport_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

// hanging is a network folder whose server goes away: calls of the kinds that are set do not
// return before the test ends.
type hanging struct {
	transport.Files
	stat, names, open bool
	over              <-chan struct{}
}

func (h hanging) Stat(path string) (transport.Stat, error) {
	h.wait(h.stat)
	return h.Files.Stat(path)
}

func (h hanging) Names(path string) ([]string, error) {
	h.wait(h.names)
	return h.Files.Names(path)
}

func (h hanging) Open(path string) (io.ReadCloser, error) {
	h.wait(h.open)
	return h.Files.Open(path)
}

func (h hanging) wait(hangs bool) {
	if hangs {
		<-h.over
	}
}

// newHanging returns a folder /far with a file a.xml.
func newHanging(t *testing.T) hanging {
	files := &transporttest.Memory{}
	files.Folder("/far")
	files.Put("/far/a.xml", "one")
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return hanging{Files: files, over: over}
}

func TestAFolderThatDoesNotAnswerIsGivenUp(t *testing.T) {
	far := transport.Target{Address: "/far/"}
	for name, c := range map[string]struct {
		hangs func(*hanging)
		do    func(context.Context, transport.OnDisk) error
	}{
		"listing": {func(h *hanging) { h.names = true }, func(ctx context.Context, d transport.OnDisk) error {
			_, err := d.Names(ctx, far)
			return err
		}},
		"reading": {func(h *hanging) { h.stat = true }, func(ctx context.Context, d transport.OnDisk) error {
			_, err := d.Read(ctx, transport.Request{Target: transport.Target{Address: "/far/a.xml"}, Now: noon})
			return err
		}},
		"writing": {func(h *hanging) { h.stat = true }, func(ctx context.Context, d transport.OnDisk) error {
			_, err := d.Write(ctx, put("/far/a.xml", "two"))
			return err
		}},
	} {
		h := newHanging(t)
		c.hangs(&h)
		err := c.do(t.Context(), transport.OnDisk{Files: h, Patience: time.Millisecond})
		if trouble(err) != transport.Timeout || !strings.Contains(err.Error(), "its folder does not respond") {
			t.Errorf("%s: got %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if err := c.do(ctx, transport.OnDisk{Files: h}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, which was cancelled: got %v", name, err)
		}
	}
}

func TestAFileThatStopsInTheMiddleIsLeftWhenThatIsWanted(t *testing.T) {
	h := newHanging(t)
	h.open = true
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	_, err := transport.OnDisk{Files: h}.Read(ctx, transport.Request{Target: transport.Target{Address: "/far/a.xml"}, Now: noon})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// library creates a folder with a tree of files in it, and a secret next to it.
func library(t *testing.T) (root, secret string) {
	t.Helper()
	dir := t.TempDir()
	root, secret = filepath.Join(dir, "library"), filepath.Join(dir, "secret")
	for _, folder := range []string{filepath.Join(root, "a", "b"), secret, root + "-too"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"library/root.xml", "library/a/b/c.jpg", "secret/key", "library-too/d.jpg"} {
		write(t, filepath.Join(dir, file), "text of "+filepath.Base(file), noon.Add(-time.Hour))
	}
	return root, secret
}

func TestALibraryOfThisComputerReadsNothingOutsideItsFolder(t *testing.T) {
	root, secret := library(t)
	for link, to := range map[string]string{
		"out":        secret,
		"key":        filepath.Join("..", "secret", "key"),
		"in":         filepath.Join("a", "b", "c.jpg"),
		"a/up":       filepath.Join("..", ".."),
		"a/absolute": filepath.Join(root, "a", "b"),
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("this file system has no links")
		}
	}
	feed := filepath.Join(root, "a", "feed.xml")
	for name, c := range map[string]struct {
		path, within string
		want         transport.Trouble // -1 means none
	}{
		"below":                           {filepath.Join(root, "a", "b", "c.jpg"), root + "/", -1},
		"above the feed, but in":          {filepath.Join(root, "root.xml"), root + "/", -1},
		"a link that stays in":            {filepath.Join(root, "in"), root + "/", -1},
		"outside":                         {filepath.Join(secret, "key"), root + "/", transport.Forbids},
		"outside, with a like name":       {root + "-too/d.jpg", root + "/", transport.Forbids},
		"a link to a file outside":        {filepath.Join(root, "key"), root + "/", transport.Forbids},
		"a link to a folder outside":      {filepath.Join(root, "out", "key"), root + "/", transport.Forbids},
		"links up and down again":         {filepath.Join(root, "a", "up", "secret", "key"), root + "/", transport.Forbids},
		"an absolute link, wherever":      {filepath.Join(root, "a", "absolute", "c.jpg"), root + "/", transport.Forbids},
		"elsewhere without a folder":      {filepath.Join(root, "a", "b", "c.jpg"), "", transport.Forbids},
		"not there":                       {filepath.Join(root, "a", "none"), root + "/", transport.NotFound},
		"in a folder that is gone itself": {filepath.Join(root, "gone", "a"), filepath.Join(root, "gone") + "/", transport.NotFound},
	} {
		r := of(c.path)
		r.From, r.Within = feed, c.within
		if _, _, err := download(transport.Download{Request: r}); trouble(err) != c.want {
			t.Errorf("a file %s: %v", name, err)
		}
		a, err := transport.OnDisk{Files: transport.Disk{}}.Read(context.Background(), r)
		if trouble(err) != c.want {
			t.Errorf("a feed %s: %v", name, err)
		}
		if err == nil {
			if got := text(t, a); !strings.HasPrefix(got, "text of ") || strings.Contains(got, "key") {
				t.Errorf("a feed %s: read %q", name, got)
			}
		}
	}
}

func TestWhatLiesOutsideIsForbiddenBeforeItIsLookedFor(t *testing.T) {
	for address, want := range map[string]bool{
		"/lib/a.jpg": true, "/lib/a/b/c.jpg": true, "/lib/..a.jpg": true,
		"/lib2/a.jpg": false, "/a.jpg": false, "/lib/../a.jpg": false, "s3://bucket/a.jpg": false, "https://example.com/a.jpg": true,
	} {
		at := transport.Target{Address: address, From: "/lib/feeds/feed.xml", Within: "/lib/"}
		if err := at.Allowed(); (err == nil) != want || err != nil && trouble(err) != transport.Forbids {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAWebPageNamesNoFileOfTheFolderEither(t *testing.T) {
	root, _ := library(t)
	r := of(filepath.Join(root, "a", "b", "c.jpg"))
	r.From, r.Within = "https://example.com/feed.xml", root+"/"
	if _, _, err := download(transport.Download{Request: r}); trouble(err) != transport.Forbids {
		t.Errorf("got %v, want Forbids", err)
	}
	r.Address = "http://example.com/a.jpg"
	if err := r.Allowed(); trouble(err) != transport.Forbids {
		t.Errorf("from https to http: got %v, want Forbids", err)
	}
}

// TestALinkThatIsTurnedRoundMeanwhileLeadsNowhere replaces a folder with a link to the secret
// one, and back, as fast as it can, while files are read through it.
func TestALinkThatIsTurnedRoundMeanwhileLeadsNowhere(t *testing.T) {
	root, secret := library(t)
	write(t, filepath.Join(root, "a", "key"), "text of mine", noon.Add(-time.Hour))
	turning, held := filepath.Join(root, "turning"), filepath.Join(root, "held")
	if err := errors.Join(os.Symlink("a", turning), os.Symlink(secret, held)); err != nil {
		t.Skip("this file system has no links")
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		other := filepath.Join(root, "other")
		for {
			select {
			case <-stop:
				return
			default:
				_ = errors.Join(os.Rename(turning, other), os.Rename(held, turning), os.Rename(other, held))
			}
		}
	}()
	r := of(filepath.Join(turning, "key"))
	r.From, r.Within = filepath.Join(root, "root.xml"), root+"/"
	mine := 0
	for range 2000 {
		_, got, err := download(transport.Download{Request: r})
		if got != "" && got != "text of mine" {
			t.Fatalf("read %q, which lies outside", got)
		}
		if err == nil {
			mine++
		}
	}
	close(stop)
	<-done
	t.Logf("%d of 2000 led to the file inside", mine)
}
