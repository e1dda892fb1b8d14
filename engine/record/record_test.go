package record_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func TestANoteHasATitleATextAndFiles(t *testing.T) {
	c := item.Plain("Milk", "two\nlitres")
	want := map[string]string{"title": "Milk", "text": "two\nlitres", "files": ""}
	if len(record.Fields(record.Note)) != len(want) {
		t.Fatalf("fields: %+v", record.Fields(record.Note))
	}
	for _, f := range record.Fields(record.Note) {
		if got := record.Read(c).Get(f.Name); got != want[f.Name] {
			t.Errorf("%s is %q, want %q", f.Name, got, want[f.Name])
		}
		if f.Lines() != (f.Name == "text") {
			t.Errorf("%s: several lines = %v", f.Name, f.Lines())
		}
	}
}

func TestApplySetsWhatIsNamedAndNothingElse(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Milk</title><!-- note --><x:price xmlns:x="urn:x">2</x:price><content>litre</content></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := record.Apply(c, record.Values{"title": "Oat milk"})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(c.XML(), ">Milk<", ">Oat milk<", 1); got.XML() != want {
		t.Errorf("got  %s\nwant %s", got.XML(), want)
	}
	if same, err := record.Apply(c, record.Values{"title": "Milk", "text": "litre"}); err != nil || same != c {
		t.Errorf("values that change nothing made a new content: %v", err)
	}
}

func TestAFieldThatDoesNotExistIsRefused(t *testing.T) {
	c := item.Plain("Milk", "")
	got, err := record.Apply(c, record.Values{"title": "x", "colour": "red"})
	if err == nil || got != nil || !strings.Contains(err.Error(), "the fields are title, text") {
		t.Errorf("got %v, %v; want an error that lists the fields", got, err)
	}
	if _, err := record.Find(record.Note, "colour"); err == nil {
		t.Error("found a field that does not exist")
	}
}

// often is how many times to repeat tests of what must not depend on the iteration order of a
// map.
const often = 50

func TestOfTwoWordsForAFieldItsOwnWins(t *testing.T) {
	for kind, want := range map[record.Kind]string{record.Contact: "by name", record.Todo: "by title", record.Note: "by title"} {
		c, err := record.New(kind, record.Values{"title": "before"})
		if err != nil {
			t.Fatal(err)
		}
		for range often {
			changed, err := record.Apply(c, record.Values{"title": "by title", "name": "by name"})
			if err != nil {
				t.Fatal(err)
			}
			if got := record.Read(changed).Get("title"); got != want {
				t.Fatalf("a %s is called %q, want %q", kind, got, want)
			}
		}
	}
}

func TestOfSeveralValuesThatCannotBeItIsAlwaysTheSameThatIsTold(t *testing.T) {
	c, err := record.As(item.Plain("Milk", ""), record.Todo)
	if err != nil {
		t.Fatal(err)
	}
	for range often {
		_, err := record.Apply(c, record.Values{"start": "x", "due": "x", "priority": "x"})
		var wrong *record.ValueError
		if !errors.As(err, &wrong) || wrong.Field != "due" {
			t.Fatalf("got %v, want what is wrong with due, which comes first in the alphabet", err)
		}
	}
}

func TestATombstoneKeepsItsTitleAndThatItWasDone(t *testing.T) {
	for _, c := range []struct {
		values record.Values
		done   bool
	}{
		{record.Values{"title": "Eggs", "text": "Brown ones", "due": "2026-05-24"}, false},
		{record.Values{"title": "Eggs", "text": "Brown ones", "done": "true 2026-05-24T09:00:00Z"}, true},
	} {
		content, err := record.New(record.Todo, c.values)
		if err != nil {
			t.Fatal(err)
		}
		kept := record.Tombstone(content)
		r := record.Read(kept)
		if record.FactsOf(kept).Done != c.done || kept.Title() != "Eggs" || kept.Text() != "" || r.Get("due") != "" {
			t.Errorf("%v: %s", c.values, kept.XML())
		}
		if again := record.Tombstone(kept); again.Hash() != kept.Hash() {
			t.Errorf("%v: the tombstone of\n%s\nis\n%s", c.values, kept.XML(), again.XML())
		}
	}
}

func TestCheckListsWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		kind record.Kind
		v    record.Values
		want []string
	}{
		{"a todo with a title", record.Todo, record.Values{"title": "Milk"}, nil},
		{"no title", record.Todo, record.Values{"title": " "}, []string{"title: a title is missing"}},
		{"every field by itself", record.Todo, record.Values{"title": "Milk", "due": "soon", "priority": "10", "alarms": "-PT15M\nearly"},
			[]string{"due: not a day", "priority: not a priority from 1 to 9", "alarms: not a time before the due date"}},
		{"due before the start", record.Todo, record.Values{"title": "Milk", "start": "2026-11-28", "due": "2026-11-27"}, []string{"due: it is due before it starts"}},
		{"due on the day of the start", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27", "due": "2026-11-27"}, nil},
		{"due before the start, by their zones", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27T18:00Z", "due": "2026-11-27T18:30 Europe/Berlin"}, []string{"due: it is due before it starts"}},
		{"a floating time and one in a zone are not compared", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27T18:00Z", "due": "2026-11-27T17:00"}, nil},
		{"a day and a time", record.Todo, record.Values{"title": "Milk", "start": "2026-11-27", "due": "2026-11-28T17:00"}, []string{"due: start and due have to be both days or both times"}},
		{"nothing more about a date that is wrong", record.Todo, record.Values{"title": "Milk", "start": "2026-02-30", "due": "2026-02-01", "repeat": "FREQ=DAILY"}, []string{"start: no such day"}},
		{"a rule without a date", record.Todo, record.Values{"title": "Milk", "repeat": "FREQ=DAILY"}, []string{"repeat: a repeating todo needs a date"}},
		{"a contact without a name", record.Contact, record.Values{"text": "x"}, []string{"name: a name is missing"}},
		{"a contact with a name", record.Contact, record.Values{"name": "Given"}, nil},
		{"a contact by its name as a title", record.Contact, record.Values{"title": "Given"}, nil},
		{"a contact with an e-mail address", record.Contact, record.Values{"emails": "a@example.org"}, nil},
		{"an empty note", record.Note, record.Values{}, nil},
	} {
		var got []string
		for _, e := range record.Check(c.kind, c.v) {
			got = append(got, fmt.Sprintf("%s: %s", e.Field, e.Problem))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// problems returns the constants of record.Problem in the source code by name.
func problems(t *testing.T) map[string]record.Problem {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "problem.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]record.Problem{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		if kind, is := spec.Type.(*ast.Ident); is && kind.Name == "Problem" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all[spec.Names[0].Name] = record.Problem(text)
		}
		return true
	})
	return all
}

func TestEveryProblemHasARemedy(t *testing.T) {
	all := problems(t)
	if all["NotADay"] != record.NotADay || all["RepeatWithoutDate"] != record.RepeatWithoutDate {
		t.Fatalf("the source was read as %v", all)
	}
	for name, p := range all {
		if p.Remedy() == "" {
			t.Errorf("%s has none", name)
		}
	}
}

func TestAnErrorNamesFieldValueProblemAndRemedy(t *testing.T) {
	for want, e := range map[string]record.ValueError{
		`due "abc": not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow`: {Field: "due", Value: "abc", Problem: record.NotADay},
		`repeat "` + strings.Repeat("x", 60) + `…": not a repetition rule: write it as FREQ=DAILY or FREQ=WEEKLY;BYDAY=FR (RFC 5545)`: {
			Field: "repeat", Value: strings.Repeat("x", 70), Problem: record.NotARule},
	} {
		if got := e.Error(); got != want {
			t.Errorf("says\n%s\nwant\n%s", got, want)
		}
	}
}

func TestWhatARemedyShowsIsAccepted(t *testing.T) {
	for _, c := range []struct {
		kind         record.Kind
		field, wrong string
		problem      record.Problem
		// shown are parts of the remedy. "tomorrow" depends on the current day, and is handled
		// by the callers.
		shown []string
	}{
		{record.Todo, "due", "abc", record.NotADay, []string{"2026-11-27", "2026-11-27T18:00"}},
		{record.Todo, "due", "2026-11-27Tsix", record.NotATime, []string{"2026-11-27T18:00:00Z"}},
		{record.Todo, "done", "maybe", record.NotACompletion, []string{"true", "false", "false 40%", "false in-process", "false cancelled"}},
		{record.Todo, "priority", "12", record.NotAPriority, []string{"1", "9", "high", "medium", "low", "none"}},
		{record.Todo, "order", "first", record.NotAnInteger, []string{"12"}},
		{record.Todo, "alarms", "early", record.NotATrigger, []string{"-PT15M", "-P1D", "2026-11-27T09:00:00Z"}},
		{record.Todo, "repeat", "often", record.NotARule, []string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=FR"}},
		{record.Contact, "emails", "nobody", record.NotAMail, []string{"name@example.org"}},
		{record.Contact, "phones", "[home", record.NotAnEntry, []string{"[home,pref] +49 30 23125001"}},
		{record.Contact, "addresses", ";;;;;;;;", record.NotAPostalAddress, []string{";;1 High Street;London;;N1;UK"}},
		{record.Contact, "custom", "size: 42", record.NotAProperty, []string{"X-SHOE-SIZE: 42"}},
	} {
		f, err := record.Find(c.kind, c.field)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Canonical(c.wrong)
		var wrong *record.ValueError
		if !errors.As(err, &wrong) || wrong.Problem != c.problem {
			t.Errorf("%s %q: %v, want the problem %q", c.field, c.wrong, err, c.problem)
		}
		for _, text := range c.shown {
			if _, err := f.Canonical(text); err != nil || !strings.Contains(c.problem.Remedy(), text) {
				t.Errorf("%s %q: %v, and the remedy is %q", c.field, text, err, c.problem.Remedy())
			}
		}
	}
}

func TestFactsAreWhatListsShow(t *testing.T) {
	for _, c := range []struct {
		name   string
		inside string
		want   record.Facts
	}{
		{"a note", `<title>Milk</title>`, record.Facts{Kind: record.Note}},
		{"a todo that says nothing", withAlarms(``), record.Facts{Kind: record.Todo}},
		{"a todo", withAlarms(startsAt+dueAt+`<uid><text>u</text></uid><priority><integer>3</integer></priority><categories><text>a, b</text><text>c</text></categories>`+
			`<rrule><recur><freq>DAILY</freq></recur></rrule><related-to><text>p</text></related-to><x-apple-sort-order><unknown>0</unknown></x-apple-sort-order><x-crossfeed-section><text>Trip</text></x-crossfeed-section>`, display+toDue),
			record.Facts{Kind: record.Todo, UID: "u", Due: "2026-11-27T18:00Z", Start: "2026-11-27T09:00Z", Priority: 3, Tags: []string{"a, b", "c"}, Ordered: true, Parent: "p", Section: "Trip", Alarms: true, Repeats: true}},
		{"one time of a repeating todo", withAlarms(`<uid><text>u</text></uid><recurrence-id><date>2026-11-27</date></recurrence-id>`),
			record.Facts{Kind: record.Todo, UID: "u\x012026-11-27"}},
		{"a todo that is done", withAlarms(`<status><text>COMPLETED</text></status>`), record.Facts{Kind: record.Todo, Done: true}},
		{"a todo that is cancelled", withAlarms(`<status><text>CANCELLED</text></status>`), record.Facts{Kind: record.Todo, Cancelled: true}},
		{"a contact", cardStart + `<uid><uri>urn:uuid:1</uri></uid><fn><text>Given</text></fn><categories><text>c</text></categories></vcard>`,
			record.Facts{Kind: record.Contact, UID: "urn:uuid:1", Tags: []string{"c"}}},
		{"a contact with a last name and phone numbers", cardStart + `<n><surname>Lovelace</surname><given>Ada</given></n><tel><text>1</text></tel>` +
			`<tel><parameters><pref><integer>1</integer></pref></parameters><text>2</text></tel><email><text>ada@example.org</text></email></vcard>`,
			record.Facts{Kind: record.Contact, PhoneOrEmail: "2", FamilyName: "Lovelace"}},
		{"a contact with an e-mail address", cardStart + `<email><text>ada@example.org</text></email></vcard>`,
			record.Facts{Kind: record.Contact, PhoneOrEmail: "ada@example.org"}},
	} {
		if got := record.FactsOf(content(t, c.inside)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

func BenchmarkFactsOf(b *testing.B) {
	done := `<status><text>NEEDS-ACTION</text></status><categories><text>a</text><text>b</text></categories><priority><integer>5</integer></priority>`
	for name, c := range map[string]*item.Content{
		"a todo": content(b, `<title>Milk</title>`+withAlarms(`<summary><text>Milk</text></summary>`+dueAt+done, display+toDue)),
		"a note": item.Plain("Milk", "two litres"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				record.FactsOf(c)
			}
		})
	}
}

// A checker returns the same as Check for each text, whatever it checked before.
func TestACheckerSaysWhatCheckSays(t *testing.T) {
	c := record.Checker{Kind: record.Contact}
	for _, v := range []record.Values{
		{"name": "Ann", "emails": "ann"},
		{"name": "Ann", "emails": "ann"},
		{"name": "Ann", "emails": "ann@example.org"},
		{"name": "", "emails": ""},
		{"name": "Ann", "emails": "ann"},
	} {
		got, want := c.Check(v), record.Check(record.Contact, v)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %v, want %v", v, got, want)
		}
	}
	if len(c.Check(record.Values{"name": "Ann", "emails": "ann"})) == 0 {
		t.Error("a wrong address is not told")
	}
}
