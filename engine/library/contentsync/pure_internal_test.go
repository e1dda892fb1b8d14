package contentsync

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/csx"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// The table of "onDemand attribute for <csx:link>", as what is queued.
func TestWhichLinksAreQueued(t *testing.T) {
	links := []store.ContentLink{
		{Address: "file"}, {Address: "file on demand", OnDemand: true},
		{Address: "feed", Nested: true}, {Address: "feed on demand", Nested: true, OnDemand: true},
	}
	want := []store.ContentWanted{{Address: "file", From: "parent", Depth: 4}, {Address: "feed", Nested: true, From: "parent", Depth: 4}}
	if got := toQueue(links, "parent", 3); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// "A is newer than B iff the <csx:lastBuildDate> of A is more recent than the
// <csx:lastBuildDate> of B."
func TestWhichItemsAreNewOrNewer(t *testing.T) {
	early, late, none := time.Unix(1, 0), time.Unix(2, 0), time.Time{}
	for _, c := range []struct {
		name       string
		new, old   time.Time
		mark, was  string
		exists, is bool
	}{
		{"does not exist", early, none, "a", "", false, true},
		{"does not exist, and is older than what a date that is missing counts as", time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC), none, "a", "", false, true},
		{"later", late, early, "a", "a", true, true},
		{"as late", early, early, "a", "b", true, false},
		{"earlier", early, late, "a", "b", true, false},
		{"dated, was not", early, none, "a", "a", true, true},
		{"not dated, was", none, early, "a", "b", true, false},
		{"never dated, as it was", none, none, "a", "a", true, false},
		{"never dated, changed", none, none, "a", "b", true, true},
	} {
		got := isNewer(store.ContentItem{Built: c.new, Mark: c.mark}, store.ContentItem{Built: c.old, Mark: c.was}, c.exists, late)
		if got != c.is {
			t.Errorf("%s: %t, want %t", c.name, got, c.is)
		}
	}
}

func TestWhichLinksAreFollowed(t *testing.T) {
	for _, c := range []struct {
		follow follower
		to     string
		nested bool
		rule   string
	}{
		{follower{feed: "https://a.example/f.xml", deepest: 9}, "https://b.example/x", false, ""},
		{follower{feed: "https://a.example/f.xml", deepest: 9}, "http://a.example/x", false, "forbidden-link"},
		{follower{feed: "http://a.example/f.xml", at: "https://a.example/f.xml", deepest: 9}, "http://a.example/x", false, "forbidden-link"},
		{follower{feed: "https://a.example/f.xml", within: "/library/", deepest: 9}, "/library/x", false, "forbidden-link"},
		{follower{feed: "/library/f.xml", within: "/library/", deepest: 9}, "/library/deep/x", false, ""},
		{follower{feed: "/library/deep/f.xml", within: "/library/", deepest: 9}, "/library/x", false, ""},
		{follower{feed: "/library/f.xml", within: "/library/", deepest: 9}, "/x", false, "forbidden-link"},
		{follower{feed: "/library/f.xml", within: "/library/", deepest: 9}, "https://b.example/x", false, ""},
		{follower{feed: "https://a.example/f.xml", depth: 8, deepest: 9}, "https://a.example/x", true, ""},
		{follower{feed: "https://a.example/f.xml", depth: 9, deepest: 9}, "https://a.example/x", true, "too-deep"},
		{follower{feed: "https://a.example/f.xml", depth: 9, deepest: 9}, "https://a.example/x", false, ""},
	} {
		if c.follow.at == "" {
			c.follow.at = c.follow.feed
		}
		rule, why := c.follow.refusal(csx.Link{Address: c.to, Nested: c.nested})
		if rule != c.rule || (why == "") != (rule == "") || rule != "" && !strings.Contains(why, c.to) {
			t.Errorf("from %s to %s: %q %q, want %q", c.follow.feed, c.to, rule, why, c.rule)
		}
	}
}

func TestWhatIsWrongIsToldInTheOrderOfLinesAndInShort(t *testing.T) {
	all := inOrder([]store.ContentProblem{{Line: 3, Rule: "a"}, {Line: 1, Rule: "b"}, {Line: 3, Rule: "c"}, {Line: 2, Rule: "d"}})
	var got string
	for _, p := range all {
		got += p.Rule
	}
	if got != "bdac" {
		t.Errorf("told in the order %s", got)
	}
	long := strings.Repeat("x", 1000)
	if inShort(long) != long || inShort(long+"x") != long+"…" {
		t.Errorf("%d and %d bytes are left", len(inShort(long)), len(inShort(long+"x")))
	}
}

// However many links are refused, only the first ones are held in memory.
func TestAsManyRefusedLinksAreToldAsProblemsAre(t *testing.T) {
	d := document{follow: follower{feed: "https://a.example/f.xml", at: "https://a.example/f.xml", deepest: 9}}
	links := slices.Repeat([]csx.Link{{Address: "http://a.example/x"}}, csx.MaxProblems-1)
	for range 3 {
		d.item(csx.Item{Links: links})
	}
	if len(d.refused) != csx.MaxProblems || d.wrong != 3*(csx.MaxProblems-1) {
		t.Errorf("%d are told of %d", len(d.refused), d.wrong)
	}
}

// More files may be named as long as a feed waits or is being read.
func TestWhenFeedsGoOn(t *testing.T) {
	for _, c := range []struct {
		waiting, flying int
		want            bool
	}{{0, 0, false}, {1, 0, true}, {0, 1, true}} {
		if r := (&run{queue: queue{feeds: lane{n: c.waiting}}, feedsRunning: c.flying}); r.feedsGoOn() != c.want {
			t.Errorf("%d wait and %d are on their way: %t", c.waiting, c.flying, r.feedsGoOn())
		}
	}
}

func TestPathsOfALibraryLieWhereItsRootDoes(t *testing.T) {
	for root, within := range map[string]string{
		"https://feeds.example/library/root.xml": "", "s3://bucket/library/root.xml": "", "/home/library/root.xml": "/home/library/",
	} {
		if got := withinOf(root); got != within {
			t.Errorf("%s: %q, want %q", root, got, within)
		}
	}
}

func TestAServerThatHasEnoughToDoHoldsUpNoOther(t *testing.T) {
	var l lane
	for _, e := range []entry{{host: "a"}, {host: "a"}, {host: "b"}, {host: ""}} {
		e.Number = int64(l.n + 1)
		l.add(e)
	}
	h := newHosts(1)
	var order []int64
	for {
		e, ok := l.take(h.takes)
		if !ok {
			break
		}
		h.begin(e.host)
		order = append(order, e.Number)
	}
	if !slices.Equal(order, []int64{1, 3, 4}) || l.n != 1 {
		t.Errorf("took %v, %d wait", order, l.n)
	}
	h.end("a", nil)
	if e, ok := l.take(h.takes); !ok || e.Number != 2 || l.n != 0 {
		t.Errorf("took %+v, %t", e, ok)
	}
}

func TestWhenAServerIsGivenUp(t *testing.T) {
	trouble := func(t transport.Trouble) error { return &transport.Error{Trouble: t} }
	for _, c := range []struct {
		name    string
		answers []error
		down    bool
	}{
		{"three times silent", []error{trouble(transport.Timeout), trouble(transport.Refused), trouble(transport.Unavailable)}, true},
		{"twice silent", []error{trouble(transport.Timeout), trouble(transport.Timeout)}, false},
		{"an answer between", []error{trouble(transport.Timeout), trouble(transport.Timeout), nil, trouble(transport.Timeout)}, false},
		{"what is missing is an answer", []error{trouble(transport.NotFound), trouble(transport.NotFound), trouble(transport.NotFound)}, false},
		{"too many requests", []error{trouble(transport.TooMany)}, true},
		{"no network", []error{trouble(transport.Offline)}, true},
		{"no such server", []error{trouble(transport.NoHost)}, true},
		{"what is no failure of a place", []error{errors.New("x"), errors.New("x"), errors.New("x")}, false},
	} {
		h := newHosts(3)
		down := false
		for _, err := range c.answers {
			h.begin("host")
			down = h.end("host", err)
		}
		if down != c.down || (h.nothing() != nil) != c.down {
			t.Errorf("%s: given up: %t, want %t; nothing answers: %v", c.name, down, c.down, h.nothing())
		}
	}
}

func TestABudgetIsSharedAndGivenBack(t *testing.T) {
	b := &budget{limits: Limits{Bytes: 100, Free: 10}, room: 60, used: 20, free: func() (int64, error) { return 1000, nil }}
	one, err := b.grant("x", 30, 0, 15)
	if err != nil {
		t.Fatal(err)
	}
	var limit *LimitError
	if _, err := b.grant("y", 26, 0, 0); !errors.As(err, &limit) || limit.Kind != ByRoom {
		t.Errorf("got %v, want the limit of the room", err)
	}
	if err := one.use(10); err != nil {
		t.Error(err)
	}
	one.written(10)
	one.end(true) // it finished after 10, and replaced the old 15
	if b.used != 20+10-15 || b.received != 10 || b.open != 0 {
		t.Errorf("got %d used, %d came, %d open", b.used, b.received, b.open)
	}
	two, err := b.grant("x", 12, 0, 15)
	if err != nil || two.use(5) != nil {
		t.Fatal(err)
	}
	two.written(5)
	two.end(false)
	if b.used != 15+5 || b.open != 0 { // it was interrupted after 5
		t.Errorf("got %d used, %d open", b.used, b.open)
	}
	if _, err := b.grant("y", 50, 30, 0); err != nil {
		t.Errorf("the rest of one: %v", err)
	}
	if _, err := b.grant("z", 61, 0, 0); errors.As(err, &limit) && limit.Kind == ByRoom || err == nil {
		t.Errorf("got %v, want that it can never fit", err)
	}
	b.free = func() (int64, error) { return 14, nil }
	if _, err := b.grant("z", 5, 0, 3); !errors.As(err, &limit) || limit.Kind != ByFree {
		t.Errorf("got %v, want the limit of the disk", err)
	}
	if b.used != 20+20 {
		t.Errorf("what was refused took the place of nothing: got %d used", b.used)
	}
}

// Until a piece is written, the disk still reports its space as free. Another download must
// not be granted that space.
func TestWhatIsBeingWrittenTakesRoom(t *testing.T) {
	b := &budget{limits: Limits{Bytes: 100, Free: 10}, room: 100, free: func() (int64, error) { return 18, nil }}
	one, err := b.grant("one", 4, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	_, err = meter{writerFunc(func(p []byte) (int, error) {
		written += len(p)
		var limit *LimitError
		if _, err := b.grant("two", 5, 0, 0); !errors.As(err, &limit) || limit.Kind != ByFree {
			t.Errorf("while it is written another is granted: got %v, want the limit of the disk", err)
		}
		return len(p), nil
	}), one, new(flights).begin("one")}.Write([]byte("abcd"))
	if err != nil || written != 4 || b.open != 0 {
		t.Errorf("got %v, %d bytes written, %d open", err, written, b.open)
	}
}

type writerFunc func([]byte) (int, error)

func (w writerFunc) Write(p []byte) (int, error) { return w(p) }
