package contenttest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/store"
)

// left is what a process that was killed left behind: of each address how many bytes
// need not be fetched again.
type left map[string]int64

// left looks at a folder, before another process goes on in it.
func (k *killing) left(t *testing.T, dir string) left {
	t.Helper()
	r, err := onDisk(context.Background(), dir, "")
	check(t, err)
	l, files := left{}, r.Cache.Library(r.key)
	for address, text := range k.want.files {
		l[address] = kept(t, files, cache.Name(address), text)
	}
	check(t, r.Store.View(context.Background(), func(s store.Reader) error {
		feeds, err := s.ContentFeeds(r.key)
		for _, f := range feeds {
			if sum := sha256.Sum256([]byte(k.pages[f.Address])); f.Known.Hash == hex.EncodeToString(sum[:]) {
				l[f.Address] += int64(len(k.pages[f.Address]))
			}
		}
		return err
	}))
	check(t, r.Store.Close())
	return l
}

// kept is how much of a file is in the cache: all of it, or a part that is noted.
func kept(t *testing.T, files cache.Cache, name, text string) int64 {
	t.Helper()
	if body, err := files.Open(name); err == nil {
		b, err := io.ReadAll(body)
		check(t, err)
		check(t, body.Close())
		if string(b) == text {
			return int64(len(text))
		}
	}
	_, from, err := files.Broken(name)
	check(t, err)
	return from
}

// needless tells what was fetched although it was there, and what was asked for twice. An
// address may be a feed, and a file as well.
func (l left) needless(want held, pages map[string]string, fetched map[string]count) (told []string) {
	for address, c := range fetched {
		_, isFeed := want.feeds[address]
		_, isFile := want.files[address]
		times := 1
		if isFeed && isFile {
			times = 2
		}
		if need := max(0, int64(times*len(pages[address]))-l[address]); c.bytes > need {
			told = append(told, fmt.Sprintf("%s has %d bytes, %d were there, and %d came again", address, len(pages[address]), l[address], c.bytes))
		}
		if c.requests > times {
			told = append(told, fmt.Sprintf("%s is asked for %d times", address, c.requests))
		}
	}
	return told
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	check(t, err)
	return n
}
