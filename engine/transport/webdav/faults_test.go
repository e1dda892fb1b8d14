package webdav_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

const (
	first  = "<rss>one</rss>"
	second = "<rss>two, and longer</rss>"
	others = "<rss>of another</rss>"
)

// over writes two documents in succession, and returns the result of the second write.
func over(t *testing.T, f *faulty, change func()) (address string, _ transport.Written, _ error) {
	t.Helper()
	address = f.serve(t)
	s := webdav.New(client(t, web.Options{}))
	f.lay("/a.xml", first)
	last := transport.Written{Hash: put(transport.Target{}, first).Hash, ETag: own(first)}
	if change != nil {
		change()
	}
	w, err := s.Write(t.Context(), after(put(transport.Target{Address: address}, second), last))
	return address, w, err
}

func TestWritingInSpiteOfWhatServersDoToTags(t *testing.T) {
	for name, f := range map[string]*faulty{
		"nothing":                            {},
		"it heeds no conditions":             {deaf: true},
		"it gives no tag":                    {tag: func(string) string { return "" }},
		"its tags are weak":                  {tag: func(own string) string { return "W/" + own }},
		"a proxy appends -gzip":              {tag: func(own string) string { return strings.TrimSuffix(own, `"`) + `-gzip"` }},
		"Jetty appends --gzip":               {tag: func(own string) string { return strings.TrimSuffix(own, `"`) + `--gzip"` }},
		"a proxy makes its own, but OC-ETag": {tag: func(string) string { return `"proxy"` }, oc: true},
		"a proxy makes its own":              {tag: func(string) string { return `"proxy"` }},
		"it shows the old one for a moment":  {stale: 2},
		"the answer is lost":                 {silent: 1},
		"every answer is lost":               {silent: 99},
		"the connection breaks off":          {lost: 1},
		"the connection breaks off, twice":   {lost: 2},
		"it heeds nothing, and breaks off":   {lost: 1, deaf: true},
		"it makes its own and heeds nothing": {tag: func(string) string { return `"proxy"` }, deaf: true},
	} {
		_, w, err := over(t, f, nil)
		if err != nil || w.Hash != put(transport.Target{}, second).Hash || f.files["/a.xml"] != second {
			t.Errorf("%s: %+v, %v, and there is %q", name, w, err, f.files["/a.xml"])
		}
		if f.writes != 1 {
			t.Errorf("%s: it was written %d times", name, f.writes)
		}
	}
}

func TestASecondWriterIsNeverWrittenOver(t *testing.T) {
	slipsIn := func(f *faulty) { f.lay("/a.xml", others) }
	for name, f := range map[string]*faulty{
		"it came before":                             {},
		"it came before, and the server is deaf":     {deaf: true},
		"it slips in between looking and writing":    {before: slipsIn},
		"it comes when the answer is lost":           {lost: 1, before: slipsIn},
		"it comes and the server refuses everything": {refusing: true, before: slipsIn},
	} {
		_, _, err := over(t, f, func() {
			if f.before == nil {
				f.lay("/a.xml", others)
			}
		})
		var e *transport.Error
		if !errors.As(err, &e) || e.Trouble != transport.SecondWriter || !errors.Is(err, transport.ErrNotOurs) || f.files["/a.xml"] != others {
			t.Errorf("%s: %v, and there is %q", name, err, f.files["/a.xml"])
		}
	}
}

// TestASecondWriterIsToldWhereTheServerIsDeaf overwrites a document that was written in
// between, which nothing can prevent. The second writer notices when it reads back or writes
// again.
func TestASecondWriterIsToldWhereTheServerIsDeaf(t *testing.T) {
	f := &faulty{deaf: true, before: func(f *faulty) { f.lay("/a.xml", others); f.before = nil }}
	address, _, err := over(t, f, nil)
	if err != nil || f.files["/a.xml"] != second {
		t.Fatalf("%v, and there is %q", err, f.files["/a.xml"])
	}
	theirs := after(put(transport.Target{Address: address}, others+"!"), transport.Written{Hash: put(transport.Target{}, others).Hash})
	_, err = webdav.New(client(t, web.Options{})).Write(t.Context(), theirs)
	mustBe(t, err, transport.SecondWriter)
}

func TestTriesAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		f       *faulty
		trouble transport.Trouble
		status  int
	}{
		"412 for ever":                   {&faulty{refusing: true}, transport.Unavailable, http.StatusPreconditionFailed},
		"it breaks off for ever":         {&faulty{lost: 99}, transport.BrokenOff, 0},
		"it never shows the new one":     {&faulty{stale: 99}, transport.Unavailable, 0},
		"another program has a lock":     {&faulty{status: http.StatusLocked}, transport.Unavailable, http.StatusLocked},
		"there is no room":               {&faulty{status: http.StatusInsufficientStorage}, transport.Full, http.StatusInsufficientStorage},
		"there is no room, half is kept": {&faulty{status: http.StatusInsufficientStorage, half: true}, transport.Full, http.StatusInsufficientStorage},
		"it is too large":                {&faulty{status: http.StatusRequestEntityTooLarge}, transport.TooLarge, http.StatusRequestEntityTooLarge},
		"half is kept, and it says done": {&faulty{half: true}, transport.Unavailable, 0},
		"it is out of order":             {&faulty{status: http.StatusServiceUnavailable}, transport.Unavailable, http.StatusServiceUnavailable},
		"it forbids":                     {&faulty{status: http.StatusForbidden}, transport.Forbidden, http.StatusForbidden},
		"it took one before":             {&faulty{status: http.StatusMethodNotAllowed}, transport.Unavailable, http.StatusMethodNotAllowed},
		"it leads elsewhere":             {&faulty{status: http.StatusTemporaryRedirect}, transport.Redirects, http.StatusTemporaryRedirect},
	} {
		_, _, err := over(t, c.f, nil)
		if e := mustBe(t, err, c.trouble); e.Status != c.status {
			t.Errorf("%s: %v, status %d", name, err, e.Status)
		}
		if c.status == http.StatusServiceUnavailable && trouble(err) == transport.Unavailable {
			var e *transport.Error
			if errors.As(err, &e); e.RetryAfter != 2*time.Minute {
				t.Errorf("%s: retry after %s", name, e.RetryAfter)
			}
		}
		if lies := c.f.files["/a.xml"]; lies != first && lies != "" && lies != second {
			t.Errorf("%s: there is %q", name, lies)
		}
		if n := len(c.f.asked); n > 12 {
			t.Errorf("%s: %d requests: %q", name, n, c.f.asked)
		}
	}
}

func TestAPlaceThatNeverTookADocumentTakesNone(t *testing.T) {
	for _, status := range []int{http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		f := &faulty{status: status}
		_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: f.serve(t)}, first))
		mustBe(t, err, transport.NoWriting)
	}
}

func TestWhatAnInterruptedWritingLeftIsWrittenOver(t *testing.T) {
	mine := func(r io.Reader) error {
		if b, err := io.ReadAll(r); err != nil || !strings.HasPrefix(string(b), "<rss>") {
			return errStranger
		}
		return nil
	}
	for name, c := range map[string]struct {
		lies    string
		pending string
		ours    func(io.Reader) error
		taken   bool
	}{
		"all of it":     {"<rss>pending</rss>", "<rss>pending</rss>", notOurs, true},
		"nothing of it": {first, "<rss>pending</rss>", notOurs, true},
		"its start":     {"<rss>pend", "<rss>pending</rss>", mine, true},
		"its start, and nothing was to be written":    {"<rss>pend", "", mine, false},
		"the start of another's":                      {"<html>pend", "<rss>pending</rss>", mine, false},
		"another's, whole, with this feed's identity": {others, "<rss>pending</rss>", mine, false},
		"the start of what is written now":            {second[:9], "", notOurs, true},
	} {
		f := &faulty{}
		p := after(put(transport.Target{Address: f.serve(t)}, second), transport.Written{Hash: put(transport.Target{}, first).Hash})
		f.lay("/a.xml", c.lies)
		p.Ours = c.ours
		if c.pending != "" {
			p.Pending = put(transport.Target{}, c.pending).Hash
		}
		_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), p)
		if c.taken && (err != nil || f.files["/a.xml"] != second) {
			t.Errorf("%s: %v, and there is %q", name, err, f.files["/a.xml"])
		}
		if !c.taken && (trouble(err) != transport.SecondWriter || f.files["/a.xml"] != c.lies) {
			t.Errorf("%s: %v, and there is %q", name, err, f.files["/a.xml"])
		}
	}
}

func TestFoldersAreMadeOneByOne(t *testing.T) {
	f := &faulty{folders: map[string]bool{"/": true, "/lists/": true}}
	address := strings.Replace(f.serve(t), "/a.xml", "/lists/new/in%20new/a.xml", 1)
	if _, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: address}, first)); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"GET /lists/new/in new/a.xml", "PUT /lists/new/in new/a.xml",
		"MKCOL /lists/new/in new/", "MKCOL /lists/new/", "MKCOL /lists/new/in new/",
		"PUT /lists/new/in new/a.xml", "GET /lists/new/in new/a.xml",
	}
	if !slices.Equal(f.asked, want) {
		t.Errorf("asked %q", f.asked)
	}
	if _, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: strings.Replace(address, "/lists/", "/none/", 1)}, first)); err != nil {
		t.Errorf("in a folder of the root: %v", err)
	}
	f.folders = map[string]bool{}
	_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: strings.Replace(address, "/lists/", "/other/", 1)}, first))
	mustBe(t, err, transport.NotFound)
}

// Apache responds with 403 if somebody else is creating the folder at the same time.
func TestAFolderThatSomebodyMakesAtTheSameTimeIsUsed(t *testing.T) {
	f := &faulty{folders: map[string]bool{"/": true}, forbids: 1, racing: true}
	address := strings.Replace(f.serve(t), "/a.xml", "/lists/a.xml", 1)
	if _, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: address}, first)); err != nil || f.files["/lists/a.xml"] != first {
		t.Errorf("%v, and there is %q", err, f.files["/lists/a.xml"])
	}
	f = &faulty{folders: map[string]bool{"/": true}, forbids: 99}
	address = strings.Replace(f.serve(t), "/a.xml", "/lists/a.xml", 1)
	_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(transport.Target{Address: address}, first))
	mustBe(t, err, transport.Forbidden)
	if f.forbids != 97 {
		t.Errorf("it was asked %d times for the folder", 99-f.forbids)
	}
}

func TestALargeDocumentIsNotReadBeforeItIsWrittenOver(t *testing.T) {
	f := &faulty{}
	target := transport.Target{Address: f.serve(t)}
	s, large := webdav.New(client(t, web.Options{})), strings.Repeat("<one/>", 1<<18)
	w := written(t, s, put(target, large))
	if w.ETag != own(large) {
		t.Fatalf("its tag is %s", w.ETag)
	}
	written(t, s, after(put(target, large+"!"), w))
	if f.spared != 1 {
		t.Errorf("it was spared %d times", f.spared)
	}
	f.lay("/a.xml", others)
	_, err := s.Write(t.Context(), after(put(target, large), w))
	mustBe(t, err, transport.SecondWriter)
}

func TestACancelledWritingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &faulty{before: func(*faulty) { cancel() }, lost: 99}
	_, err := webdav.New(client(t, web.Options{})).Write(ctx, put(transport.Target{Address: f.serve(t)}, first))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if len(f.asked) > 2 {
		t.Errorf("asked on: %q", f.asked)
	}
}

func TestRemovingLooksFirst(t *testing.T) {
	mine := transport.Written{Hash: put(transport.Target{}, first).Hash}
	for name, c := range map[string]struct {
		f    *faulty
		lies string
		want transport.Trouble
	}{
		"its own":                {&faulty{}, first, -1},
		"its own, of a weak tag": {&faulty{tag: func(own string) string { return "W/" + own }}, first, -1},
		"another's":              {&faulty{}, others, transport.SecondWriter},
		"another's, deaf":        {&faulty{deaf: true}, others, transport.SecondWriter},
		"nothing":                {&faulty{}, "", -1},
		"412 for ever":           {&faulty{refusing: true}, first, transport.Unavailable},
	} {
		target := transport.Target{Address: c.f.serve(t)}
		if c.lies != "" {
			c.f.lay("/a.xml", c.lies)
		}
		err := webdav.New(client(t, web.Options{})).Remove(t.Context(), target, mine)
		if trouble(err) != c.want || c.want == -1 && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.want == transport.SecondWriter && c.f.files["/a.xml"] != others {
			t.Errorf("%s: there is %q", name, c.f.files["/a.xml"])
		}
	}
}

// A cache that returns an old document must not make a second writer's document look like
// one's own.
func TestWhatACacheShowsIsNotWhatLiesThere(t *testing.T) {
	f := &faulty{deaf: true}
	f.serve(t)
	cached := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.Header.Get("Cache-Control") != "no-cache" {
			_, _ = io.WriteString(w, first)
			return
		}
		f.ServeHTTP(w, r)
	}))
	defer cached.Close()
	f.lay("/a.xml", others)
	p := after(put(transport.Target{Address: cached.URL + "/a.xml"}, second), transport.Written{Hash: put(transport.Target{}, first).Hash})
	_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), p)
	if !errors.Is(err, transport.ErrNotOurs) || f.files["/a.xml"] != others {
		t.Errorf("%v, and there lies %q", err, f.files["/a.xml"])
	}
}
