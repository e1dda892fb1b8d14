package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// row is a row of the table. If it is compared with a yardstick, atMost is a multiple of that.
type row struct {
	work    string
	atMost  float64
	against string
	show    func(float64) string
	measure func(*bench) (measured, yardstick float64)
}

func (b *bench) rows() []row {
	all := []row{
		{"start of a command", 0.15, "xmllint, 10 MB", seconds, func(b *bench) (float64, float64) { return b.start().cpu, b.reading("xmllint", first, 28_000).cpu }},
		{"first sync into an empty store", 2.2, "limit", seconds, func(b *bench) (float64, float64) {
			return b.synced(b.items).cpu, b.reading("limit", first, b.items).cpu
		}},
		{"first sync: memory", 150, "", megabytes, func(b *bench) (float64, float64) { return b.synced(b.items).peak, 0 }},
		{"the same items in new bytes", 1.2, "tokens", seconds, func(b *bench) (float64, float64) { return b.again(renewed, "tokens") }},
		{"nearly every item changed, 10.5 % in conflict", 2.5, "limit", seconds, func(b *bench) (float64, float64) { return b.again(mostChanged, "limit") }},
		{"1 % changed, 0.1 % in conflict", 1.5, "tokens", seconds, func(b *bench) (float64, float64) { return b.again(fewChanged, "tokens") }},
		{"publish the complete feed", 1, "tokens", seconds, (*bench).publish},
		{fmt.Sprintf("publish after one edit, partial feed, %d items", b.most), 0.02, "", seconds, (*bench).publishEdit},
		{"another process edits during the first sync, by the clock: worst", 0.05, "", seconds, func(b *bench) (float64, float64) { return slices.Max(b.edits()) - b.start().wall, 0 }},
		{"the same: median", 0.05, "", seconds, func(b *bench) (float64, float64) { return median(b.edits()) - b.start().wall, 0 }},
		{"plan resolutions of 10.5 %", 1, "", seconds, func(b *bench) (float64, float64) { return b.planning().cpu, 0 }},
		{"save them", 1, "", seconds, func(b *bench) (float64, float64) { plan := b.planning().cpu; return b.resolve().cpu - plan, 0 }},
		{"`item list --json` of 10,000", 0.15, "", seconds, (*bench).itemList},
		{"first download of 10,000 small files, by the clock", 3, "`cp`, `sync`", seconds, (*bench).library},
	}
	for items := 10_000; items <= b.most; items *= 10 {
		all = append(all, row{fmt.Sprintf("first sync of %d, for each item", items), 1.1, fmt.Sprint("of ", items/10), microseconds,
			func(b *bench) (float64, float64) { return b.each(items), b.each(items / 10) }})
	}
	for _, name := range []string{"xmllint", "tokens", "etree", "limit"} {
		all = append(all, row{"read by " + name, 0, "", seconds, func(b *bench) (float64, float64) { return b.reading(name, first, b.items).cpu, 0 }},
			row{"read by " + name + ": memory", 0, "", megabytes, func(b *bench) (float64, float64) { return b.reading(name, first, b.items).peak, 0 }})
	}
	for _, m := range merges {
		all = append(all, row{"`feed merge`, " + m.name, 3, "xmllint", seconds, m.measure})
	}
	return all
}

// start returns what a command needs that does nothing.
func (b *bench) start() usage {
	return b.known("start", func() usage {
		var cpu, wall []float64
		for range 57 {
			u := b.run(0, b.crossfeed, "version")
			cpu, wall = append(cpu, u.cpu), append(wall, u.wall)
		}
		return usage{cpu: median(cpu), wall: median(wall)}
	})
}

// data runs a command with a data folder, and with an ID that a copied folder keeps.
func (b *bench) data(folder string, status int, args ...string) usage {
	return b.run(status, b.crossfeed, append([]string{"--data", folder, "--endpoint", "desk"}, args...)...)
}

// subscribed returns a folder with an empty list that subscribes to "feed.xml".
func (b *bench) subscribed(items int) (folder string) {
	folder = b.in("fresh")
	b.check(os.RemoveAll(folder))
	b.deliver(first, items)
	b.data(folder, 0, "list", "create", "Big")
	b.data(folder, 0, "list", "create", "Mine")
	b.data(folder, 0, "subscription", "add", "Big", b.in("feed.xml"))
	return folder
}

// deliver makes an edition the feed that is subscribed.
func (b *bench) deliver(e edition, items int) {
	b.check(errors.Join(os.RemoveAll(b.in("feed.xml")), os.Link(b.feed(e, items), b.in("feed.xml"))))
}

// synced returns what the first sync took, and leaves its folder for copied.
func (b *bench) synced(items int) usage {
	folder := b.in(fmt.Sprint("synced-", items))
	return b.known(folder, func() usage {
		return b.best(func() usage {
			fresh := b.subscribed(items)
			u := b.data(fresh, 0, "sync", "--accept-large")
			b.check(errors.Join(os.RemoveAll(folder), os.Rename(fresh, folder)))
			return u
		})
	})
}

// copied returns a copy of a folder after the first sync.
func (b *bench) copied(items int) (folder string) {
	b.synced(items)
	folder = b.in("copy")
	b.check(errors.Join(os.RemoveAll(folder), os.CopyFS(folder, os.DirFS(b.in(fmt.Sprint("synced-", items))))))
	return folder
}

// each returns the time for each item of a first sync.
func (b *bench) each(items int) float64 {
	return (b.synced(items).cpu - b.start().cpu) / float64(items)
}

// again syncs another edition after the first.
func (b *bench) again(e edition, reader string) (measured, yardstick float64) {
	u := b.best(func() usage {
		folder := b.copied(b.items)
		b.deliver(e, b.items)
		return b.data(folder, min(e.conflicts, 1), "sync", "--accept-large")
	})
	return u.cpu, b.reading(reader, e, b.items).cpu
}

func (b *bench) publish() (measured, yardstick float64) {
	u := b.best(func() usage { return b.data(b.copied(b.items), 0, "publish", "Big", b.in("published.xml")) })
	return u.cpu, b.reading("tokens", first, b.items).cpu
}

func (b *bench) publishEdit() (measured, yardstick float64) {
	folder, edit := b.copied(b.most), 0
	b.data(folder, 0, "publish", "Big", b.in("edited.xml"), "--window", "500")
	u := b.best(func() usage {
		edit++
		b.data(folder, 0, "item", "edit", "Big", "item-7", "--title", fmt.Sprint("Title ", edit))
		return b.data(folder, 0, "publish", "Big")
	})
	return u.cpu - b.start().cpu, 0
}

// edits returns how long edits by other processes took during a first sync.
func (b *bench) edits() []float64 {
	if b.waits != nil {
		return b.waits
	}
	folder := b.subscribed(b.items)
	sync := exec.Command(b.crossfeed, "--data", folder, "--endpoint", "desk", "sync", "--accept-large")
	b.check(sync.Start())
	ended := make(chan error)
	go func() { ended <- sync.Wait() }()
	for {
		b.waits = append(b.waits, b.data(folder, 0, "item", "add", "Mine", "--title", "Edit").wall)
		select {
		case err := <-ended:
			b.check(err)
			return b.waits
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// planning returns what it takes to plan the resolution of all conflicts.
func (b *bench) planning() usage {
	return b.known("planning", func() usage {
		folder := b.copied(b.items)
		b.deliver(mostChanged, b.items)
		b.data(folder, 1, "sync", "--accept-large")
		b.check(os.Rename(folder, b.in("conflicts")))
		return b.best(func() usage { return b.resolve("--dry-run") })
	})
}

// resolve resolves all conflicts by a rule.
func (b *bench) resolve(options ...string) usage {
	return b.data(b.in("conflicts"), 0, append([]string{"conflict", "resolve", "--all", "--rule", "keep"}, options...)...)
}

func (b *bench) itemList() (measured, yardstick float64) {
	folder := b.copied(10_000)
	return b.best(func() usage { return b.data(folder, 0, "item", "list", "Big", "--json") }).cpu, 0
}

// library downloads a library from this process for the first time, and copies its files.
func (b *bench) library() (measured, yardstick float64) {
	files, published, reader, copies := b.in("files"), b.in("published"), b.in("reader"), b.in("copies")
	b.check(os.Mkdir(files, 0o700))
	for i := range 10_000 {
		b.check(os.WriteFile(filepath.Join(files, fmt.Sprint(i, ".txt")), fmt.Appendf(nil, "a small file: %d", i), 0o600))
	}
	b.data(b.in("publisher"), 0, "content", "publish", files, published)
	server := httptest.NewServer(http.FileServer(http.Dir(published)))
	defer server.Close()
	download := b.best(func() usage {
		b.check(os.RemoveAll(reader))
		b.data(reader, 0, "content", "add", server.URL+"/")
		return b.data(reader, 0, "content", "sync")
	})
	copying := b.best(func() usage {
		b.check(os.RemoveAll(copies))
		return b.run(0, "sh", "-c", `cp -r "$0" "$1" && sync`, published, copies)
	})
	return download.wall, copying.wall
}
