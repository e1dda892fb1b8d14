package transport_test

import (
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

func TestADocumentHasTheLimitsThatAreSet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	write(t, path, "0123456789", noon.Add(-time.Hour))
	for name, files := range map[string]transport.Files{
		"a file":                           transport.Disk{},
		"a file that cannot be read twice": &transporttest.Failing{Files: transport.Disk{}},
	} {
		r := transport.Request{Target: transport.Target{Address: path}, Now: noon}
		_, err := transport.OnDisk{Files: files, Size: 9}.Read(t.Context(), r)
		if trouble(err) != transport.TooLarge || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "the limit is 9 bytes") {
			t.Errorf("%s beyond the limit: %v", name, err)
		}
		a, err := transport.OnDisk{Files: files, Size: 10}.Read(t.Context(), r)
		if err != nil || text(t, a) != "0123456789" {
			t.Errorf("%s as large as the limit: %v", name, err)
		}
	}
}

// paced is a disk whose files claim to be empty, and return a piece with each read.
type paced struct {
	transport.Disk
	piece string
	every time.Duration
	mode  fs.FileMode
}

func (p paced) Stat(string) (transport.Stat, error) {
	return transport.Stat{Mode: p.mode, Number: 1}, nil
}

func (p paced) Open(string) (io.ReadCloser, error) { return p, nil }

func (p paced) Read(into []byte) (int, error) {
	time.Sleep(p.every)
	return copy(into, p.piece), nil
}

func (paced) Close() error { return nil }

// A file that claims to be empty, but has no end, is bounded as well.
func TestAFileWithoutAnEndIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		files paced
		want  transport.Trouble
		ends  time.Duration
	}{
		"at once":                       {paced{piece: "<rss/>"}, transport.TooLarge, 0},
		"a byte a second":               {paced{piece: " ", every: time.Second}, transport.Slow, 10 * time.Second},
		"a byte after its time":         {paced{piece: " ", every: time.Hour}, transport.Other, 5 * time.Second},
		"fetched after its time":        {paced{piece: " ", every: time.Hour, mode: fs.ModeIrregular}, transport.Slow, 10 * time.Second},
		"fetched by another program":    {paced{piece: " ", every: time.Second, mode: fs.ModeIrregular}, transport.Slow, 10 * time.Second},
		"a device":                      {paced{every: time.Hour, mode: fs.ModeDevice}, transport.Other, 0},
		"a socket, which nothing opens": {paced{every: time.Hour, mode: fs.ModeSocket}, transport.Other, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			disk := transport.OnDisk{Files: c.files, Size: 1 << 16, Pace: transport.Pace{Total: 10 * time.Second, Rate: 1 << 10}}
			begun := time.Now()
			_, err := disk.Read(t.Context(), transport.Request{Target: transport.Target{Address: "/far/a.xml"}, Now: noon})
			if took := time.Since(begun); trouble(err) != c.want || took < c.ends || took > c.ends+2*time.Second {
				t.Errorf("%s: %v after %v", name, err, took)
			}
			time.Sleep(2 * time.Hour) // until the last read ends, too
		})
	}
}

// A document is as long as it was when it was hashed, however often it is read.
func TestADocumentThatGrowsIsReadAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	write(t, path, "0123456789", noon.Add(-time.Hour))
	a, err := transport.OnDisk{Files: transport.Disk{}}.Read(t.Context(), transport.Request{Target: transport.Target{Address: path}, Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	write(t, path, "0123456789 and more", noon)
	again := a.Body.(io.ReadSeeker)
	for offset, want := range map[int64]string{0: "0123456789", 4: "456789", 10: "", 12: ""} {
		if at, err := again.Seek(offset, io.SeekStart); err != nil || at != offset {
			t.Fatal(at, err)
		}
		if got, err := io.ReadAll(again); err != nil || string(got) != want {
			t.Errorf("from %d: %q, %v; want %q", offset, got, err, want)
		}
	}
	if _, err := again.Seek(0, io.SeekEnd); err == nil {
		t.Error("it was read from its end, which nothing needs")
	}
}
