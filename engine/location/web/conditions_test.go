package web

import (
	"cmp"
	"io"
	"net/http"
	"testing"
	"time"

	"crossfeed/engine/location"
)

// changing is a server of one document that tells what it was asked.
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
	want := location.Known{ETag: `"2"`, LastModified: "last wednesday", Hash: r.Known.Hash, Whole: noon}
	if !response.Unchanged || response.Body != nil || response.Known != want {
		t.Errorf("got %+v, want Unchanged with %+v", response, want)
	}
}

func TestA304ThatSaysNothingAnewLeavesWhatIsKnown(t *testing.T) {
	server := &changing{status: http.StatusNotModified}
	r := at(serve(t, server.serve).URL)
	r.Known = location.Known{ETag: `"1"`, LastModified: "then", Hash: "h", Whole: noon}
	if response, _ := mustRead(t, newClient(t, Options{}), r); response.Known != r.Known {
		t.Errorf("got %+v, want %+v", response.Known, r.Known)
	}
}

func TestADocumentIsReadWithoutConditionsOnceADayAndWhenAsked(t *testing.T) {
	known := location.Known{ETag: `"1"`, LastModified: "then", Hash: "h", Whole: noon}
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

// A time in seconds tells nothing of what changes later in its second.
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
	want := location.Known{ETag: `"2"`, Hash: r.Known.Hash, Whole: r.Now}
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
	if e := troubled(t, newClient(t, Options{}), at(serve(t, server.serve).URL)); e.Trouble != location.Other || e.Status != 304 {
		t.Errorf("got %+v", e)
	}
}
