package webdav_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// rows are the rows of the table. The result says for readers what happened. It is none if a
// server does not have the feature; "" means that it cannot be tried on this computer.
var rows = []struct {
	tried string
	try   func(*testing.T, *bench) string
}{
	{"write a document and read it", writeAndRead},
	{"request it again", askAgain},
	{"publish the same document again", publishAgain},
	{"publish a new version over it", writeOver},
	{"publish where the folder and its parent are missing", missingFolders},
	{"list the files in a folder", listFiles},
	{"somebody else deleted the document", takenAway},
	{"somebody else wrote to the address", secondWriter},
	{"PUT with a wrong `If-Match`", wrongTag},
	{"PUT over a document with `If-None-Match: *`", noneMatch},
	{"two devices write at the same time", twoWriters},
	{"remove what was published", remove},
	{"the folder is read-only", readOnly},
	{"the folder is read-only for this user", forbidden},
	{"the disk is full", fullDisk},
	{"sign in with Basic", basic},
	{"sign in with Digest", digest},
	{"wrong password", wrongPassword},
	{"no password", noPassword},
	{"who can read a folder without a password", readersOpen},
	{"who can read a folder with a password", readersBasic},
	{"a private certificate authority", ownAuthority},
	{"a certificate trusted by its fingerprint", byFingerprint},
	{"an untrusted certificate", untrusted},
	{"a certificate other than the trusted one", otherFingerprint},
	{"compressed responses", compressed},
	{"circular redirects", redirects},
	{"the server stops during a download", stopsGiving},
	{"the server stops during an upload", stopsTaking},
	{"download a file of any kind as a stream", files(servertest.Streamed)},
	{"request that file again", files(servertest.Known)},
	{"resume an interrupted download", files(servertest.BrokenOff)},
	{"resume it after the file has changed", files(servertest.Changed)},
	{"the file exceeds the size limit", files(servertest.TooLarge)},
	{"the file does not exist", files(servertest.Missing)},
	{"write files into new nested folders", files(servertest.Tree)},
}

func writeAndRead(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	written(t, webdav.New(c), put(target, "<one/>"))
	if got, _, err := fetch(t.Context(), c, transport.Request{Target: target}); err != nil || got != "<one/>" {
		t.Fatalf("read %q, %v", got, err)
	}
	return "done"
}

func askAgain(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	written(t, webdav.New(c), put(target, "<one/>"))
	_, a, err := fetch(t.Context(), c, transport.Request{Target: target})
	if err != nil {
		t.Fatal(err)
	}
	_, again, err := fetch(t.Context(), c, transport.Request{Target: target, Known: a.Known})
	if err != nil || !again.Unchanged {
		t.Fatalf("%+v, %v", again, err)
	}
	raw(t, http.MethodPut, target.Address, "<two/>!")
	if got, _, err := fetch(t.Context(), c, transport.Request{Target: target, Known: again.Known}); err != nil || got != "<two/>!" {
		t.Fatalf("after a change: %q, %v", got, err)
	}
	if again.Wire > 0 {
		return "sent again, and identical"
	}
	return "304, nothing sent"
}

func publishAgain(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	w := written(t, webdav.New(c), put(target, "<one/>"))
	_, tag, _ := raw(t, http.MethodGet, target.Address, "")
	written(t, webdav.New(c), after(put(target, "<one/>"), w))
	if _, again, _ := raw(t, http.MethodGet, target.Address, ""); strings.TrimPrefix(again, "W/") != strings.TrimPrefix(tag, "W/") {
		t.Fatalf("it was sent: the tag was %s and is %s", tag, again)
	}
	return "not sent"
}

func writeOver(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	var w transport.Written
	for _, text := range []string{"<one/>", "<two/>", "<three/>", strings.Repeat("<four/>", 1<<18), strings.Repeat("<five/>", 1<<18)} {
		w = written(t, webdav.New(c), after(put(target, text), w))
		mustLie(t, target.Address, text)
	}
	return "done"
}

func missingFolders(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.Places[servertest.Open] + "new/in%20new/a.xml"}
	written(t, webdav.New(c), put(target, "<one/>"))
	mustLie(t, target.Address, "<one/>")
	target.Address = r.Places[servertest.Open] + "new/b.xml"
	written(t, webdav.New(c), put(target, "<two/>"))
	return "both are created"
}

func listFiles(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	folder := r.Places[servertest.Open] + "list%20of/"
	want := []string{"Einkäufe 2.desk.xml", "a%2Fb+c.phone.xml", "x&y=1.xml"}
	for _, name := range want {
		written(t, webdav.New(c), put(transport.Target{Address: transport.Join(folder, name)}, "<one/>"))
	}
	written(t, webdav.New(c), put(transport.Target{Address: folder + "sub/a.xml"}, "<one/>"))
	got, err := webdav.New(c).Names(t.Context(), transport.Target{Address: folder})
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("names %q, %v; want %q", got, err, want)
	}
	_, err = webdav.New(c).Names(t.Context(), transport.Target{Address: r.Places[servertest.Open] + "gone/"})
	if mustBe(t, err, transport.NotFound); !errors.Is(err, transport.ErrNotFolder) {
		t.Fatalf("a folder that is gone: %v", err)
	}
	return "listed"
}

func takenAway(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	w := written(t, webdav.New(c), put(target, "<one/>"))
	raw(t, http.MethodDelete, target.Address, "")
	written(t, webdav.New(c), after(put(target, "<two/>"), w))
	mustLie(t, target.Address, "<two/>")
	return "uploaded again"
}

func secondWriter(t *testing.T, r *bench) string {
	c := client(t, web.Options{})
	target := transport.Target{Address: r.document(servertest.Open)}
	w := written(t, webdav.New(c), put(target, "<one/>"))
	raw(t, http.MethodPut, target.Address, "<eno/>")
	_, err := webdav.New(c).Write(t.Context(), after(put(target, "<two/>"), w))
	mustBe(t, err, transport.SecondWriter)
	mustLie(t, target.Address, "<eno/>")
	_, err = webdav.New(c).Write(t.Context(), put(target, "<two/>"))
	if mustBe(t, err, transport.SecondWriter); !errors.Is(err, errStranger) {
		t.Fatalf("the first writing: %v", err)
	}
	mustLie(t, target.Address, "<eno/>")
	return "noticed, not overwritten"
}

// heeded describes the effect of a PUT with a condition that does not hold.
func heeded(t *testing.T, r *bench, name, value string) string {
	address := r.document(servertest.Open)
	raw(t, http.MethodPut, address, "<one/>")
	status, _, _ := raw(t, http.MethodPut, address, "<two/>", name, value)
	_, _, got := raw(t, http.MethodGet, address, "")
	switch {
	case status == http.StatusPreconditionFailed && got == "<one/>":
		return "honoured: 412"
	case status < 300 && got == "<two/>":
		return "ignored: Crossfeed checks before and after instead"
	}
	t.Fatalf("status %d, and there is %q", status, got)
	return ""
}

func wrongTag(t *testing.T, r *bench) string  { return heeded(t, r, "If-Match", `"wrong"`) }
func noneMatch(t *testing.T, r *bench) string { return heeded(t, r, "If-None-Match", "*") }

func remove(t *testing.T, r *bench) string {
	s := webdav.New(client(t, web.Options{}))
	target := transport.Target{Address: r.document(servertest.Open)}
	w := written(t, s, put(target, "<one/>"))
	raw(t, http.MethodPut, target.Address, "<two/>")
	mustBe(t, s.Remove(t.Context(), target, w), transport.SecondWriter)
	mustLie(t, target.Address, "<two/>")
	raw(t, http.MethodPut, target.Address, "<one/>")
	for range 2 {
		if err := s.Remove(t.Context(), target, w); err != nil {
			t.Fatal(err)
		}
	}
	if status, _, _ := raw(t, http.MethodGet, target.Address, ""); status != http.StatusNotFound {
		t.Fatalf("it is there: %d", status)
	}
	return "done; somebody else's document stays"
}

// writeRejection returns the result of a write that a server rejects.
func writeRejection(t *testing.T, r *bench, folder string) string {
	address := r.document(folder)
	if address == "" {
		return none
	}
	_, err := webdav.New(client(t, web.Options{})).Write(t.Context(), put(signedIn(address), "<one/>"))
	switch trouble(err) {
	case transport.NoWriting:
		return "reported: it accepts no documents"
	case transport.Forbidden:
		return "reported: not permitted"
	}
	t.Fatalf("the error is %v", err)
	return ""
}

func readOnly(t *testing.T, r *bench) string {
	return writeRejection(t, r, servertest.ReadOnly)
}

func forbidden(t *testing.T, r *bench) string {
	return writeRejection(t, r, servertest.Forbidden)
}
