package bucket_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
)

func TestAnObjectIsReadWhole(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	d.put(s, "Groceries/list of é.xml", "<rss/>")
	got, err := d.Read(t.Context(), d.request(s.Address("Groceries/list%20of%20%C3%A9.xml")))
	if err != nil {
		t.Fatal(err)
	}
	if text := d.text(got); text != "<rss/>" || got.Wire != 6 || got.Type != "application/rss+xml" || got.Moved != "" {
		t.Errorf("read %q; %+v", text, got)
	}
	k := got.Known
	if k.ETag == "" || k.LastModified == "" || k.Hash != hashOf("<rss/>") || !k.Whole.Equal(noon) {
		t.Errorf("known %+v", k)
	}
}

func TestAnObjectThatIsTheSameIsNotReadAgain(t *testing.T) {
	var log requests
	s := servertest.S3(t, log.note)
	d := newDesk(t)
	d.put(s, "a.xml", "one")
	first := d.read(s.Address("a.xml"))
	d.text(first)
	for _, c := range []struct {
		why         string
		known       transport.Known
		whole       bool
		later       time.Duration
		conditional bool
	}{
		{"an hour later", first.Known, false, time.Hour, true},
		{"the user asked", first.Known, true, time.Hour, false},
		{"a day later", first.Known, false, 25 * time.Hour, false},
		{"another ETag, the same bytes", transport.Known{ETag: `"x"`, Hash: first.Known.Hash, Whole: noon}, false, time.Hour, true},
	} {
		r := d.request(s.Address("a.xml"))
		r.Known, r.Whole, r.Now = c.known, c.whole, noon.Add(c.later)
		got, err := d.Read(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Unchanged || got.Body != nil || got.Known.ETag != first.Known.ETag {
			t.Errorf("%s: %+v", c.why, got)
		}
		if conditional := log.last().Header.Get("If-None-Match") != ""; conditional != c.conditional {
			t.Errorf("%s: conditional is %v", c.why, conditional)
		}
	}
	d.put(s, "a.xml", "two")
	r := d.request(s.Address("a.xml"))
	r.Known, r.Now = first.Known, noon.Add(time.Hour)
	got, err := d.Read(t.Context(), r)
	if err != nil || got.Unchanged || d.text(got) != "two" || !got.Known.Whole.Equal(noon.Add(time.Hour)) {
		t.Errorf("after a change: %+v, %v", got, err)
	}
}

func TestACompressedObjectIsUnpackedWithinTheLimit(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, strings.Repeat("a", 1000))
	w.Close()
	s := servertest.S3(t, answering(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Cache-Control", "public, max-age=60")
		w.Write(packed.Bytes())
	}))
	d := newDesk(t)
	got := d.read(s.Address("a.xml"))
	if text := d.text(got); text != strings.Repeat("a", 1000) || got.Wire != int64(packed.Len()) || got.Fresh != time.Minute {
		t.Errorf("read %q; %+v", text, got)
	}
	d.fails(transport.TooLarge, d.with(bucket.Options{Size: 999}), s.Address("a.xml"))
}

func TestWhatComesIsCounted(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	d.put(s, "a.xml", strings.Repeat("x", 200_000))
	var heard []int64
	r := d.request(s.Address("a.xml"))
	r.Arrived = func(n int64) { heard = append(heard, n) }
	got, err := d.Read(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if len(heard) < 2 || !slices.IsSorted(heard) || heard[len(heard)-1] != 200_000 {
		t.Errorf("heard of %v", heard)
	}
}

func TestNamesAreThoseOfTheFolderAlone(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	for _, key := range []string{"b.xml", "f/z.xml", "f/a b.xml", "f/", "f/deep/c.xml", "fa.xml", "f/.crossfeed-probe-0011"} {
		d.put(s, key, "x")
	}
	for folder, want := range map[string][]string{"f/": {"a b.xml", "z.xml"}, "": {"b.xml", "fa.xml"}, "none/": nil} {
		got, err := d.Names(t.Context(), transport.Target{Address: s.Address(folder)})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", folder, got, err, want)
		}
	}
}

func TestManyNamesComeInPages(t *testing.T) {
	s := servertest.S3(t)
	d := newDesk(t)
	for i := range 2500 {
		d.put(s, fmt.Sprintf("f/%04d.xml", i), "x")
	}
	got, err := d.Names(t.Context(), transport.Target{Address: s.Address("f/")})
	if err != nil || len(got) != 2500 || got[2499] != "2499.xml" {
		t.Errorf("%d names, %v", len(got), err)
	}
}

func TestAFolderWithoutEndIsRefused(t *testing.T) {
	page := 0
	s := servertest.S3(t, answering(func(w http.ResponseWriter, _ *http.Request) {
		page++
		fmt.Fprintf(w, `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>%d</NextContinuationToken>`, page)
		for i := range 1000 {
			fmt.Fprintf(w, `<Contents><Key>f/%d-%d.xml</Key></Contents>`, page, i)
		}
		fmt.Fprint(w, `</ListBucketResult>`)
	}))
	_, err := newDesk(t).Names(t.Context(), transport.Target{Address: s.Address("f/")})
	troubled(t, err, transport.TooLarge)
	if page > 20 {
		t.Errorf("%d pages were asked for", page)
	}
}

func TestTheKeyIsThatOfTheUser(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "right/secret"))
	d := newDesk(t)
	d.put(s, "a.xml", "one")
	place := transport.PlaceOf(s.Address("a.xml"))
	for _, c := range []struct {
		user, secret string
		want         transport.Trouble
	}{
		{"AKIA1", "right/secret", transport.Other},
		{"AKIA1", "s3cr3t", transport.SignIn},
		{"AKIA2", "right/secret", transport.SignIn},
		{"AKIA1", "", transport.SignIn},
		{"", "", transport.Forbidden},
	} {
		b := d.with(bucket.Options{Passwords: oneSecret{place, c.user, c.secret}})
		r := d.request(s.Address("a.xml"))
		r.Access.User = c.user
		got, err := b.Read(t.Context(), r)
		if c.want == transport.Other {
			if err != nil || d.text(got) != "one" {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		troubled(t, err, c.want)
		if c.secret != "" && strings.Contains(err.Error(), c.secret) {
			t.Errorf("%+v: error %v has the secret in it", c, err)
		}
	}
}

func TestNothingIsTakenFromTheEnvironment(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "AKIA1")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "right")
	t.Setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
	var log requests
	s := servertest.S3(t, log.note)
	d := newDesk(t)
	d.put(s, "a.xml", "one")
	if d.text(d.read(s.Address("a.xml"))) != "one" || log.last().Header.Get("Authorization") != "" {
		t.Errorf("the request was signed: %v", log.last().Header)
	}
}

func TestAnAddressOfNoBucketIsRefused(t *testing.T) {
	for _, address := range []string{"/tmp/a.xml", "https://s3.example/a.xml", "s3:///a.xml", "s3://%zz"} {
		_, err := newDesk(t).Read(t.Context(), transport.Request{Target: transport.Target{Address: address}})
		if err == nil || !strings.Contains(err.Error(), "no address of a bucket") {
			t.Errorf("%s: error %v", address, err)
		}
	}
}

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
		want transport.Audience
	}{
		{"an object that anybody reads", open, "f/a.xml", transport.Everyone},
		{"a folder that anybody reads", open, "f/", transport.Everyone},
		{"a place where nothing lies, which strangers are told", open, "g/b.xml", transport.Everyone},
		{"an object that strangers are refused", closed, "f/a.xml", transport.SignedIn},
		{"a folder of such objects", closed, "f/", transport.SignedIn},
		{"a place where nothing lies, which strangers are not told", closed, "g/b.xml", transport.Unknown},
		{"an empty folder, which strangers are not told", closed, "g/", transport.Unknown},
	} {
		b := d.with(bucket.Options{Passwords: oneSecret{transport.PlaceOf(c.s.Address("")), "AKIA1", "secret"}})
		target := d.request(c.s.Address(c.key)).Target
		target.Access.User = "AKIA1"
		got, err := b.Readers(t.Context(), target)
		if err != nil || got.Who != c.want || got.Detail == "" {
			t.Errorf("%s: %+v, %v; want %d", c.why, got, err, c.want)
		}
	}
}
