package engine_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

func text(a *transport.Response, err error) (string, error) {
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(a.Body)
	return string(b), errors.Join(err, a.Body.Close())
}

// TestEachAddressIsReachedInItsWay writes, lists, reads and removes a document at a place of
// each kind.
func TestEachAddressIsReachedInItsWay(t *testing.T) {
	places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
	dir := t.TempDir()
	server := servertest.Rclone(t, servertest.Options{})
	for _, folder := range []string{dir + "/", server.Places[servertest.Open]} {
		target := transport.Target{Address: transport.Join(folder, "Groceries.desk.xml")}
		hash, size, err := transport.Hash(strings.NewReader("<rss/>"))
		if err != nil {
			t.Fatal(err)
		}
		w, err := places.Write(t.Context(), transport.Put{Target: target, Body: strings.NewReader("<rss/>"), Hash: hash, Size: size})
		if err != nil {
			t.Fatal(err)
		}
		if names, err := places.Names(t.Context(), transport.Target{Address: folder}); err != nil || len(names) != 1 || names[0] != "Groceries.desk.xml" {
			t.Errorf("%s: names %q, %v", folder, names, err)
		}
		if got, err := text(places.Read(t.Context(), transport.Request{Target: target})); err != nil || got != "<rss/>" {
			t.Errorf("%s: %q, %v", folder, got, err)
		}
		if r, err := places.Readers(t.Context(), target); err != nil || r.Who == transport.Unknown {
			t.Errorf("%s: read by %+v, %v", folder, r, err)
		}
		if err := places.Remove(t.Context(), target, w); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestEachSchemeHasAnImplementation(t *testing.T) {
	places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
	for _, scheme := range append(transport.Schemes(), "") {
		if places[scheme] == nil {
			t.Errorf("none for %q", scheme)
		}
	}
}

func TestABucketIsReachedAtItsEndpoint(t *testing.T) {
	asked := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		w.WriteHeader(http.StatusNotFound)
	}))
	defer s.Close()
	address, err := transport.Parse("s3://lists/a.xml?region=eu&endpoint=" + s.URL)
	if err != nil {
		t.Fatal(err)
	}
	places := engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
	if _, err := places.Read(t.Context(), transport.Request{Target: transport.Target{Address: address}}); err == nil || !strings.HasSuffix(asked, "/lists/a.xml") {
		t.Errorf("asked for %q, %v", asked, err)
	}
}
