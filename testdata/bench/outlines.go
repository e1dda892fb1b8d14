package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
)

const sse091 = "http://www.microsoft.com/schemas/rss/sse"

const opmlHeader = `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0" xmlns:sx="` + sse091 + `" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"><head><title>Bench</title></head><body>
`

// outlines writes two subscription lists of the same feeds in folders of a hundred. In each
// hundred, 2 were changed in one and 2 in the other, 1 in both, and 1 is missing in each. With
// moves, 1 was moved within its folder in one, and 1 to the next folder in the other.
func outlines(moves bool) func(count int) (local, incoming []byte) {
	return func(count int) (local, incoming []byte) {
		random := rand.New(rand.NewPCG(1, 2))
		a, b := newTree(), newTree()
		for i := range count {
			text := words(random, 24)
			a.add(i, text)
			b.add(i, text)
			switch n := i % 100; {
			case n == 10, n == 11:
				a.change(i, words(random, 24), "desk")
			case n == 12, n == 13:
				b.change(i, words(random, 24), "laptop")
			case n == 14:
				a.change(i, words(random, 24), "desk")
				b.change(i, words(random, 24), "laptop")
			case n == 15 && moves:
				a.move(i, i/100, 20, "desk")
			case n == 16 && moves:
				b.move(i, (i/100+1)%(count/100), 30, "laptop")
			case n == 17:
				a.remove(i)
			case n == 18:
				b.remove(i)
			}
		}
		return a.bytes(count), b.bytes(count)
	}
}

// tree is a subscription list: in each folder, the feeds in order.
type tree struct {
	all     map[int]*subscribed
	folders map[int][]int
}

// subscribed is an outline of a tree.
type subscribed struct {
	text, key string
	by        []string
}

func newTree() *tree { return &tree{all: map[int]*subscribed{}, folders: map[int][]int{}} }

func (t *tree) add(i int, text string) {
	t.all[i] = &subscribed{text, fmt.Sprint(i%100 + 1), []string{"phone", "tablet", "phone", "desk"}}
	if i%100 > 0 {
		t.folders[i/100] = append(t.folders[i/100], i)
	}
}

func (t *tree) change(i int, text, by string) {
	t.all[i].text, t.all[i].by = text, append(t.all[i].by, by)
}

func (t *tree) remove(i int) {
	for folder, list := range t.folders {
		if n := slices.Index(list, i); n >= 0 {
			t.folders[folder] = slices.Delete(list, n, n+1)
		}
	}
}

// move moves an outline to the end of a folder, or to the middle of its own.
func (t *tree) move(i, folder, after int, by string) {
	t.remove(i)
	s := t.all[i]
	s.by, s.key = append(s.by, by), fmt.Sprintf("%d/2", 2*after+1)
	list := t.folders[folder]
	n := min(after, len(list))
	for n > 0 && list[n-1]%100 > after {
		n--
	}
	t.folders[folder] = slices.Insert(list, n, i)
}

func (t *tree) bytes(count int) []byte {
	b := bytes.NewBufferString(opmlHeader)
	for folder := range count / 100 {
		head := t.all[folder*100]
		fmt.Fprintf(b, "<outline text=%q>\n", head.text[:20])
		head.sync(b, folder*100, fmt.Sprint(folder+1), "")
		for _, i := range t.folders[folder] {
			s := t.all[i]
			fmt.Fprintf(b, "<outline text=%q type=\"rss\" xmlUrl=\"http://example.com/feeds/%d.xml\" _note=%q>\n", s.text[:20], i, s.text)
			s.sync(b, i, s.key, fmt.Sprintf("item-%d", folder*100))
			b.WriteString("</outline>\n")
		}
		b.WriteString("</outline>\n")
	}
	b.WriteString("</body></opml>\n")
	return b.Bytes()
}

// sync writes the sx:sync element of an outline.
func (s *subscribed) sync(b *bytes.Buffer, i int, key, parent string) {
	position := fmt.Sprintf(" cf:version=\"%d\" cf:order=%q", len(s.by), key)
	if parent != "" {
		position += fmt.Sprintf(" cf:parent=%q", parent)
	}
	sync091(b, i, position, s.by)
}

// history091 writes an sx:sync element of SSE 0.91.
func history091(to io.Writer, number int, by []string) { sync091(to, number, "", by) }

// sync091 writes it with the attributes of a position.
func sync091(to io.Writer, number int, position string, by []string) {
	last := len(by)
	fmt.Fprintf(to, "  <sx:sync id=\"item-%d\" version=\"%d\"%s>\n", number, last, position)
	fmt.Fprintf(to, "    <sx:history when=\"%s\" by=\"%s\">\n", updated(last, number).Format(rfc822), by[last-1])
	for n := last - 1; n > 0; n-- {
		fmt.Fprintf(to, "      <sx:update when=\"%s\" by=\"%s\"/>\n", updated(n, number).Format(rfc822), by[n-1])
	}
	fmt.Fprint(to, "    </sx:history>\n  </sx:sync>\n")
}

const rfc822 = "Mon, 02 Jan 2006 15:04:05 GMT"
