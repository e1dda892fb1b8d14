package cli_test

import (
	"reflect"
	"testing"

	"crossfeed/ui/cli"
)

const (
	askedNot = "Please do not call the office before noon."
	toShop   = "Please do not call the shop before noon."
	asked    = "Please call the office before noon."
)

func TestTheSameLineIsMergedOnlyWhereWordsAreAccepted(t *testing.T) {
	d := texts(t, askedNot, toShop, asked)
	d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions("text")
	d.shows("Cake", asked)
	d.run("conflict", "resolve", "Groceries", "eggs", "--words").is(cli.Misuse)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge", "--words").prints("eggs: update 3\n")
	d.shows("Cake", "Please call the shop before noon.")
}

func TestDifferentLinesAreMergedWithoutAsking(t *testing.T) {
	d := texts(t, "apples\nbread\nmilk\n", "apples\nrye bread\nmilk\n", "red apples\nbread\nmilk\n")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--merge").prints("eggs: update 3\n")
	d.shows("Cake", "red apples\nrye bread\nmilk\n")
}

func TestBothAreTakenInTheirOrder(t *testing.T) {
	for order, want := range map[string]string{"A,B": "apples\nbread\neggs\ncheese", "B,A": "apples\nbread\ncheese\neggs"} {
		d := texts(t, "apples\nbread", "apples\nbread\ncheese", "apples\nbread\neggs")
		d.run("conflict", "resolve", "Groceries", "eggs", "--merge").is(cli.Failed).mentions("text")
		d.ok("conflict", "resolve", "Groceries", "eggs", "--both", order).prints("eggs: update 3\n")
		d.shows("Cake", want)
	}
	d := clashing(t)
	d.run("conflict", "resolve", "Groceries", "eggs", "--both", "A,B").is(cli.Failed).mentions("title")
	d.ok("conflict", "resolve", "Groceries", "eggs", "--both", "A,B", "--from", "title=B")
	d.shows("Ten eggs", "white ones")
	for _, wrong := range []string{"A", "A,A", "A,Z"} {
		clashing(t).run("conflict", "resolve", "Groceries", "eggs", "--both", wrong).is(cli.Misuse)
	}
}

func TestTheOriginalIsTaken(t *testing.T) {
	d := clashing(t)
	d.ok("conflict", "resolve", "Groceries", "eggs", "--original").prints("eggs: update 3\n")
	d.shows("Eggs", "brown ones")
	disputed(t).run("conflict", "resolve", "Groceries", "eggs", "--original").is(cli.Failed)
	clashing(t).run("conflict", "resolve", "Groceries", "eggs", "--original", "--merge").is(cli.Misuse)
}

func TestEachFieldIsMergedSuggestedOrOpen(t *testing.T) {
	for name, c := range map[string]struct {
		desk *desk
		want map[string]string
	}{
		"different fields": {parted(t), map[string]string{"title": "merged", "text": "merged"}},
		"the same line":    {texts(t, askedNot, toShop, asked), map[string]string{"text": "suggested"}},
		"added by both":    {texts(t, "a\n", "a\nb\n", "a\nc\n"), map[string]string{"text": "open"}},
		"moved and edited": {texts(t, "first line\nsecond one\nthird\n", "second one\nthird\nfirst line\n", "first line, edited\nsecond one\nthird\n"), map[string]string{"text": "suggested"}},
		"the same words":   {clashing(t), map[string]string{"title": "open", "text": "merged"}},
	} {
		got := parse[struct{ States map[string]string }](c.desk.ok("conflict", "show", "Groceries", "eggs", "--json"))
		if !reflect.DeepEqual(got.States, c.want) {
			t.Errorf("%s: got %v, want %v", name, got.States, c.want)
		}
	}
}
