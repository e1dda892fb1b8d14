package web

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

// film is a file that was modified long ago.
const film = "0123456789abcdefghij"

var filmed = time.Date(2005, 5, 21, 11, 43, 33, 0, time.UTC)

// file serves a text as net/http serves files: with conditions, ranges and If-Range.
func file(text, tag string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if tag != "" {
			w.Header().Set("ETag", tag)
		}
		w.Header().Set("Content-Type", "Video/MP4; codecs=a")
		http.ServeContent(w, r, "", filmed, strings.NewReader(text))
	}
}

// record records the requests that a server gets.
type record struct{ all []*http.Request }

func (r *record) of(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		r.all = append(r.all, req)
		h(w, req)
	}
}

// mustDownload fetches a file.
func mustDownload(t testing.TB, c *Client, d transport.Download) (*transport.Stream, string) {
	t.Helper()
	s, text, err := downloaded(t, c, d)
	if err != nil {
		t.Fatal(err)
	}
	return s, text
}

func downloaded(t testing.TB, c *Client, d transport.Download) (*transport.Stream, string, error) {
	t.Helper()
	s, err := c.Download(t.Context(), d)
	if err != nil {
		return nil, "", err
	}
	if s.Unchanged {
		if s.Body != nil {
			t.Error("what is unchanged has a body")
		}
		return s, "", nil
	}
	b, err := io.ReadAll(s.Body)
	return s, string(b), errors.Join(err, s.Body.Close())
}

func troubleIn(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return -1
}

func TestAFileComesWholeAsItLies(t *testing.T) {
	var seen record
	address := serve(t, seen.of(file(film, `"1"`))).URL
	r := at(address)
	var came int64
	r.Arrived = func(n int64) { came = n }
	s, text := mustDownload(t, newClient(t, Options{}), transport.Download{Request: r})
	want := transport.Known{ETag: `"1"`, LastModified: filmed.Format(http.TimeFormat), Whole: noon}
	if text != film || s.From != 0 || s.Size != 20 || s.Known != want || s.Type != "video/mp4" || s.At != "" || came != 20 {
		t.Errorf("got %q, %+v (told of %d); want the film, known as %+v", text, s, came, want)
	}
	h := seen.all[0].Header
	if h.Get("Accept-Encoding") != "identity" || h.Get("Accept") != "*/*" || h.Get("Range") != "" || h.Get("Cache-Control") != "no-cache" {
		t.Errorf("asked with %v", h)
	}
}

func TestAFileThatIsKnownCostsNoBytes(t *testing.T) {
	for name, tag := range map[string]string{"by its tag": `"1"`, "by a weak one": `W/"1"`, "by its time": ""} {
		c := newClient(t, Options{})
		address := serve(t, file(film, tag)).URL
		first, _ := mustDownload(t, c, transport.Download{Request: at(address)})
		r := at(address)
		r.Known, r.Known.Hash, r.Now = first.Known, "abc", noon.AddDate(1, 0, 0)
		if s, _ := mustDownload(t, c, transport.Download{Request: r}); !s.Unchanged || s.Known != r.Known {
			t.Errorf("%s: got %+v; want it unchanged, and known as before", name, s)
		}
		r.Whole = true
		if s, text := mustDownload(t, c, transport.Download{Request: r}); s.Unchanged || text != film {
			t.Errorf("%s, whole: got %q, unchanged %v", name, text, s.Unchanged)
		}
	}
}

func TestADownloadGoesOnWhereItBrokeOff(t *testing.T) {
	for name, tag := range map[string]string{"by its tag": `"1"`, "by its time": ""} {
		var seen record
		c := newClient(t, Options{})
		address := serve(t, seen.of(file(film, tag))).URL
		first, _ := mustDownload(t, c, transport.Download{Request: at(address)})
		s, text := mustDownload(t, c, transport.Download{Request: at(address), From: 8, Of: first.Known})
		if text != film[8:] || s.From != 8 || s.Size != 20 || s.Known != first.Known {
			t.Errorf("%s: got %q, %+v; want the rest, known as before", name, text, s)
		}
		if h := seen.all[1].Header; h.Get("Range") != "bytes=8-" || h.Get("If-Range") == "" {
			t.Errorf("%s: asked with %v", name, h)
		}
	}
}

func TestWhatIsKnownAndWhatBrokeOffAreTwoThings(t *testing.T) {
	now := `"2"`
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { file(film, now)(w, r) }).URL
	c := newClient(t, Options{})
	r := at(address)
	r.Known = transport.Known{ETag: `"1"`, Hash: "abc"}
	d := transport.Download{Request: r, From: 8, Of: transport.Known{ETag: `"2"`}}
	if s, text := mustDownload(t, c, d); text != film[8:] || s.From != 8 {
		t.Errorf("the newer one is still there: got %q from %d", text, s.From)
	}
	now = `"1"`
	if s, _ := mustDownload(t, c, d); !s.Unchanged {
		t.Errorf("the older one is back: got %+v; want unchanged", s)
	}
	now = `"3"`
	if s, text := mustDownload(t, c, d); text != film || s.From != 0 {
		t.Errorf("a third one: got %q from %d; want it whole", text, s.From)
	}
}

func TestADownloadBeginsAnewWhereItsPartIsOfNoUse(t *testing.T) {
	tag := transport.Known{ETag: `"1"`}
	whole := func(w http.ResponseWriter) { _, _ = io.WriteString(w, film) }
	parts := func(header string, values ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") == "" {
				whole(w)
				return
			}
			w.Header().Set("ETag", `"1"`)
			w.Header().Set("Content-Range", "bytes 8-19/20")
			w.Header().Del(header)
			for _, v := range values {
				w.Header().Add(header, v)
			}
			w.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(w, film[8:])
		}
	}
	for name, c := range map[string]struct {
		of     transport.Known
		server http.HandlerFunc
	}{
		"the file is another":                {tag, file(film, `"2"`)},
		"the tag is weak":                    {transport.Known{ETag: `W/"1"`, LastModified: "a day"}, file(film, `W/"1"`)},
		"a weak tag that the server takes":   {transport.Known{ETag: `W/"1"`}, parts("ETag", `W/"1"`)},
		"it was just written when it came":   {transport.Known{ETag: `"1"`, LastModified: filmed.Format(http.TimeFormat), Whole: filmed.Add(time.Second)}, file(film, `"1"`)},
		"nothing is known":                   {transport.Known{}, file(film, `"1"`)},
		"the server knows no ranges":         {tag, func(w http.ResponseWriter, _ *http.Request) { whole(w) }},
		"it does not say which part":         {tag, parts("Content-Range")},
		"it gives another part":              {tag, parts("Content-Range", "bytes 7-18/20")},
		"it gives more than there is":        {tag, parts("Content-Range", "bytes 8-19/19")},
		"it gives a part that ends early":    {tag, parts("Content-Range", "bytes 8-7/20")},
		"it gives another unit":              {tag, parts("Content-Range", "items 8-19/20")},
		"it knows no length":                 {tag, parts("Content-Range", "bytes 8-19/*")},
		"it says what is no number":          {tag, parts("Content-Range", "bytes +8-19/20")},
		"another length than it says":        {tag, parts("Content-Range", "bytes 8-18/20")},
		"many parts at once":                 {tag, parts("Content-Type", "multipart/byteranges; boundary=b")},
		"of another file without heeding it": {tag, parts("ETag", `"2"`)},
		"of a file without a tag":            {tag, parts("ETag")},
		"of what it compresses":              {tag, parts("Content-Encoding", "gzip")},
		"of another time":                    {transport.Known{LastModified: "Sun, 22 Nov 2026 12:00:00 GMT"}, parts("Last-Modified", "Mon, 23 Nov 2026 12:00:00 GMT")},
		"of no time":                         {transport.Known{LastModified: "Sun, 22 Nov 2026 12:00:00 GMT"}, parts("Last-Modified")},
	} {
		s, text := mustDownload(t, newClient(t, Options{}), transport.Download{Request: at(serve(t, c.server).URL), From: 8, Of: c.of})
		if text != film || s.From != 0 {
			t.Errorf("%s: got %q from %d; want the whole", name, text, s.From)
		}
	}
}

func TestADownloadThatIsWholeAlreadyIsFoundOut(t *testing.T) {
	for name, c := range map[string]struct {
		text, tag, want string
		from            int64
	}{
		"it is all there":             {film, `"1"`, "", 20},
		"another one of that length":  {strings.ToUpper(film), `"2"`, strings.ToUpper(film), 0},
		"a shorter one":               {film[:10], `"1"`, film[:10], 0},
		"another one that is shorter": {film[:10], `"2"`, film[:10], 0},
	} {
		var seen record
		// This server ignores If-Range if the range is beyond the end.
		server := serve(t, seen.of(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("If-Range")
			file(c.text, c.tag)(w, r)
		}))
		d := transport.Download{Request: at(server.URL), From: 20, Of: transport.Known{ETag: `"1"`, Hash: "abc"}}
		s, text := mustDownload(t, newClient(t, Options{}), d)
		if text != c.want || s.From != c.from || s.Unchanged || s.Size != s.From+int64(len(text)) || s.Known.Hash != "" {
			t.Errorf("%s: got %q, %+v; want %q from %d", name, text, s, c.want, c.from)
		}
		if len(seen.all) != 2 {
			t.Errorf("%s: %d requests, want 2", name, len(seen.all))
		}
	}
}

func TestAFileThatEndsEarlyIsNeverTakenForWhole(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n"
	for name, answer := range map[string]string{
		"shorter than promised":  head + "Content-Length: 20\r\n\r\n0123456789",
		"a chunk is missing":     head + "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n",
		"the middle of a chunk":  head + "Transfer-Encoding: chunked\r\n\r\nf\r\n0123456789",
		"the end of compression": head + "Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + gzipped(film)[:20],
	} {
		address := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, answer) })
		if _, text, err := downloaded(t, newClient(t, Options{}), transport.Download{Request: at(address)}); troubleIn(err) != transport.BrokenOff || !strings.HasPrefix(film, text) {
			t.Errorf("%s: %q, %v; want it broken off", name, text, err)
		}
	}
}

// The download resumes from there (RFC 9110 §15.3.7 allows a server to send only a part of the
// range).
func TestAServerMayGiveLessThanTheRestAtOnce(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var from int
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		to := min(from+4, len(film))
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, len(film)))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = io.WriteString(w, film[from:to])
	}).URL
	got, c := film[:1], newClient(t, Options{})
	for tries := 0; len(got) < len(film) && tries < 10; tries++ {
		s, text, err := downloaded(t, c, transport.Download{Request: at(address), From: int64(len(got)), Of: transport.Known{ETag: `"1"`}})
		if s == nil || (err == nil) != (len(got)+len(text) == len(film)) {
			t.Fatalf("after %d bytes: %q, %v", len(got), text, err)
		}
		got += text
	}
	if got != film {
		t.Errorf("got %q", got)
	}
}

func TestAPartThatNobodyAskedForIsNoFile(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Range", "bytes 0-3/20")
		w.WriteHeader(http.StatusPartialContent)
		_, _ = io.WriteString(w, film[:4])
	}).URL
	if _, _, err := downloaded(t, newClient(t, Options{}), transport.Download{Request: at(address)}); err == nil || !strings.Contains(err.Error(), "a part of the file") {
		t.Errorf("got %v", err)
	}
}

func TestAFileBeyondTheLimitIsRefused(t *testing.T) {
	big := strings.Repeat(film, 1<<16)
	for name, c := range map[string]struct {
		server http.HandlerFunc
		from   int64
		came   int
	}{
		"before it comes, where it says so": {file(big, `"1"`), 0, 0},
		"of its rest as well":               {file(big, `"1"`), 50, 0},
		"where it comes without a length": {func(w http.ResponseWriter, r *http.Request) {
			w.(http.Flusher).Flush()
			_, _ = io.WriteString(w, big)
		}, 0, 100},
		"where it was compressed": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, gzipped(big))
		}, 0, 100},
	} {
		r := at(serve(t, c.server).URL)
		came := 0
		r.Arrived = func(n int64) { came = int(n) }
		d := transport.Download{Request: r, From: c.from, Of: transport.Known{ETag: `"1"`}, Limit: 100}
		_, text, err := downloaded(t, newClient(t, Options{}), d)
		if troubleIn(err) != transport.TooLarge || len(text) > 0 && text != big[:100] || came != c.came {
			t.Errorf("%s: %d bytes, told of %d, %v; want TooLarge after %d", name, len(text), came, err, c.came)
		}
	}
	if _, text := mustDownload(t, newClient(t, Options{}), transport.Download{Request: at(serve(t, file(film, "")).URL), Limit: 20}); text != film {
		t.Errorf("as large as the limit: got %q", text)
	}
}

func TestWhatAServerCompressesUnaskedIsTakenApart(t *testing.T) {
	for name, c := range map[string]struct{ path, coding, body, want string }{
		"a text":                      {"/a.txt", "gzip", gzipped(film), film},
		"twice":                       {"/a.txt", "gzip, gzip", gzipped(gzipped(film)), film},
		"a packed file stays packed":  {"/a.tar.gz", "x-gzip", gzipped(film), gzipped(film)},
		"a packed picture does, too":  {"/a.SVGZ", "gzip", gzipped(film), gzipped(film)},
		"what says that it is as is":  {"/a.txt", "Identity", film, film},
		"what says it of nothing yet": {"/a.txt", "gzip", "", ""},
	} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", c.coding)
			w.Header().Set("ETag", `"1"`)
			_, _ = io.WriteString(w, c.body)
		}).URL
		s, text := mustDownload(t, newClient(t, Options{}), transport.Download{Request: at(address + c.path)})
		if text != c.want || s.Size >= 0 && s.Size != int64(len(text)) {
			t.Errorf("%s: got %q of %d; want %q", name, text, s.Size, c.want)
		}
	}
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "br") }).URL
	if _, _, err := downloaded(t, newClient(t, Options{}), transport.Download{Request: at(address)}); err == nil || !strings.Contains(err.Error(), "unsupported compression") {
		t.Errorf("an unknown way: got %v; want it said", err)
	}
}

func TestEveryStatusOfAFileIsATrouble(t *testing.T) {
	for status, want := range map[int]transport.Trouble{
		204: transport.Other, 304: transport.Other, 401: transport.SignIn, 403: transport.Forbidden, 404: transport.NotFound,
		410: transport.Gone, 416: transport.Other, 429: transport.TooMany, 503: transport.Unavailable,
	} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(status)
		}).URL
		_, _, err := downloaded(t, newClient(t, Options{}), transport.Download{Request: at(address)})
		var e *transport.Error
		if !errors.As(err, &e) || e.Trouble != want || e.Status != status || e.Address != address {
			t.Errorf("%d: got %v, want trouble %d", status, err, want)
		}
	}
}

func TestADownloadFollowsAndSignsIn(t *testing.T) {
	far := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("the password went elsewhere")
		}
		file(film, `"1"`)(w, r)
	}).URL
	near := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="a"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		http.Redirect(w, r, far+"/b", http.StatusFound)
	}).URL
	r := at(near + "/a")
	r.Access = transport.Access{User: "me", Scheme: "basic"}
	c := newClient(t, Options{Passwords: passwords{near + " me": "secret"}})
	for _, from := range []int64{0, 8} {
		s, text := mustDownload(t, c, transport.Download{Request: r, From: from, Of: transport.Known{ETag: `"1"`}})
		if text != film[from:] || s.At != far+"/b" {
			t.Errorf("from %d: got %q, at %q", from, text, s.At)
		}
	}
}

func TestAFileThatAFeedNamesLiesInNoPrivateNetwork(t *testing.T) {
	private := serveOn(t, "127.0.0.1", file(film, "")).URL
	public := serveOn(t, "127.0.0.9", to(private)).URL
	for _, address := range []string{private, public} {
		r := at(address)
		r.From = public
		if _, _, err := downloaded(t, newClient(t, Options{Private: publicNine}), transport.Download{Request: r}); troubleIn(err) != transport.Forbids {
			t.Errorf("%s: got %v; want Forbids", address, err)
		}
	}
	r := at(public)
	r.From = "https://feeds.example/a.xml"
	if _, _, err := downloaded(t, newClient(t, Options{Private: publicNine}), transport.Download{Request: r}); troubleIn(err) != transport.Forbids {
		t.Errorf("from https to http: got %v; want Forbids", err)
	}
}

func TestSilenceEndsADownloadAndASlowReaderDoesNot(t *testing.T) {
	t.Parallel() // it waits
	synctest.Test(t, func(t *testing.T) {
		large := strings.Repeat(film, 1<<20) // more than fits into the buffers on the way
		server := servertest.InMemory(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(large)))
			_, _ = io.WriteString(w, film[:10])
			w.(http.Flusher).Flush()
			if r.URL.Path == "/silent" {
				<-r.Context().Done()
				return
			}
			_, _ = io.WriteString(w, large[10:])
		}))
		c := newClient(t, Options{Dial: server.Dial})
		if _, text, err := downloaded(t, c, transport.Download{Request: at(somewhere + "silent")}); troubleIn(err) != transport.Timeout || text != film[:10] {
			t.Errorf("a silent server: %q, %v; want Timeout after what came", text, err)
		}
		s, err := c.Download(t.Context(), transport.Download{Request: at(somewhere)})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		start := make([]byte, 5)
		_, err = io.ReadFull(s.Body, start)
		time.Sleep(time.Hour)
		rest, err2 := io.ReadAll(s.Body)
		if err := errors.Join(err, err2, s.Body.Close()); err != nil || string(start)+string(rest) != large {
			t.Errorf("a slow reader: %d bytes, %v", len(start)+len(rest), err)
		}
	})
}

// A small response that expands without end is rejected, however much space there is.
func TestWhatSwellsBeyondMeasureIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		refuse bool
	}{
		"zeros":             {strings.Repeat("\x00", 30<<20), true},
		"a text":            {numbered(3 << 20), false},
		"a little of zeros": {strings.Repeat("\x00", 1<<20), false},
	} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, gzipped(c.text))
		}).URL
		_, got, err := downloaded(t, newClient(t, Options{}), transport.Download{Request: at(address)})
		if c.refuse != (troubleIn(err) == transport.TooLarge) || !c.refuse && got != c.text || len(got) > 4<<20 {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

// numbered returns a text of numbered lines.
func numbered(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "line %d of a text that is much like the others\n", i)
	}
	return b.String()
}
