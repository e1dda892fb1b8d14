package cachetest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/library/cache"
)

func removes(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	Put(t, c, name, []byte("text"))
	broken(t, c, name, text(600_000), cache.Note{Size: -1})
	if err := c.Remove(name); err != nil {
		t.Fatal(err)
	}
	has(t, c, name, nil)
	if _, from, err := c.Broken(name); from != 0 || err != nil {
		t.Errorf("there are %d, %v", from, err)
	}
	if left := namesOf(t, c); len(left) != 0 {
		t.Errorf("there is %v", left)
	}
}

func names(t *testing.T, r cache.Root) {
	c := r.Library(1)
	var want []string
	for i := range 20 {
		name := cache.Name(fmt.Sprint("https://feeds.example/", i, ".txt"))
		want = append(want, name)
		if i%3 != 0 {
			Put(t, c, name, []byte("text"))
		}
		if i%3 != 1 { // some have both an unfinished and a finished file
			broken(t, c, name, text(300_000), cache.Note{Size: -1})
		}
	}
	slices.Sort(want)
	if got := namesOf(t, c); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	var unfinished []string
	err := c.Unfinished(func(name string) error { // files may be removed while they are listed
		unfinished = append(unfinished, name)
		return c.Confirm(name)
	})
	slices.Sort(unfinished)
	if err != nil || !slices.Equal(unfinished, want) {
		t.Errorf("unfinished are %v, %v", unfinished, err)
	}
	if err := c.Unfinished(func(name string) error { return fmt.Errorf("%s is left", name) }); err != nil {
		t.Error(err)
	}
	stop := errors.New("stop")
	if err := c.Names(func(string) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

func removesWhileListed(t *testing.T, r cache.Root) {
	c := r.Library(1)
	for i := range 50 {
		Put(t, c, cache.Name(fmt.Sprint("https://feeds.example/", i)), []byte("text"))
	}
	n := 0
	err := c.Names(func(name string) error {
		n++
		return c.Remove(name)
	})
	if left := namesOf(t, c); err != nil || n != 50 || len(left) != 0 {
		t.Errorf("%d were given, %v; left are %v", n, err, left)
	}
}

func removesAll(t *testing.T, r cache.Root) {
	name := cache.Name(address)
	for key := range int64(2) {
		Put(t, r.Library(key+1), name, []byte("text"))
	}
	broken(t, r.Library(1), name, text(300_000), cache.Note{Size: -1})
	if err := r.Library(1).RemoveAll(); err != nil {
		t.Fatal(err)
	}
	if left := namesOf(t, r.Library(1)); len(left) != 0 {
		t.Errorf("there is %v", left)
	}
	has(t, r.Library(2), name, []byte("text"))
	Put(t, r.Library(1), name, []byte("again"))
	has(t, r.Library(1), name, []byte("again"))
}

func attachments(t *testing.T, r cache.Root) {
	name := cache.Name(address)
	Put(t, r.Attachments(), name, []byte("text"))
	has(t, r.Library(1), name, nil)
	if keys, err := r.Libraries(); err != nil || len(keys) != 0 {
		t.Errorf("got %v, %v", keys, err)
	}
}

func libraries(t *testing.T, r cache.Root) {
	if keys, err := r.Libraries(); err != nil || len(keys) != 0 {
		t.Errorf("got %v, %v", keys, err)
	}
	Put(t, r.Library(12), cache.Name(address), []byte("text"))
	Put(t, r.Library(3), cache.Name(address), []byte("text"))
	unlock, err := r.Library(3).Lock()
	if err != nil {
		t.Fatal(err)
	}
	if keys, err := r.Libraries(); err != nil || !slices.Equal(keys, []int64{3, 12}) {
		t.Errorf("got %v, %v", keys, err)
	}
	if err := errors.Join(r.Library(3).RemoveAll(), unlock()); err != nil {
		t.Fatal(err)
	}
	if keys, err := r.Libraries(); err != nil || !slices.Equal(keys, []int64{12}) {
		t.Errorf("got %v, %v", keys, err)
	}
}

func locks(t *testing.T, r cache.Root) {
	unlock, err := r.Library(1).Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Library(1).Lock(); !errors.Is(err, cache.ErrBusy) {
		t.Errorf("got %v", err)
	}
	other, err := r.Library(2).Lock()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(other(), unlock()); err != nil {
		t.Fatal(err)
	}
	again, err := r.Library(1).Lock()
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
}

func locksFile(t *testing.T, r cache.Root) {
	c, one, other := r.Attachments(), strings.Repeat("0", 64)+".jpg", strings.Repeat("1", 64)
	unlock, err := c.LockFile(one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.LockFile(one); !errors.Is(err, cache.ErrBusy) {
		t.Errorf("got %v", err)
	}
	beside, err := c.LockFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(beside(), unlock()); err != nil {
		t.Fatal(err)
	}
	again, err := c.LockFile(one)
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Error(err)
	}
	if _, err := c.LockFile("../" + one); err == nil {
		t.Error("what is no name was locked")
	}
	for _, list := range []func(func(string) error) error{c.Names, c.Unfinished} {
		if err := list(func(name string) error { return errors.New(name + " is listed") }); err != nil {
			t.Error(err)
		}
	}
}

func noName(t *testing.T, r cache.Root) {
	c := r.Library(1)
	sum := strings.Repeat("0", 64)
	for _, name := range []string{
		"", ".", "..", "../x", "/etc/passwd", `..\x`, "coming", sum[1:], "0" + sum, strings.ToUpper("a" + sum[1:]),
		sum + "/..", sum + ".", sum + ".a/b", sum + ".a.b", sum + ".JPG", sum + ".123456789", sum + ".jpg\x00", "g" + sum[1:], sum + ".part\n",
	} {
		_, _, errSize := c.Size(name)
		_, errOpen := c.Open(name)
		_, _, errBroken := c.Broken(name)
		_, errBegin := c.Begin(name, 0, cache.Note{})
		_, _, errArrived := c.Unconfirmed(name)
		_, _, errCame := c.Received(name)
		for i, err := range []error{errSize, errOpen, errBroken, errBegin, errArrived, errCame, c.Remove(name), c.Confirm(name)} {
			if err == nil {
				t.Errorf("%q is taken by call %d", name, i)
			}
		}
		if path := c.Path(name); path != "" {
			t.Errorf("%q is at %s", name, path)
		}
	}
	name := cache.Name(address)
	if path := c.Path(name); filepath.Base(path) != name || filepath.Base(filepath.Dir(path)) != name[:2] {
		t.Errorf("got %s", path)
	}
}

func hasRoom(t *testing.T, r cache.Root) {
	if free, err := r.Library(1).Free(); err != nil || free <= 0 {
		t.Errorf("got %d, %v", free, err)
	}
}

func came(t *testing.T, r cache.Root) {
	c, name := r.Library(1), cache.Name(address)
	if n, whole, err := c.Received(name); n != 0 || whole != -1 || err != nil {
		t.Errorf("got %d of %d, %v", n, whole, err)
	}
	broken(t, c, name, text(300_000), cache.Note{Size: 400_000})
	if n, whole, err := c.Received(name); n != 300_000 || whole != 400_000 || err != nil {
		t.Errorf("got %d of %d, %v", n, whole, err)
	}
}

func concurrently(t *testing.T, r cache.Root) {
	c := r.Library(1)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 10 {
				if err := put(c, cache.Name(fmt.Sprint("https://feeds.example/", i, "/", j)), text(100*i+j)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got := namesOf(t, c); len(got) != 80 {
		t.Errorf("there are %d", len(got))
	}
}
