package servertest

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// Files is a server's folder for tests with files of any kind.
type Files struct {
	testing.TB
	Places transport.Places
	// Folder is the folder's address.
	Folder transport.Target
	// StrongAfter is how old a file must be before the server gives it a strong tag.
	StrongAfter time.Duration
}

// film and remake are different files of the same size.
var film, remake = strings.Repeat("0123456789", 100_000), strings.Repeat("abcdefghij", 100_000)

// at returns a request for a file in the folder.
func (f Files) at(name string) transport.Request {
	t := f.Folder
	t.Address = transport.Join(t.Address, name)
	return transport.Request{Target: t, Now: time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)}
}

// put overwrites the version of a file that was written last.
func (f Files) put(r transport.Request, text string, last transport.Written) transport.Written {
	f.Helper()
	hash, size, _ := transport.Hash(strings.NewReader(text))
	w, err := f.Places.Write(f.Context(), transport.Put{
		Target: r.Target, Body: strings.NewReader(text), Size: size, Hash: hash, Type: "video/mp4", Last: last, Folders: true,
	})
	if err != nil {
		f.Fatal(err)
	}
	return w
}

// get downloads a file, or the rest of it.
func (f Files) get(d transport.Download) (*transport.Stream, string) {
	f.Helper()
	s, err := f.Places.Download(f.Context(), d)
	if err != nil {
		f.Fatal(err)
	}
	if s.Unchanged {
		return s, ""
	}
	text, err := io.ReadAll(s.Body)
	if err := errors.Join(err, s.Body.Close()); err != nil {
		f.Fatal(err)
	}
	return s, string(text)
}

// Streamed downloads a whole file.
func Streamed(f Files) string {
	r := f.at("whole.mp4")
	f.put(r, film, transport.Written{})
	if s, text := f.get(transport.Download{Request: r}); text != film || s.Size != int64(len(film)) || s.From != 0 {
		f.Fatalf("%d bytes came, and %d were announced", len(text), s.Size)
	}
	return "done"
}

// Known downloads a file that has not changed.
func Known(f Files) string {
	r := f.at("known.mp4")
	w := f.put(r, film, transport.Written{})
	first, _ := f.get(transport.Download{Request: r})
	r.Known = first.Known
	came := false
	r.Arrived = func(int64) { came = true }
	if s, _ := f.get(transport.Download{Request: r}); !s.Unchanged || came {
		return "sent again"
	}
	f.put(r, film+"!", w)
	if s, text := f.get(transport.Download{Request: r}); s.Unchanged || text != film+"!" {
		f.Fatalf("after a change %d bytes came", len(text))
	}
	return "304, nothing sent"
}

// begun downloads only the first bytes of a file.
func (f Files) begun(r transport.Request) (part string, known transport.Known) {
	f.Helper()
	s, err := f.Places.Download(f.Context(), transport.Download{Request: r})
	if err != nil {
		f.Fatal(err)
	}
	start := make([]byte, 300_000)
	_, err = io.ReadFull(s.Body, start)
	if err := errors.Join(err, s.Body.Close()); err != nil {
		f.Fatal(err)
	}
	return string(start), s.Known
}

// BrokenOff downloads a file in two parts.
func BrokenOff(f Files) string {
	r := f.at("broken.mp4")
	f.put(r, film, transport.Written{})
	time.Sleep(f.StrongAfter)
	part, known := f.begun(r)
	d := transport.Download{Request: r, From: int64(len(part)), Of: known}
	s, rest := f.get(d)
	if part[:s.From]+rest != film {
		f.Fatalf("%d bytes and %d from %d are not the file", len(part), len(rest), s.From)
	}
	d.From = int64(len(film))
	if whole, none := f.get(d); whole.From == d.From && none != "" || whole.From == 0 && none != film {
		f.Fatalf("of a file that was there, %d bytes came from %d", len(none), whole.From)
	}
	if s.From == 0 {
		return "restarted"
	}
	return "only the rest is sent"
}

// Changed downloads a file that changes between two parts.
func Changed(f Files) string {
	r := f.at("changed.mp4")
	w := f.put(r, film, transport.Written{})
	time.Sleep(f.StrongAfter)
	part, known := f.begun(r)
	f.put(r, remake, w)
	for _, from := range []int{len(part), len(film)} {
		if s, text := f.get(transport.Download{Request: r, From: int64(from), Of: known}); s.From != 0 || text != remake {
			f.Fatalf("from byte %d it goes on in another file", s.From)
		}
	}
	return "restarted"
}

// TooLarge downloads a file that exceeds the limit.
func TooLarge(f Files) string {
	r := f.at("large.mp4")
	f.put(r, film, transport.Written{})
	came := false
	r.Arrived = func(int64) { came = true }
	_, err := f.Places.Download(f.Context(), transport.Download{Request: r, Limit: int64(len(film)) - 1})
	f.mustBe(err, transport.TooLarge)
	if came {
		return "reported, after part of it was sent"
	}
	return "reported, nothing sent"
}

// Missing downloads a file that does not exist.
func Missing(f Files) string {
	_, err := f.Places.Download(f.Context(), transport.Download{Request: f.at("missing.mp4")})
	f.mustBe(err, transport.NotFound)
	return "reported"
}

func (f Files) mustBe(err error, want transport.Trouble) {
	f.Helper()
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != want {
		f.Fatalf("the error is %v; want: %s", err, want.Text())
	}
}

// Tree writes files into nested folders that do not exist yet.
func Tree(f Files) string {
	for _, name := range []string{"2026/11/22/a.jpg", "2026/11/22/b%20ü.jpg", "2026/11/c.jpg", "2027/1/2/3/4/d.jpg"} {
		r := f.at("tree")
		r.Address += "/" + name
		if head, query, has := strings.Cut(f.Folder.Address, "?"); has {
			r.Address = head + "tree/" + name + "?" + query
		}
		f.put(r, name, transport.Written{})
		if _, text := f.get(transport.Download{Request: r}); text != name {
			f.Fatalf("%s has %q", r.Address, text)
		}
	}
	return "written, folders created"
}
