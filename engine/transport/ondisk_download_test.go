package transport_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

func download(d transport.Download) (*transport.Stream, string, error) {
	s, err := transport.OnDisk{Files: transport.Disk{}}.Download(context.Background(), d)
	if err != nil || s.Unchanged {
		return s, "", err
	}
	b, err := io.ReadAll(s.Body)
	return s, string(b), errors.Join(err, s.Body.Close())
}

func of(path string) transport.Request {
	return transport.Request{Target: transport.Target{Address: path}, Now: noon}
}

func TestAFileIsStreamedWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.mp4")
	long := strings.Repeat("0123456789", 100_000)
	write(t, path, long, noon.Add(-time.Hour))
	r := of(path)
	var came int64
	r.Arrived = func(n int64) { came = n }
	s, got, err := download(transport.Download{Request: r})
	if err != nil || got != long || s.From != 0 || s.Size != 1_000_000 || came != 1_000_000 {
		t.Fatalf("got %d bytes from %d of %d (told of %d), %v", len(got), s.From, s.Size, came, err)
	}
	if s.Known.ETag == "" || s.Known.Hash != "" || s.Known.Whole != noon {
		t.Errorf("to be remembered: %+v; want a validator, no hash, and the time", s.Known)
	}
}

func TestAFileThatIsAsItWasKnownIsNotStreamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	write(t, path, "one", noon.Add(-time.Hour))
	s, _, err := download(transport.Download{Request: of(path)})
	if err != nil {
		t.Fatal(err)
	}
	again := of(path)
	again.Known, again.Known.Hash = s.Known, "abc"
	for name, c := range map[string]struct {
		change    func(*transport.Request)
		unchanged bool
	}{
		"a minute later":      {func(*transport.Request) {}, true},
		"a year later":        {func(r *transport.Request) { r.Now = r.Now.AddDate(1, 0, 0) }, true},
		"asked for the whole": {func(r *transport.Request) { r.Whole = true }, false},
		"changed":             {func(*transport.Request) { write(t, path, "two", noon.Add(-time.Minute)) }, false},
	} {
		write(t, path, "one", noon.Add(-time.Hour))
		r := again
		c.change(&r)
		s, got, err := download(transport.Download{Request: r})
		if err != nil || s.Unchanged != c.unchanged || (got == "") != c.unchanged {
			t.Errorf("%s: unchanged %v, %q, %v", name, s.Unchanged, got, err)
		}
		if s.Unchanged && s.Known != again.Known {
			t.Errorf("%s: known %+v; want it as it was", name, s.Known)
		}
	}
}

func TestADownloadGoesOnOnlyInTheFileThatItBeganWith(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	write(t, path, "0123456789", noon.Add(-time.Hour))
	s, _, err := download(transport.Download{Request: of(path)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		from   int64
		of     transport.Known
		change string
		want   string
		at     int64
	}{
		"in the middle":           {from: 4, of: s.Known, want: "456789", at: 4},
		"where it is whole":       {from: 10, of: s.Known, want: "", at: 10},
		"beyond its end":          {from: 11, of: s.Known, want: "0123456789"},
		"of nothing known":        {from: 4, want: "0123456789"},
		"of a file that is young": {from: 4, of: s.Known, change: "young", want: "abcdefghij"},
		"of one that changed":     {from: 4, of: s.Known, change: "old", want: "abcdefghij"},
	} {
		write(t, path, "0123456789", noon.Add(-time.Hour))
		switch c.change {
		case "old":
			write(t, path, "abcdefghij", noon.Add(-time.Minute))
		case "young":
			write(t, path, "abcdefghij", noon)
		}
		s, got, err := download(transport.Download{Request: of(path), From: c.from, Of: c.of})
		if err != nil || got != c.want || s.From != c.at {
			t.Errorf("%s: got %q from %d, %v; want %q from %d", name, got, s.From, err, c.want, c.at)
		}
	}
}

func TestAFileThatIsWrittenWhileItIsReadBreaksOff(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"other bytes": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("b", 300_000)), 0o600)
		},
		"fewer bytes": func(path string) error { return os.Truncate(path, 150_000) },
		"more bytes": func(path string) error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("more")
			return errors.Join(err, f.Close())
		},
	} {
		path := filepath.Join(t.TempDir(), "a.jpg")
		write(t, path, strings.Repeat("a", 300_000), noon.Add(-time.Hour))
		_, err := interrupted(t, path, change)
		if trouble(err) != transport.BrokenOff {
			t.Errorf("%s: got %v; want it broken off", name, err)
		}
	}
}

// interrupted streams a file, and calls change after the first bytes.
func interrupted(t *testing.T, path string, change func(string) error) (string, error) {
	t.Helper()
	s, err := transport.OnDisk{Files: transport.Disk{}}.Download(context.Background(), transport.Download{Request: of(path)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Body.Close()
	start := make([]byte, 10)
	if _, err := io.ReadFull(s.Body, start); err != nil {
		t.Fatal(err)
	}
	if err := change(path); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(s.Body)
	return string(start) + string(rest), err
}

func TestAFileThatIsReplacedWhileItIsReadComesAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	old := strings.Repeat("a", 300_000)
	write(t, path, old, noon.Add(-time.Hour))
	got, err := interrupted(t, path, func(path string) error {
		return transport.Disk{}.Replace(context.Background(), path, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("b", 300_000))
			return err
		})
	})
	if err != nil || got != old {
		t.Errorf("got %d bytes, %v; want the old file", len(got), err)
	}
}

func TestWhatCannotBeStreamedIsSaid(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.jpg"), "0123456789", noon.Add(-time.Hour))
	for name, c := range map[string]struct {
		d     transport.Download
		want  transport.Trouble
		words string
	}{
		"a folder":           {transport.Download{Request: of(dir)}, transport.Other, "it is a folder"},
		"nothing":            {transport.Download{Request: of(filepath.Join(dir, "b.jpg"))}, transport.NotFound, "nothing found"},
		"below a file":       {transport.Download{Request: of(filepath.Join(dir, "a.jpg", "b.jpg"))}, transport.NotFound, "nothing found"},
		"larger than wanted": {transport.Download{Request: of(filepath.Join(dir, "a.jpg")), Limit: 9}, transport.TooLarge, "the limit is 9"},
	} {
		_, _, err := download(c.d)
		if trouble(err) != c.want || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: got %v; want %v with %q", name, err, c.want, c.words)
		}
	}
	if _, got, err := download(transport.Download{Request: of(filepath.Join(dir, "a.jpg")), Limit: 10}); err != nil || got != "0123456789" {
		t.Errorf("as large as the limit: %q, %v", got, err)
	}
}

func TestAStreamEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	write(t, path, strings.Repeat("a", 300_000), noon.Add(-time.Hour))
	ctx, cancel := context.WithCancel(context.Background())
	s, err := transport.OnDisk{Files: transport.Disk{}}.Download(ctx, transport.Download{Request: of(path)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Body.Close()
	cancel()
	if _, err := io.ReadAll(s.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v; want the end of the context", err)
	}
}

// slow is a file system whose files stop in the middle.
type slow struct{ transport.Disk }

func (slow) Open(string) (io.ReadCloser, error) { return stopped{}, nil }

type stopped struct{}

func (stopped) Read([]byte) (int, error) {
	time.Sleep(time.Hour)
	return 0, io.EOF
}
func (stopped) Close() error { return nil }

func TestAFolderThatStopsAnsweringInTheMiddleIsNotWaitedForForever(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	write(t, path, "0123456789", noon.Add(-time.Hour))
	synctest.Test(t, func(t *testing.T) {
		s, err := transport.OnDisk{Files: slow{}}.Download(t.Context(), transport.Download{Request: of(path)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(s.Body); trouble(err) != transport.Timeout {
			t.Errorf("got %v; want Timeout", err)
		}
		time.Sleep(2 * time.Hour) // until the read ends, too
	})
}

func TestEveryFailureOfAStreamIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jpg")
	write(t, path, "0123456789", noon.Add(-time.Hour))
	failing := &transporttest.Failing{Files: transport.Disk{}}
	for n := 1; ; n++ {
		failing.FailCall(n, fs.ErrPermission)
		s, err := transport.OnDisk{Files: failing}.Download(context.Background(), transport.Download{Request: of(path)})
		if err == nil {
			_, err = io.ReadAll(s.Body)
			err = errors.Join(err, s.Body.Close())
		}
		if failing.Calls() < n {
			return
		}
		if trouble(err) != transport.Forbidden {
			t.Errorf("call %d failed: got %v, want Forbidden", n, err)
		}
	}
}
