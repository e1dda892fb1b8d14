package csx_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/csx"
	"crossfeed/engine/transport"
)

// made is a document that is generated while it is read: a head, pieces and a tail.
type made struct {
	head, tail string
	many       int
	piece      func(n int) string
	next       int
	left       string
	// weigh, if not nil, is called ten times while the pieces are read.
	weigh func()
}

func (m *made) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekStart {
		return 0, errors.New("it is read from its start alone")
	}
	m.next, m.left = 0, m.head
	return 0, nil
}

func (m *made) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if m.left == "" {
			switch m.next++; {
			case m.next <= m.many:
				m.left = m.piece(m.next - 1)
				if m.weigh != nil && m.next%max(1, m.many/10) == 0 {
					m.weigh()
				}
			case m.next == m.many+1:
				m.left = m.tail
			}
			if m.left == "" {
				if n == 0 {
					err = io.EOF
				}
				return n, err
			}
		}
		k := copy(p[n:], m.left)
		n, m.left = n+k, m.left[k:]
	}
	return n, nil
}

func long(many int, tail string) *made {
	return &made{
		head: `<rss version="2.0" xmlns:csx="` + csx.Namespace + `"><channel><title>t</title>`, tail: tail, many: many,
		piece: func(n int) string {
			return fmt.Sprintf("<item><guid>story-%d</guid><title>Story %d</title><description>What happened</description><csx:lastBuildDate>Mon, 02 Oct 2006 12:00:00 GMT</csx:lastBuildDate>"+
				"<csx:link>%d.html</csx:link><csx:link>%d.jpg</csx:link></item>\n", n, n, n, n)
		},
	}
}

// peak reads a document, and returns the number of its items and the peak growth of the heap
// in bytes.
func peak(t *testing.T, m *made) (items int, grown uint64, f csx.Feed) {
	t.Helper()
	before := heap()
	most := before
	m.weigh = func() { most = max(most, heap()) }
	f, err := csx.Read(m, at, csx.Limits{}, func(csx.Item) error { items++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return items, most - before, f
}

// heap returns the memory in use after garbage collection, so that the result does not depend
// on when the collector ran.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestAMillionItemsNeedNoMoreMemoryThanAThousand allows eight bytes per item for the detection
// of duplicate IDs.
func TestAMillionItemsNeedNoMoreMemoryThanAThousand(t *testing.T) {
	const well, badly = "</channel></rss>", "<p></channel></rss>"
	few, many := testsize.Of(1_000, 7_000), testsize.Of(5_000, 100_000)
	for _, c := range []struct {
		items int
		tail  string
	}{{few, well}, {few, badly}, {many, well}, {many, badly}, {testsize.Of(10_000, 1_000_000), well}} {
		m := long(c.items, c.tail)
		if c.items > many {
			m.piece = func(n int) string { return fmt.Sprintf("<item><guid>%d</guid></item>\n", n) }
		}
		n, grown, _ := peak(t, m)
		t.Logf("%d items before %s: %d kB", n, c.tail, grown>>10)
		if n != c.items || grown > uint64(512<<10+10*c.items) {
			t.Errorf("%d items before %s: %d items and %d kB", c.items, c.tail, n, grown>>10)
		}
	}
}

func TestAnItemWithAHundredThousandLinks(t *testing.T) {
	many := testsize.Of(12_000, 100_000)
	m := long(many, "</item><item><guid>2</guid></item></channel></rss>")
	m.head += "<item><guid>1</guid>"
	m.piece = func(n int) string { return fmt.Sprintf("<csx:link>%d.jpg</csx:link>\n", n) }
	var links []int
	f, err := csx.Read(m, at, csx.Limits{}, func(i csx.Item) error { links = append(links, len(i.Links)); return nil })
	if err != nil || fmt.Sprint(links) != "[10000 0]" || rules(f) != csx.TooManyLinks || f.Problems[0].Line != 10_001 {
		t.Fatalf("%v, %v, %+v", links, err, f.Problems)
	}
	if want := fmt.Sprintf("the item has %d links; the first 10000 count, and the others are left out", many); f.Problems[0].Text != want {
		t.Error(f.Problems[0].Text)
	}
}

// TestATextOfAHundredMegabytes checks that any long text is cut.
func TestATextOfAHundredMegabytes(t *testing.T) {
	megabyte := strings.Repeat("ä words &amp; lines\n", 1<<20/20)
	for name, around := range map[string][2]string{
		"a description":              {"<description>", "</description>"},
		"HTML in CDATA":              {"<description><![CDATA[<p>", "</p>]]></description>"},
		"a comment":                  {"<!--", "-->"},
		"a processing instruction":   {"<?x ", "?>"},
		"an element nobody knows":    {"<x>", "</x>"},
		"a link":                     {"<csx:link>", "</csx:link>"},
		"a guid":                     {"<guid>", "</guid>"},
		"a title with faults around": {"<p><title>", "</title>"},
	} {
		m := long(testsize.Of(24, 100), around[1]+"<csx:link>a.jpg</csx:link></item><item><guid>2</guid></item></channel></rss>")
		m.head += "<item>" + around[0]
		m.piece = func(int) string { return megabyte }
		n, grown, f := peak(t, m)
		t.Logf("%s: %d MB", name, grown>>20)
		if n != 2 || grown > 16<<20 {
			t.Errorf("%s: %d items, %d MB, %+v", name, n, grown>>20, f.Problems)
		}
	}
}

func TestATagOfAHundredMegabytesIsRefused(t *testing.T) {
	m := long(100, `"></item></channel></rss>`)
	m.head += `<item x="`
	m.piece = func(int) string { return strings.Repeat("a", 1<<20) }
	_, err := csx.Read(m, at, csx.Limits{}, func(csx.Item) error { return nil })
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != transport.TooLarge {
		t.Error(err)
	}
}

// TestFaultsThatEveryItemHasLeaveRoomForOthers checks the limit on problems of one rule.
func TestFaultsThatEveryItemHasLeaveRoomForOthers(t *testing.T) {
	m := long(1000, "<item><guid>1</guid><csx:link>mailto:a@b</csx:link></item></channel></rss>")
	m.piece = func(n int) string {
		return fmt.Sprintf("<item><title>%d</title><pubDate>Mon, 2 Oct. 2006 1:35:12</pubDate><csx:lastBuildDate>soon</csx:lastBuildDate></item>\n", n)
	}
	_, _, f := peak(t, m)
	told := map[string]int{}
	for _, p := range f.Problems {
		told[p.Rule]++
	}
	if told[csx.MissingGUID] != 10 || told[csx.BadDate] != 10 || told[csx.LenientDate] != 3 || told[csx.BadLink] != 1 || f.Wrong != 2004 {
		t.Errorf("%v, %d wrong", told, f.Wrong)
	}
}
