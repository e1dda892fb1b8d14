package bucket_test

import (
	"testing"

	"crossfeed/engine/location"
	"crossfeed/engine/location/bucket"
	"crossfeed/engine/location/servertest"
)

func TestWhoCanReadIsAskedWithoutSigningIn(t *testing.T) {
	d := newDesk(t)
	open := servertest.S3(t)
	closed := servertest.S3(t, servertest.Signed("AKIA1", "secret"))
	for _, s := range []servertest.Bucketry{open, closed} {
		d.put(s, "f/a.xml", "one")
	}
	for _, c := range []struct {
		why  string
		s    servertest.Bucketry
		key  string
		want location.Audience
	}{
		{"an object that anybody reads", open, "f/a.xml", location.Everyone},
		{"a folder that anybody reads", open, "f/", location.Everyone},
		{"a place where nothing lies, which strangers are told", open, "g/b.xml", location.Everyone},
		{"an object that strangers are refused", closed, "f/a.xml", location.SignedIn},
		{"a folder of such objects", closed, "f/", location.SignedIn},
		{"a place where nothing lies, which strangers are not told", closed, "g/b.xml", location.Unknown},
		{"an empty folder, which strangers are not told", closed, "g/", location.Unknown},
	} {
		b := d.with(bucket.Options{Passwords: oneSecret{location.PlaceOf(c.s.Address("")), "AKIA1", "secret"}})
		target := d.request(c.s.Address(c.key)).Target
		target.Access.User = "AKIA1"
		got, err := b.Readers(t.Context(), target)
		if err != nil || got.Who != c.want || got.Detail == "" {
			t.Errorf("%s: %+v, %v; want %d", c.why, got, err, c.want)
		}
	}
}
