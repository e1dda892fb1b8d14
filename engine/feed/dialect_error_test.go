package feed_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

func TestWhichDocumentsAListCanRead(t *testing.T) {
	for _, c := range []struct {
		dialect  feed.Dialect
		format   feed.Format
		into     feed.Dialect
		as       feed.Format
		possible bool
	}{
		{feed.FeedSync10, feed.RSS, feed.FeedSync10, feed.Atom, true},
		{feed.SSE093, feed.Atom, feed.FeedSync10, feed.RSS, true},
		{feed.SSE091, feed.RSS, feed.SSE091, feed.RSS, true},
		{feed.SSE091, feed.OPML, feed.SSE091, feed.OPML, true},
		{"", feed.RSS, feed.SSE091, feed.OPML, true},
		{feed.SSE091, feed.RSS, feed.FeedSync10, feed.RSS, false},
		{feed.FeedSync10, feed.RSS, feed.SSE091, feed.RSS, false},
		{feed.SSE093, feed.RSS, feed.SSE091, feed.OPML, false},
		{feed.SSE091, feed.OPML, feed.SSE093, feed.Atom, false},
		{feed.SSE091, feed.OPML, feed.SSE091, feed.RSS, false},
		{feed.SSE091, feed.RSS, feed.SSE091, feed.OPML, false},
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
		{&feed.DialectError{Document: "a.xml", Dialect: feed.SSE091, Set: "Work", Into: feed.SSE093},
			[]string{"a.xml", "SSE 0.91", `"Work"`, "SSE 0.93", "publisher", "crossfeed feed convert", "another list"}},
		{&feed.DialectError{Document: "a.xml", Dialect: feed.FeedSync10, Set: "Work", Into: feed.SSE091},
			[]string{"FeedSync 1.0", "SSE 0.91", `crossfeed set upgrade "Work"`, "crossfeed feed convert"}},
		{&feed.DialectError{Document: "a.opml", Dialect: feed.SSE091, Format: feed.OPML, Set: "Work", Into: feed.FeedSync10, As: feed.RSS},
			[]string{"never mix. Convert the feed"}},
		{&feed.DialectError{Document: "a.xml", Dialect: feed.FeedSync10, Format: feed.RSS, Set: "Work", Into: feed.SSE091, As: feed.OPML},
			[]string{"never mix. Convert the feed"}},
		{&feed.DialectError{Document: "a.xml", Dialect: feed.SSE091, Local: "b.xml", Into: feed.FeedSync10},
			[]string{"a.xml is SSE 0.91", "b.xml is FeedSync 1.0", "crossfeed feed convert"}},
		{&feed.OrderError{Document: "a.opml", Format: feed.OPML, Set: "Work", Into: feed.RSS}, []string{"a.opml", "order", "RSS", "crossfeed feed convert"}},
		{&feed.OrderError{Document: "a.xml", Format: feed.RSS, Set: "Work", Into: feed.OPML}, []string{"a.xml", "no outline", "OPML", "crossfeed feed convert"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.err.Error(), want) {
				t.Errorf("%q is not in: %v", want, c.err)
			}
		}
	}
}

func TestARefusalIsAValueThatCallersDecideOn(t *testing.T) {
	err := feed.CheckDialect("a.xml", feed.Document{Dialect: feed.SSE091}, "Work", feed.FeedSync10, feed.RSS)
	var refused *feed.DialectError
	if !errors.As(err, &refused) || refused.Dialect != feed.SSE091 || refused.Into != feed.FeedSync10 {
		t.Errorf("refused with %#v", err)
	}
}
