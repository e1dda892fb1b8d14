package webdav_test

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// twoWriters lets two endpoints write to one address at the same time, repeatedly. The one
// whose document was overwritten must be told: at once, or about a second writer when it
// writes next.
func twoWriters(t *testing.T, r *bench) string {
	for range 10 {
		target := transport.Target{Address: r.document(servertest.Open)}
		texts := []string{"<a/>", "<b/>"}
		w, errs := make([]transport.Written, 2), make([]error, 2)
		var both sync.WaitGroup
		for i := range texts {
			both.Go(func() { w[i], errs[i] = webdav.New(client(t, web.Options{})).Write(t.Context(), put(target, texts[i])) })
		}
		both.Wait()
		_, _, lies := raw(t, http.MethodGet, target.Address, "")
		if !slices.Contains(texts, lies) || errs[0] != nil && errs[1] != nil {
			t.Fatalf("there is %q, and the errors are %v", lies, errs)
		}
		for i, text := range texts {
			if errs[i] == nil && lies != text {
				_, errs[i] = webdav.New(client(t, web.Options{})).Write(t.Context(), after(put(target, text+"!"), w[i]))
				mustBe(t, errs[i], transport.SecondWriter)
			}
			if lies != text && errs[i] == nil {
				t.Fatalf("whoever wrote %q was told nothing", text)
			}
		}
		mustLie(t, target.Address, lies)
	}
	return "one document stays, the other writer is told"
}

// fullDisk writes a document that fits, and then one that does not.
func fullDisk(t *testing.T, r *bench) string {
	address := r.document(servertest.Small)
	if address == "" {
		return ""
	}
	s, target := webdav.New(client(t, web.Options{})), transport.Target{Address: address}
	w := written(t, s, put(target, "<one/>"))
	_, err := s.Write(t.Context(), after(put(target, strings.Repeat("x", 1<<20)), w))
	if err == nil {
		t.Fatal("it fitted")
	}
	status, _, lies := raw(t, http.MethodGet, address, "")
	result := "reported"
	if trouble(err) != transport.Full {
		var e *transport.Error
		if !errors.As(err, &e) || e.Status != http.StatusInternalServerError && e.Trouble != transport.BrokenOff && e.Trouble != transport.Unavailable {
			t.Fatalf("the error is %v", err)
		}
		result = "reported as far as the server reports it"
	}
	switch {
	case status == http.StatusOK && lies == "<one/>":
		result += "; the old document stays"
	case status == http.StatusNotFound:
		result += "; the old document is gone, and is uploaded again"
	default:
		t.Fatalf("there lies %.20q, %d bytes, status %d", lies, len(lies), status)
	}
	// nginx frees the space of a rejected document only a moment after its response.
	for err != nil {
		_, err = s.Write(t.Context(), after(put(target, "<two/>"), w))
	}
	mustLie(t, address, "<two/>")
	return result
}

// stopsTaking stops the server after half of a document was sent. With a server that writes in
// place, whether the old document or half of the new one is then there depends on timing.
// Either must be replaced by the whole new document.
func stopsTaking(t *testing.T, r *bench) string {
	target := transport.Target{Address: r.document(servertest.Open)}
	w := written(t, webdav.New(client(t, web.Options{})), put(target, "<one/>"))
	c := client(t, web.Options{Dial: stopping(r.Program, 0, 8<<20)})
	large := string(bytes.Repeat([]byte("<two/>"), 4<<20))
	p := after(put(target, large), w)
	_, err := webdav.New(c).Write(t.Context(), p)
	if got := trouble(err); got != transport.BrokenOff && got != transport.Refused {
		t.Fatalf("the error is %v", err)
	}
	r.Program.Start()
	status, _, lies := raw(t, http.MethodGet, target.Address, "")
	if (status != http.StatusOK || lies != "<one/>") && !strings.HasPrefix(large, lies) {
		t.Fatalf("there lies %.20q, %d bytes, status %d", lies, len(lies), status)
	}
	p.Pending = p.Hash
	written(t, webdav.New(client(t, web.Options{})), p)
	mustLie(t, target.Address, large)
	return "reported; the next try succeeds"
}
