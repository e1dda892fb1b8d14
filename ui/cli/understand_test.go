package cli_test

import (
	"testing"

	"crossfeed/ui/cli"
)

// speaking sets the environment of a desk.
func (d *desk) speaking(variables map[string]string) *desk {
	d.env.Getenv = func(name string) string { return variables[name] }
	return d
}

// fieldsOf returns the fields of an item from machine-readable output.
func (d *desk) fieldsOf(set, id string) map[string]any {
	d.t.Helper()
	return parse[struct{ Fields map[string]any }](d.ok("item", "show", set, id, "--json")).Fields
}

// TestDatesAreUnderstoodInEnglishAndGerman on Tuesday, 24 May 2005.
func TestDatesAreUnderstoodInEnglishAndGerman(t *testing.T) {
	for _, language := range []string{"", "en_GB.UTF-8", "de_DE.UTF-8"} {
		for typed, want := range map[string]string{
			"morgen":           "2005-05-25",
			"übermorgen 18:00": "2005-05-26T18:00",
			"Freitag":          "2005-05-27",
			"27.5.":            "2005-05-27",
			"in 2 Wochen":      "2005-06-07",
			"tomorrow 18:00":   "2005-05-25T18:00",
			"friday":           "2005-05-27",
			"2005-06-01":       "2005-06-01",
		} {
			d := todoDesk(t).speaking(map[string]string{"LC_ALL": language})
			d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "due="+typed, "--field", "start="+typed)
			if got := d.fieldsOf("Home", "milk"); got["due"] != want || got["start"] != want {
				t.Errorf("%q, %q: due %v and start %v, want %s", language, typed, got["due"], got["start"], want)
			}
		}
	}
}

// In English 6/5 is the fifth of June; German has no such date.
func TestTheLanguageIsThatOfTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want int
	}{
		{nil, cli.Done},
		{map[string]string{"LANG": "de_AT.UTF-8"}, cli.Misuse},
		{map[string]string{"LC_ALL": "de_DE.UTF-8"}, cli.Misuse},
		{map[string]string{"LC_ALL": "de_DE.UTF-8", "LANG": "en_GB.UTF-8"}, cli.Misuse},
		{map[string]string{"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, cli.Done},
	} {
		d := todoDesk(t).speaking(c.env)
		d.run("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "due=6/5").is(c.want)
		if c.want == cli.Done && d.fieldsOf("Home", "milk")["due"] != "2005-06-05" {
			t.Errorf("%v: the fields are %v", c.env, d.fieldsOf("Home", "milk"))
		}
	}
}

func TestGermanDaysLimitAList(t *testing.T) {
	d := todoDesk(t).speaking(map[string]string{"LC_ALL": "de_DE.UTF-8"})
	d.ok("item", "add", "Home", "--id", "milk", "--title", "Milk", "--field", "due=morgen")
	d.ok("item", "add", "Home", "--id", "eggs", "--title", "Eggs", "--field", "due=übermorgen")
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--due-before", "morgen", "--json")); len(got) != 1 || got[0].ID != "milk" {
		t.Errorf("got %+v", got)
	}
}

func TestATitleAndANameAreOneField(t *testing.T) {
	d := family(t)
	contested := disputed(t)
	for _, c := range []struct {
		at   *desk
		args []string
	}{
		{d, []string{"item", "add", "Family", "--title", "Given", "--field", "name=Given"}},
		{d, []string{"item", "edit", "Family", "cook", "--field", "title=Given", "--field", "name=Given"}},
		{contested, []string{"conflict", "resolve", "Groceries", "eggs", "--keep", "--field", "title=Given", "--field", "name=Given"}},
	} {
		c.at.run(c.args...).is(cli.Misuse).prints("").mentions("title and name are the same field; give one of them")
	}
	d.ok("item", "edit", "Family", "cook", "--title", "Given").prints("cook: update 2\n")
	if got := d.fieldsOf("Family", "cook"); got["name"] != "Given" || got["title"] != "Given" {
		t.Errorf("the contact is %v", got)
	}
}
