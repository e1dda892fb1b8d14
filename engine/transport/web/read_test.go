package web

import (
	"bytes"
	"cmp"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/transport"
)

// changing is a server with one document that records the headers of the last request.
type changing struct {
	document, etag, modified string
	status                   int
	asked                    http.Header
}

func (c *changing) serve(w http.ResponseWriter, r *http.Request) {
	c.asked = r.Header.Clone()
	if c.etag != "" {
		w.Header()["Etag"] = []string{c.etag}
	}
	if c.modified != "" {
		w.Header().Set("Last-Modified", c.modified)
	}
	w.WriteHeader(c.status)
	if c.status == http.StatusOK {
		_, _ = io.WriteString(w, c.document)
	}
}

func TestBothConditionsAreSentWithTheServersVeryBytes(t *testing.T) {
	server := &changing{document: feed, etag: "no quotes, \xfc", modified: "last tuesday", status: 200}
	address := serve(t, server.serve).URL
	c := newClient(t, Options{})
	response, got := mustRead(t, c, at(address))
	if got != feed || response.Unchanged || response.Known.Whole != noon {
		t.Errorf("got %q, %+v", got, response)
	}
	r := at(address)
	r.Known, r.Now = response.Known, noon.Add(time.Hour)
	server.status = http.StatusNotModified
	server.etag, server.modified = `"2"`, "last wednesday"
	response, _ = mustRead(t, c, r)
	if server.asked.Get("If-None-Match") != "no quotes, \xfc" || server.asked.Get("If-Modified-Since") != "last tuesday" {
		t.Errorf("asked %q", server.asked)
	}
	want := transport.Known{ETag: `"2"`, LastModified: "last wednesday", Hash: r.Known.Hash, Whole: noon}
	if !response.Unchanged || response.Body != nil || response.Known != want {
		t.Errorf("got %+v, want Unchanged with %+v", response, want)
	}
}

func TestA304ThatSaysNothingAnewLeavesWhatIsKnown(t *testing.T) {
	server := &changing{status: http.StatusNotModified}
	r := at(serve(t, server.serve).URL)
	r.Known = transport.Known{ETag: `"1"`, LastModified: "then", Hash: "h", Whole: noon}
	if response, _ := mustRead(t, newClient(t, Options{}), r); response.Known != r.Known {
		t.Errorf("got %+v, want %+v", response.Known, r.Known)
	}
}

func TestADocumentIsReadWithoutConditionsOnceADayAndWhenAsked(t *testing.T) {
	known := transport.Known{ETag: `"1"`, LastModified: "then", Hash: "h", Whole: noon}
	for name, c := range map[string]struct {
		after       time.Duration
		whole       bool
		conditional bool
	}{
		"at once":                      {0, false, true},
		"just within a day":            {24*time.Hour - 1, false, true},
		"after a day":                  {24 * time.Hour, false, false},
		"by a clock that was put back": {-time.Second, false, false},
		"when the user asks":           {time.Minute, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := &changing{document: feed, status: 200}
			r := at(serve(t, server.serve).URL)
			r.Known, r.Now, r.Whole = known, noon.Add(c.after), c.whole
			response, _ := mustRead(t, newClient(t, Options{}), r)
			if got := server.asked.Get("If-None-Match") != ""; got != c.conditional {
				t.Errorf("conditional: %v, want %v", got, c.conditional)
			}
			if got := server.asked.Get("Cache-Control") == "no-cache"; got == c.conditional {
				t.Errorf("what a cache has is refused: %v", got)
			}
			if response.Known.Whole != r.Now {
				t.Errorf("read whole at %v, want %v", response.Known.Whole, r.Now)
			}
		})
	}
}

// A time in seconds cannot show a later change within the same second.
func TestATimeOfThatVerySecondIsNoCondition(t *testing.T) {
	for name, c := range map[string]struct {
		etag, modified string
		before         time.Duration
		conditional    bool
	}{
		"changed in the second of the answer": {"", "", 0, false},
		"changed a second before":             {"", "", time.Second, false},
		"changed before that":                 {"", "", 2 * time.Second, true},
		"by a clock that is ahead":            {"", "", -time.Hour, false},
		"with an ETag":                        {`"1"`, "", 0, true},
		"what is no time":                     {"", "last tuesday", 0, true},
	} {
		modified := cmp.Or(c.modified, noon.Add(-c.before).Format(http.TimeFormat))
		server := &changing{document: feed, etag: c.etag, modified: modified, status: 200}
		r := at(serve(t, func(w http.ResponseWriter, q *http.Request) {
			w.Header().Set("Date", noon.Format(http.TimeFormat))
			server.serve(w, q)
		}).URL)
		client := newClient(t, Options{})
		response, _ := mustRead(t, client, r)
		r.Known, r.Now = response.Known, noon.Add(time.Hour)
		response, _ = mustRead(t, client, r)
		if got := server.asked.Get("If-Modified-Since") != ""; got != c.conditional || !response.Unchanged {
			t.Errorf("%s: conditional %v, want %v; %+v", name, got, c.conditional, response)
		}
	}
}

func TestEqualBytesUnderANewETagAreUnchanged(t *testing.T) {
	server := &changing{document: feed, etag: `"1"`, status: 200}
	r := at(serve(t, server.serve).URL)
	c := newClient(t, Options{})
	response, _ := mustRead(t, c, r)
	server.etag = `"2"`
	r.Known, r.Now = response.Known, noon.Add(time.Hour)
	response, _ = mustRead(t, c, r)
	want := transport.Known{ETag: `"2"`, Hash: r.Known.Hash, Whole: r.Now}
	if !response.Unchanged || response.Body != nil || response.Known != want {
		t.Errorf("got %+v, want Unchanged with %+v", response, want)
	}
	server.document += " "
	if response, got := mustRead(t, c, r); response.Unchanged || got != feed+" " {
		t.Errorf("a changed document under a known ETag: got %+v", response)
	}
}

func TestA304ThatWasNotAskedForIsAnError(t *testing.T) {
	server := &changing{status: http.StatusNotModified}
	if e := troubled(t, newClient(t, Options{}), at(serve(t, server.serve).URL)); e.Trouble != transport.Other || e.Status != 304 {
		t.Errorf("got %+v", e)
	}
}

// encoded compresses a text with a coding.
func encoded(t *testing.T, coding, s string) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		return gzipped(s)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "raw":
		w, _ = flate.NewWriter(&b, flate.BestSpeed)
	}
	_, _ = io.WriteString(w, s)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCompressedDocumentsAreReadAndTheirBytesOnTheNetworkCounted(t *testing.T) {
	long := feed + strings.Repeat(" ", 100_000)
	for name, c := range map[string]struct{ header, body string }{
		"gzip":               {"gzip", encoded(t, "gzip", long)},
		"its old name":       {"x-gzip", encoded(t, "gzip", long)},
		"in capitals":        {"GZip", encoded(t, "gzip", long)},
		"gzip in two parts":  {"gzip", encoded(t, "gzip", long[:50]) + encoded(t, "gzip", long[50:])},
		"deflate":            {"deflate", encoded(t, "zlib", long)},
		"deflate by mistake": {"deflate", encoded(t, "raw", long)},
		"twice":              {"deflate, gzip", encoded(t, "gzip", encoded(t, "zlib", long))},
		"not at all":         {"identity", long},
	} {
		t.Run(name, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
					t.Error("gzip was not asked for")
				}
				w.Header().Set("Content-Encoding", c.header)
				_, _ = io.WriteString(w, c.body)
			}).URL
			var arrived int64
			r := at(address)
			r.Arrived = func(n int64) { arrived = n }
			response, got := mustRead(t, newClient(t, Options{}), r)
			if got != long {
				t.Errorf("got %d bytes, want %d", len(got), len(long))
			}
			if want := int64(len(c.body)); response.Wire != want || arrived != want {
				t.Errorf("counted %d and told %d bytes on the network, want %d", response.Wire, arrived, want)
			}
		})
	}
}

func TestADocumentWithoutBytesThatSaysGzipIsEmpty(t *testing.T) {
	for _, coding := range []string{"gzip", "deflate"} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", coding) }).URL
		if _, got := mustRead(t, newClient(t, Options{}), at(address)); got != "" {
			t.Errorf("%s: got %q", coding, got)
		}
	}
}

func TestACompressionThatWasNotAskedForIsSaid(t *testing.T) {
	for _, coding := range []string{"br", "gzip, gzip, gzip, gzip"} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", coding)
			_, _ = io.WriteString(w, "x")
		}).URL
		e := troubled(t, newClient(t, Options{}), at(address))
		if e.Trouble != transport.Other || !strings.Contains(e.Error(), "unsupported compression") {
			t.Errorf("%s: got %v", coding, e)
		}
	}
}

func TestTheLimitHoldsAfterDecompression(t *testing.T) {
	const limit = 100_000
	for name, c := range map[string]struct {
		size    int
		trouble transport.Trouble
	}{
		"at the limit":  {limit, -1},
		"one byte more": {limit + 1, transport.TooLarge},
		"a bomb":        {50 << 20, transport.TooLarge},
	} {
		for _, coding := range []string{"gzip", ""} {
			t.Run(name+" "+coding, func(t *testing.T) {
				body := strings.Repeat(" ", c.size)
				if coding != "" {
					body = gzipped(body)
				}
				address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Encoding", coding)
					_, _ = io.WriteString(w, body)
				}).URL
				client := newClient(t, Options{Limits: Limits{Size: limit}})
				if c.trouble < 0 {
					if _, got := mustRead(t, client, at(address)); len(got) != limit {
						t.Errorf("got %d bytes", len(got))
					}
					return
				}
				if e := troubled(t, client, at(address)); e.Trouble != c.trouble || e.Address != address {
					t.Errorf("got %v", e)
				}
			})
		}
	}
}

// Empty gzip blocks: the document never grows, and the network is never idle.
func TestEndlessCompressedNothingIsTooLarge(t *testing.T) {
	address := raw(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00")
		for block := strings.Repeat("\x00\x00\x00\xff\xff", 10_000); ; {
			if _, err := io.WriteString(conn, block); err != nil {
				return
			}
		}
	})
	if e := troubled(t, newClient(t, Options{Limits: Limits{Size: 1000}}), at(address)); e.Trouble != transport.TooLarge {
		t.Errorf("got %v", e)
	}
}

func TestADocumentThatEndsBeforeItsEndIsNeverGiven(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
	whole := gzipped(feed)
	cut := whole[:len(whole)-9]
	for name, answer := range map[string]string{
		"shorter than promised":                ok + "Content-Length: 1000\r\n\r\n" + feed,
		"no last chunk":                        ok + fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(feed), feed),
		"half a chunk":                         ok + "Transfer-Encoding: chunked\r\n\r\nfff\r\n" + feed,
		"gzip cut, of the length promised":     ok + fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(cut), cut),
		"gzip cut in its first bytes":          ok + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\n" + whole[:5],
		"gzip whole, shorter than promised":    ok + "Content-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n" + whole,
		"deflate whole, shorter than promised": ok + "Content-Encoding: deflate\r\nContent-Length: 1000\r\n\r\n" + encoded(t, "zlib", feed),
		"damaged gzip":                         ok + fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(whole), strings.Replace(whole, whole[30:34], "????", 1)),
		"no answer at all":                     "",
		"half a head":                          ok,
	} {
		t.Run(name, func(t *testing.T) {
			address := raw(t, func(conn net.Conn) { _, _ = io.WriteString(conn, answer) })
			if e := troubled(t, newClient(t, Options{}), at(address)); e.Trouble != transport.BrokenOff {
				t.Errorf("got %v", e)
			}
		})
	}
}

func TestTheCharsetOfTheHeaderCountsWhereTheDocumentSaysNone(t *testing.T) {
	const bare = `<rss><channel><title>Müsli</title></channel></rss>`
	latin := strings.ReplaceAll(bare, "ü", "\xfc")
	declared := `<?xml version="1.0" encoding="ISO-8859-1"?>` + latin
	for name, c := range map[string]struct{ header, sent, want string }{
		"header, no declaration":            {"text/xml; charset=iso-8859-1", latin, bare},
		"header in quotes":                  {`application/rss+xml; Charset="Windows-1252"`, latin, bare},
		"a declaration without an encoding": {"text/xml; charset=latin1", `<?xml version="1.0"?>` + latin, `<?xml version="1.0"?>` + bare},
		"the same":                          {"text/xml; charset=utf-8", bare, bare},
		"ASCII, which it is not":            {"text/xml; charset=us-ascii", bare, bare},
		"no header":                         {"text/xml", bare, bare},
		"a charset that nobody knows":       {"text/xml; charset=klingon", bare, bare},
		"the declaration counts more":       {"text/xml; charset=utf-8", declared, declared},
		"the declaration counts, otherwise": {"text/xml; charset=koi8-r", declared, declared},
		"a mark counts more":                {"text/xml; charset=iso-8859-1", "\xef\xbb\xbf" + bare, "\xef\xbb\xbf" + bare},
		"UTF-16 with a mark":                {"text/xml; charset=iso-8859-1", "\xff\xfe<\x00a\x00", "\xff\xfe<\x00a\x00"},
		"pages are given in UTF-8":          {"text/html; charset=iso-8859-1", "<title>M\xfcsli</title>", "<title>Müsli</title>"},
		"pages that say so themselves":      {"text/html", "<meta charset=iso-8859-1><title>M\xfcsli</title>", "<meta charset=iso-8859-1><title>Müsli</title>"},
	} {
		t.Run(name, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.header)
				_, _ = io.WriteString(w, c.sent)
			}).URL
			if _, got := mustRead(t, newClient(t, Options{}), at(address)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestTheMediaTypeIsGivenWithoutParameters(t *testing.T) {
	for header, want := range map[string]string{
		"application/rss+xml":              "application/rss+xml",
		"Text/HTML; charset=utf-8":         "text/html",
		"text/xml; charset=utf-8; charset": "text/xml",
		"":                                 "",
	} {
		if got := mediaType(http.Header{"Content-Type": {header}}); got != want {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}

func TestAFullDiskIsSaid(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, feed) }).URL
	c := newClient(t, Options{TempFiles: fullDisk{}})
	if e := troubled(t, c, at(address)); e.Trouble != transport.Full || e.Address != "/tmp" {
		t.Errorf("got %v", e)
	}
}

// fullDisk creates files that accept no data.
type fullDisk struct{}

func (fullDisk) New() (transport.TempFile, error) {
	f, err := transport.TempFolder{}.New()
	return fullFile{f}, err
}

type fullFile struct{ transport.TempFile }

func (fullFile) Write([]byte) (int, error) {
	return 0, &transport.Error{Trouble: transport.Full, Address: "/tmp"}
}
