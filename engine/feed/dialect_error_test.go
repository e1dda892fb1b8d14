package feed_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

func TestWhichDocumentsAListCanRead(t *testing.T) {
	for _, c := range []struct {
		dialect  item.Dialect
		format   item.Format
		into     item.Dialect
		as       item.Format
		possible bool
	}{
		{item.FeedSync10, item.RSS, item.FeedSync10, item.Atom, true},
		{item.SSE093, item.Atom, item.FeedSync10, item.RSS, true},
		{item.SSE091, item.RSS, item.SSE091, item.RSS, true},
		{item.SSE091, item.OPML, item.SSE091, item.OPML, true},
		{"", item.RSS, item.SSE091, item.OPML, true},
		{item.SSE091, item.RSS, item.FeedSync10, item.RSS, false},
		{item.FeedSync10, item.RSS, item.SSE091, item.RSS, false},
		{item.SSE093, item.RSS, item.SSE091, item.OPML, false},
		{item.SSE091, item.OPML, item.SSE093, item.Atom, false},
		{item.SSE091, item.OPML, item.SSE091, item.RSS, false},
		{item.SSE091, item.RSS, item.SSE091, item.OPML, false},
	} {
		err := feed.CheckDialect("a.xml", feed.Document{Dialect: c.dialect, Format: c.format}, "Work", c.into, c.as)
		if (err == nil) != c.possible {
			t.Errorf("%s %s into %s %s: %v", c.dialect, c.format, c.into, c.as, err)
		}
	}
}

func TestARefusalNamesBothDialectsAndWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		want []string
	}{
		{&feed.DialectError{Document: "a.xml", Dialect: item.SSE091, Set: "Work", Into: item.SSE093},
			[]string{"a.xml", "SSE 0.91", `"Work"`, "SSE 0.93", "publisher", "onvert", "another list"}},
		{&feed.DialectError{Document: "a.xml", Dialect: item.FeedSync10, Set: "Work", Into: item.SSE091},
			[]string{"FeedSync 1.0", "SSE 0.91", `Upgrade the list "Work"`, "onvert"}},
		{&feed.DialectError{Document: "a.opml", Dialect: item.SSE091, Format: item.OPML, Set: "Work", Into: item.FeedSync10, As: item.RSS},
			[]string{"cannot be merged. Convert the feed"}},
		{&feed.DialectError{Document: "a.xml", Dialect: item.FeedSync10, Format: item.RSS, Set: "Work", Into: item.SSE091, As: item.OPML},
			[]string{"cannot be merged. Convert the feed"}},
		{&feed.DialectError{Document: "a.xml", Dialect: item.SSE091, Local: "b.xml", Into: item.FeedSync10},
			[]string{"a.xml is SSE 0.91", "b.xml is FeedSync 1.0", "onvert"}},
		{&feed.OrderError{Document: "a.opml", Format: item.OPML, Set: "Work", Into: item.RSS}, []string{"a.opml", "order", "RSS", "onvert"}},
		{&feed.OrderError{Document: "a.xml", Format: item.RSS, Set: "Work", Into: item.OPML}, []string{"a.xml", "no outline", "OPML", "onvert"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.err.Error(), want) {
				t.Errorf("%q is not in: %v", want, c.err)
			}
		}
	}
}

func TestARefusalIsAValueThatCallersDecideOn(t *testing.T) {
	err := feed.CheckDialect("a.xml", feed.Document{Dialect: item.SSE091}, "Work", item.FeedSync10, item.RSS)
	var refused *feed.DialectError
	if !errors.As(err, &refused) || refused.Dialect != item.SSE091 || refused.Into != item.FeedSync10 {
		t.Errorf("refused with %#v", err)
	}
}
