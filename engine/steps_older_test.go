package engine_test

import (
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
)

// A file synchronizer may deliver the partial feed before the complete one.
func TestACompleteFeedThatIsOlderThanTheGapIsReadAgainUntilItIsNot(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("3", "5", complete), theirs("d", 1))
	r.serve(completeAt, bounds("1", "2"), theirs("a", 1))
	r.asks("first", partialAt, completeAt)
	r.until("first", "2")
	r.asks("b is in neither", partialAt, completeAt)
	r.sees("b is in neither", "a 1", "d 1")
	r.serve(completeAt, bounds("1", "5"), theirs("a", 1), theirs("b", 1), theirs("d", 1))
	r.asks("the newer one came", partialAt, completeAt)
	r.sees("the newer one came", "a 1", "d 1", "b 1")
	r.until("the newer one came", "5")
	r.asks("in step", partialAt)
}

func TestWhatAnOlderCompleteFeedLacksIsNotDiscarded(t *testing.T) {
	r := newReader(t, t)
	r.serve(partialAt, bounds("2", "5", complete), theirs("c", 1))
	r.serve(completeAt, bounds("1", "5"), theirs("a", 1), theirs("c", 1))
	r.asks("first", partialAt, completeAt)
	r.serve(partialAt, bounds("7", "9", complete), theirs("d", 1))
	r.serve(completeAt, bounds("1", "4"), theirs("a", 1)) // from before c was made
	if report := r.asks("out of sync", partialAt, completeAt); report.Discarded != 0 {
		t.Errorf("%+v", report)
	}
	r.sees("out of sync", "a 1", "c 1", "d 1")
	r.serve(completeAt, bounds("1", "9"), theirs("a", 1), theirs("d", 1))
	if report := r.asks("the newer one came", partialAt, completeAt); report.Discarded != 1 {
		t.Errorf("%+v, want c discarded", report)
	}
	r.sees("the newer one came", "a 1", "d 1")
}

func TestTheCompleteFeedOfAnotherListIsNotTakenIn(t *testing.T) {
	r := newReader(t, t)
	named := func(id, text string) string {
		return `<atom:id xmlns:atom="http://www.w3.org/2005/Atom">` + id + `</atom:id>` + text
	}
	r.serve(partialAt, named("urn:x-list:a", bounds("1", "3", complete)), theirs("a", 1))
	r.serve(completeAt, named("urn:x-list:a", bounds("1", "3")), theirs("a", 1), theirs("b", 1))
	r.asks("first", partialAt, completeAt)
	r.serve(partialAt, named("urn:x-list:a", bounds("5", "9", complete)), theirs("c", 1))
	r.serve(completeAt, named("urn:x-list:z", bounds("1", "9")), theirs("x", 1))
	report := r.asks("that of another list", partialAt, completeAt)
	if report.Discarded != 0 || !strings.Contains(report.Error, "another list") {
		t.Errorf("%+v", report)
	}
	r.sees("that of another list", "a 1", "b 1", "c 1")
	r.until("that of another list", "3")
	r.places.Serve(completeAt, transporttest.Served{Text: strings.ReplaceAll(r.places.Text(completeAt), "list:z", "list:a")})
	if report := r.asks("its own again", partialAt, completeAt); report.Error != "" {
		t.Errorf("%+v", report)
	}
}

// A publisher restored from a backup continues above the cached until, and only its new
// identifier reveals that it lost something.
func TestWhatAnotherEndpointLacksThatGoesOnWithAFeedIsNotDiscarded(t *testing.T) {
	r := newReader(t, t)
	by := func(author, text string) string {
		return `<atom:author xmlns:atom="http://www.w3.org/2005/Atom"><atom:name>` + author + `</atom:name></atom:author>` + text
	}
	r.serve(partialAt, by("phone", bounds("1", "5", complete)), theirs("a", 1), theirs("b", 1))
	r.serve(completeAt, by("phone", bounds("1", "5")), theirs("a", 1), theirs("b", 1))
	r.asks("first", partialAt, completeAt)
	r.serve(partialAt, by("phone2", bounds("7", "9", complete)), theirs("c", 1))
	r.serve(completeAt, by("phone2", bounds("1", "9")), theirs("a", 1), theirs("c", 1))
	if report := r.asks("restored", partialAt, completeAt); report.Discarded != 0 {
		t.Errorf("%+v", report)
	}
	r.sees("restored", "a 1", "b 1", "c 1")
	r.serve(partialAt, by("phone2", bounds("94", "95", complete)), theirs("d", 1))
	r.serve(completeAt, by("phone2", bounds("1", "95")), theirs("a", 1), theirs("c", 1), theirs("d", 1))
	if report := r.asks("out of sync with the same one", partialAt, completeAt); report.Discarded != 1 {
		t.Errorf("%+v", report)
	}
}
