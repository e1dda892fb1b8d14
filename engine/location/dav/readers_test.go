package dav_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"crossfeed/engine/location"
	"crossfeed/engine/location/dav"
	"crossfeed/engine/location/web"
)

func TestWhoCanReadIsAskedWithoutSigningIn(t *testing.T) {
	for status, want := range map[int]location.Audience{
		http.StatusOK:                  location.Everyone,
		http.StatusNotFound:            location.Everyone,
		http.StatusGone:                location.Everyone,
		http.StatusUnauthorized:        location.SignedIn,
		http.StatusForbidden:           location.SignedIn,
		http.StatusFound:               location.Unknown,
		http.StatusMethodNotAllowed:    location.Unknown,
		http.StatusInternalServerError: location.Unknown,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodHead || r.Header.Get("Authorization") != "" {
				t.Errorf("%s with the proof %q", r.Method, r.Header.Get("Authorization"))
			}
			if r.URL.Path == "/login" {
				return
			}
			w.Header().Set("Location", "/login")
			w.WriteHeader(status)
		}))
		for _, address := range []string{s.URL + "/a.xml", s.URL + "/lists/"} {
			target := signedIn(address)
			target.Access.Scheme = "basic"
			got, err := dav.New(client(t, web.Options{Passwords: neverAsked{t}})).Readers(t.Context(), target)
			if err != nil || got.Who != want || got.Detail == "" {
				t.Errorf("%d: %+v, %v; want %d", status, got, err, want)
			}
		}
		s.Close()
	}
	_, err := dav.New(client(t, web.Options{})).Readers(t.Context(), location.Target{Address: "http://127.0.0.1:1/a.xml"})
	mustBe(t, err, location.Refused)
}
