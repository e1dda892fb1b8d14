package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// generateMoved writes two subscription lists of the same feeds in folders. Of a hundred
// outlines, 2 were changed in one and 2 in the other, 1 in both; 1 was moved within its folder
// in one, and 1 to the next folder in the other; 1 is only in one of them.
func generateMoved(outlines int, local, incoming string) error {
	random := rand.New(rand.NewPCG(1, 2))
	a, b := newTree(), newTree()
	for i := range outlines {
		text := words(random, 4)
		a.add(i, text)
		b.add(i, text)
		switch i % 100 {
		case 10, 11:
			a.change(i, words(random, 4), "desk")
		case 12, 13:
			b.change(i, words(random, 4), "laptop")
		case 14:
			a.change(i, words(random, 4), "desk")
			b.change(i, words(random, 4), "laptop")
		case 15:
			a.move(i, i/100, 20, "desk")
		case 16:
			b.move(i, (i/100+1)%(outlines/100), 30, "laptop")
		case 17:
			a.remove(i)
		case 18:
			b.remove(i)
		}
	}
	for path, t := range map[string]*tree{local: a, incoming: b} {
		if err := os.WriteFile(path, t.bytes(outlines), 0o600); err != nil {
			return err
		}
	}
	return nil
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
		for n, other := range list {
			if other == i {
				t.folders[folder] = append(list[:n:n], list[n+1:]...)
				return
			}
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
	t.folders[folder] = append(list[:n:n], append([]int{i}, list[n:]...)...)
}

func (t *tree) bytes(outlines int) []byte {
	b := bytes.NewBufferString(opmlHeader)
	for folder := range outlines / 100 {
		head := t.all[folder*100]
		fmt.Fprintf(b, "    <outline text=%q>\n", strings.TrimSpace(head.text))
		head.sync(b, folder*100, fmt.Sprint(folder+1), "")
		for _, i := range t.folders[folder] {
			s := t.all[i]
			fmt.Fprintf(b, "      <outline text=%q title=%q type=\"rss\" xmlUrl=\"http://example.com/%d/feed.xml\" htmlUrl=\"http://example.com/%d/\">\n", s.text, s.text, i, i)
			s.sync(b, i, s.key, fmt.Sprintf("item-%d", folder*100))
			b.WriteString("      </outline>\n")
		}
		b.WriteString("    </outline>\n")
	}
	b.WriteString("</body></opml>\n")
	return b.Bytes()
}

// sync writes the sx:sync element of an outline.
func (s *subscribed) sync(b *bytes.Buffer, i int, key, parent string) {
	at := fmt.Sprintf(" cf:order=%q", key)
	if parent != "" {
		at += fmt.Sprintf(" cf:parent=%q", parent)
	}
	sync091(b, fmt.Sprintf("item-%d", i), at, i, s.by)
}
