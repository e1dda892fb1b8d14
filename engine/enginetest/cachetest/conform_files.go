package cachetest

import (
	"errors"
	"io/fs"
	"testing"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/transport"
)

var known = transport.Known{ETag: `"1"`, LastModified: "Tue, 24 Nov 2026 09:00:00 GMT"}

func thereOnceDone(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	has(t, c, name, nil)
	p, err := c.Begin(name, 0, cache.Note{Size: 5})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write([]byte("whole")); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, nil)
	if _, _, err := p.Done(cache.Note{Size: 5}); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, []byte("whole"))
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, []byte("whole"))
}

func replacedWhole(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	old, new := text(2<<20), text(1<<20)
	Put(t, c, name, old)
	p, err := c.Begin(name, 0, cache.Note{Size: int64(len(new))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(new); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, old)
	if _, _, err := p.Done(cache.Note{Size: int64(len(new))}); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, new)
}

func goesOn(t *testing.T, r cache.Root) {
	c, name, whole := r.Library(1), cache.Name(address), text(900_001)
	broken(t, c, name, whole[:600_000], cache.Note{Known: known, Size: -1, Type: "image/jpeg"})
	n, from, err := c.Broken(name)
	if err != nil || from != 600_000 || n.Known != known || n.Size != -1 || n.Type != "image/jpeg" {
		t.Fatalf("got %+v, %d, %v", n, from, err)
	}
	p, err := c.Begin(name, from, n)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(whole[from:]); err != nil {
		t.Fatal(err)
	}
	hash, size, err := p.Done(cache.Note{Size: -1})
	if err != nil || hash != hashOf(whole) || size != int64(len(whole)) {
		t.Errorf("got %s, %d, %v", hash, size, err)
	}
	has(t, c, name, whole)
	if _, from, err := c.Broken(name); from != 0 || err != nil {
		t.Errorf("of a file that is whole there are %d bytes, %v", from, err)
	}
}

func goesOnBefore(t *testing.T, r cache.Root) {
	c, name, whole := r.Library(1), cache.Name(address), text(700_000)
	broken(t, c, name, whole[:600_000], cache.Note{Size: 700_000})
	for _, from := range []int64{300_000, 100} {
		p, err := c.Begin(name, from, cache.Note{Size: 700_000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(whole[from : from+10]); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if _, got, err := c.Broken(name); got != from+10 || err != nil {
			t.Fatalf("there are %d, %v", got, err)
		}
	}
	p, err := c.Begin(name, 110, cache.Note{Size: 700_000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(whole[110:]); err != nil {
		t.Fatal(err)
	}
	if hash, _, err := p.Done(cache.Note{Size: 700_000}); err != nil || hash != hashOf(whole) {
		t.Errorf("got %s, %v", hash, err)
	}
	if _, err := c.Begin(name, 5, cache.Note{Size: 9}); err == nil {
		t.Error("it resumes a part that does not exist")
	}
}

func smallLeavesNothing(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	broken(t, c, name, text(1000), cache.Note{Size: 2000})
	if _, from, err := c.Broken(name); from != 0 || err != nil {
		t.Errorf("there are %d, %v", from, err)
	}
	if left := namesOf(t, c); len(left) != 0 {
		t.Errorf("there is %v", left)
	}
}

func beginsAnew(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	broken(t, c, name, text(600_000), cache.Note{Known: known, Size: -1})
	broken(t, c, name, text(300_000), cache.Note{Size: -1, Type: "text/plain"})
	n, from, err := c.Broken(name)
	if err != nil || from != 300_000 || n.Known != (transport.Known{}) || n.Type != "text/plain" {
		t.Errorf("got %+v, %d, %v", n, from, err)
	}
}

func otherSize(t *testing.T, r cache.Root) {
	for _, came := range []int{300_000, 500_000} {
		c, name := r.Library(int64(came)), cache.Name(address)
		Put(t, c, name, []byte("before"))
		p, err := c.Begin(name, 0, cache.Note{Size: 400_000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(text(came)); err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Done(cache.Note{Size: 400_000})
		isTrouble(t, err, transport.BrokenOff)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		has(t, c, name, []byte("before"))
		want := int64(came)
		if came > 400_000 {
			want = 0 // nothing to resume
		}
		if _, from, err := c.Broken(name); from != want || err != nil {
			t.Errorf("of %d there are %d, %v", came, from, err)
		}
	}
}

func arrivedUntilTaken(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	if _, there, err := c.Unconfirmed(name); there || err != nil {
		t.Fatalf("got %v, %v", there, err)
	}
	p, err := c.Begin(name, 0, cache.Note{Size: 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Done(cache.Note{Known: known, Size: 4, Type: "text/plain"}); err != nil {
		t.Fatal(err)
	}
	n, there, err := c.Unconfirmed(name)
	if want := (cache.Note{Known: known, Size: 4, Type: "text/plain", Hash: hashOf([]byte("text"))}); err != nil || !there || n != want {
		t.Errorf("got %+v, %v, %v", n, there, err)
	}
	if err := c.Confirm(name); err != nil {
		t.Fatal(err)
	}
	if _, there, err := c.Unconfirmed(name); there || err != nil {
		t.Errorf("got %v, %v", there, err)
	}
	has(t, c, name, []byte("text"))
}

func notThere(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	if _, err := c.Open(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := errors.Join(c.Remove(name), c.Confirm(name), c.RemoveAll(), c.RemoveAll()); err != nil {
		t.Error(err)
	}
}

func otherFile(t *testing.T, r cache.Root) {
	c, name := r.Attachments(), cache.Name(address)
	for _, size := range []int{10, 600_000} {
		old, new := text(size), append(text(size), 'x')
		Put(t, c, name, old)
		p, err := c.Begin(name, 0, cache.Note{Size: int64(len(new))})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(new); err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.Done(cache.Note{Size: int64(len(new)), Hash: hashOf(old)}); !errors.Is(err, cache.ErrOtherFile) {
			t.Fatalf("got %v", err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		has(t, c, name, old)
		if _, from, err := c.Broken(name); from != 0 || err != nil {
			t.Errorf("%d bytes of it are left, %v", from, err)
		}
	}
}
