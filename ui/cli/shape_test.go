package cli_test

import (
	"testing"
	"time"

	"crossfeed/ui/cli"
)

func TestTheHistoryInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	feed := d.put("feed.xml", eggs)
	d.ok("subscription", "add", "Groceries", feed)
	d.ok("sync")
	d.ok("item", "delete", "Groceries", "eggs")
	got := parse[[]struct {
		shownItem
		Fields map[string]string
		SeenAt string `json:"seen_at"`
		From   string
	}](d.ok("item", "history", "Groceries", "eggs", "--json"))
	if len(got) != 2 || got[0].From != feed || got[0].Deleted || got[0].Fields["text"] != "brown ones" {
		t.Fatalf("got %+v", got)
	}
	if last := got[1]; last.From != "" || !last.Deleted || last.SeenAt != "2005-05-24T09:43:33Z" || last.History[0].By != "desk" {
		t.Errorf("got %+v", last)
	}
}

func TestAContestedItemInMachineReadableForm(t *testing.T) {
	d := disputed(t)
	got := parse[shownItem](d.ok("conflict", "show", "Groceries", "eggs", "--json"))
	if !got.Conflict || got.Title != "Eggs ×12" || len(got.Conflicts) != 2 || got.Conflicts[0].Title != "Brown eggs" || !got.Conflicts[1].Deleted {
		t.Errorf("got %+v", got)
	}
	d.ok("conflict", "show", "Groceries", "eggs").says("")
	d.ok("item", "show", "Groceries", "eggs").prints("" +
		"id       eggs\n" +
		"title    Eggs ×12\n" +
		"text     from the market\n" +
		"changed  2005-05-23T09:43:33Z by laptop\n" +
		"state    3 versions to settle\n")
}

func TestWithoutNowTheClockIsAsked(t *testing.T) {
	d := newDesk(t)
	d.env.Clock = showing(time.Date(2006, 1, 2, 15, 4, 5, 0, time.UTC))
	d.args = d.args[:4]
	d.ok("set", "new", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	d.ok("item", "show", "Groceries", "eggs").shows("changed  2006-01-02T15:04:05Z by you")
}

// showing is a clock that shows one time.
type showing time.Time

func (s showing) Now() time.Time { return time.Time(s) }

func TestUpdatesWithoutTimeOrEndpointAreShown(t *testing.T) {
	d := newDesk(t)
	feed := feedOf(
		entry("timeless", "Salt", "1", ""),
		`<item><title>Sugar</title><sx:sync id="nameless" updates="1"><sx:history sequence="1" when="2005-05-21T09:43:33Z"/></sx:sync></item>`,
	)
	d.bare("feed", "show", d.put("a.xml", feed)).is(cli.Done).prints("t (rss, feedsync-1.0)\n\n" +
		"ID        TITLE  UPDATES  CHANGED\n" +
		"timeless  Salt   1        at an unknown time by phone\n" +
		"nameless  Sugar  1        2005-05-21T09:43:33Z by somebody\n")
}

func TestAFeedCannotCommandTheTerminal(t *testing.T) {
	d := newDesk(t)
	d.bare("feed", "show", d.put("a.xml", feedOf(entry("eggs", "&#x9b;2Jgone", "1", "")))).is(cli.Done).prints("t (rss, feedsync-1.0)\n\n" +
		"ID    TITLE    UPDATES  CHANGED\n" +
		"eggs  \ufffd2Jgone  1        at an unknown time by phone\n")
}
