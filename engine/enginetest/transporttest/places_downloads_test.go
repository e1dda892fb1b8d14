package transporttest_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/transport"
)

const photo = "https://example.com/photo.jpg"

func ask(t *testing.T, p *transporttest.Places, d transport.Download) (*transport.Stream, string, error) {
	t.Helper()
	d.Address = photo
	s, err := p.Download(context.Background(), d)
	if err != nil || s.Unchanged {
		return s, "", err
	}
	b, err := io.ReadAll(s.Body)
	return s, string(b), errors.Join(err, s.Body.Close())
}

func troubleOf(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return -1
}

func TestAServerInMemoryGivesAFileInParts(t *testing.T) {
	p := &transporttest.Places{}
	p.Serve(photo, transporttest.Served{Text: "0123456789", Download: transporttest.Flow{Breaks: 4}})
	first, text, err := ask(t, p, transport.Download{})
	if text != "0123" || troubleOf(err) != transport.BrokenOff || first.Size != 10 {
		t.Fatalf("got %q of %d, %v; want it to break off after 4", text, first.Size, err)
	}
	second, text, err := ask(t, p, transport.Download{From: 4, Of: first.Known})
	if text != "4567" || troubleOf(err) != transport.BrokenOff || second.From != 4 {
		t.Errorf("got %q from %d, %v; want the next four", text, second.From, err)
	}
	third, text, err := ask(t, p, transport.Download{From: 8, Of: second.Known})
	if text != "89" || err != nil || third.From != 8 {
		t.Errorf("got %q from %d, %v; want the rest", text, third.From, err)
	}
	known := transport.Request{Known: third.Known}
	if s, _, err := ask(t, p, transport.Download{Request: known}); err != nil || !s.Unchanged {
		t.Errorf("got %+v, %v; want unchanged", s, err)
	}
	want := transporttest.Count{Requests: 4, Conditional: 1, Unchanged: 1, Ranges: 2, Bytes: 10}
	if got := p.Counts()[photo]; got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}

func TestAServerInMemoryBeginsAnewWhereThePartIsOfNoUse(t *testing.T) {
	for name, c := range map[string]transporttest.Served{
		"it gives no parts":     {Text: "0123456789", ETag: `"a"`, Download: transporttest.Flow{NoParts: true}},
		"the file is another":   {Text: "9876543210", ETag: `"b"`},
		"its tag is a weak one": {Text: "0123456789", ETag: `W/"a"`},
	} {
		p := &transporttest.Places{}
		p.Serve(photo, c)
		of := transport.Known{ETag: `"a"`}
		if strings.HasPrefix(c.ETag, "W/") {
			of.ETag = c.ETag
		}
		if s, text, err := ask(t, p, transport.Download{From: 4, Of: of}); err != nil || s.From != 0 || text != c.Text {
			t.Errorf("%s: got %q from %d, %v; want the whole", name, text, s.From, err)
		}
	}
}

func TestAServerInMemoryChangesBetweenTwoDownloads(t *testing.T) {
	p := &transporttest.Places{}
	p.Serve(photo, transporttest.Served{Text: "old", Download: transporttest.Flow{Next: &transporttest.Served{Text: "new"}}})
	for _, want := range []string{"old", "new", "new"} {
		if _, text, err := ask(t, p, transport.Download{}); text != want || err != nil {
			t.Errorf("got %q, %v; want %q", text, err, want)
		}
	}
}

func TestAServerInMemoryHangsUntilTheContextEnds(t *testing.T) {
	p := &transporttest.Places{}
	p.Serve(photo, transporttest.Served{Text: "0123456789", Download: transporttest.Flow{Hangs: true, Stalls: 3}})
	ctx, cancel := context.WithCancel(context.Background())
	s, err := p.Download(ctx, transport.Download{Request: transport.Request{Target: transport.Target{Address: photo}}})
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 10)
	if n, err := s.Body.Read(b); n != 3 || err != nil {
		t.Fatalf("got %d bytes, %v; want 3", n, err)
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := s.Body.Read(b); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the context", err)
	}
}

func TestAServerInMemorySaysThatAFileIsTooLarge(t *testing.T) {
	p := &transporttest.Places{}
	p.Serve(photo, transporttest.Served{Text: "x", Download: transporttest.Flow{Size: 10 << 30}})
	if _, _, err := ask(t, p, transport.Download{Limit: 4 << 30}); troubleOf(err) != transport.TooLarge || p.Counts()[photo].Bytes != 0 {
		t.Errorf("got %v after %d bytes; want TooLarge before the first", err, p.Counts()[photo].Bytes)
	}
	p.Serve(photo, transporttest.Served{Text: "0123456789", Download: transporttest.Flow{NoSize: true}})
	if s, text, err := ask(t, p, transport.Download{Limit: 4}); troubleOf(err) != transport.TooLarge || text != "0123" || s.Size != -1 {
		t.Errorf("got %q of %d, %v; want TooLarge after four bytes", text, s.Size, err)
	}
}

func TestAFeedLeadsToNothingForbiddenInMemoryEither(t *testing.T) {
	p := &transporttest.Places{}
	p.Serve("http://example.com/a", transporttest.Served{Text: "a"})
	at := transport.Target{Address: "http://example.com/a", From: "https://example.com/feed.xml"}
	if _, err := p.Download(context.Background(), transport.Download{Request: transport.Request{Target: at}}); troubleOf(err) != transport.Forbids {
		t.Errorf("got %v, want Forbids", err)
	}
}
