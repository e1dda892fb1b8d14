package record_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// typed draws what people type into the fields of a todo, including forms that are not
// canonical.
var typed = map[record.Form]*rapid.Generator[string]{
	record.Line:       rapid.OneOf(rapid.Just(""), rapid.StringN(0, 12, -1)),
	record.Text:       rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[a-c<&\r\n ]{0,12}`), rapid.StringN(0, 12, -1)),
	record.Day:        rapid.Custom(typedDate),
	record.Completion: rapid.SampledFrom([]string{"", "true", "false", "true 2026-11-24T11:00:00+01:00", "false 40%", "false cancelled", "false in-process 100%"}),
	record.Priority:   rapid.SampledFrom([]string{"", "0", "1", "5", "09", "High", "low"}),
	record.Words:      rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", `c\, d`, " e ", `\\`, "a, f", ""}), 0, 5), lines),
	record.Rule:       rapid.SampledFrom([]string{"", "freq=daily", "RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=fr,MO,FR", "FREQ=MONTHLY;BYDAY=+1MO;INTERVAL=01", "FREQ=YEARLY;UNTIL=2026-12-31", "FREQ=DAILY;UNTIL=20261231T120000Z;"}),
	record.Triggers:   rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"-pt15m", "-P7D", "start PT90M", "2026-11-27T10:00:00+01:00", "? at  home", "? PT5M", "? start PT5M", "? ? x"}), 0, 4), lines),
	record.Files:      rapid.Map(rapid.SliceOfN(filesTyped, 0, 3), lines),
	record.Reference:  rapid.SampledFrom([]string{"", "urn:uuid:1", " x y "}),
	record.Order:      rapid.Map(rapid.Int64(), func(n int64) string { return strconv.FormatInt(n, 10) }),
}

func lines(all []string) string { return strings.Join(all, "\n") }

func typedDate(t *rapid.T) string {
	at := time.Unix(rapid.Int64Range(-3e9, 4e9).Draw(t, "at"), 0).UTC()
	return at.Format(rapid.SampledFrom([]string{
		"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05Z", "2006-01-02T15:04 Europe/Berlin", "2006-01-02T15:04:05  Our  Hall ",
	}).Draw(t, "form"))
}

// anyTodo draws a todo with values, and with data that no field shows.
func anyTodo(t *rapid.T) *item.Content {
	v := record.Values{}
	for _, f := range record.Fields(record.Todo) {
		if rapid.Bool().Draw(t, "has "+f.Name) {
			v[f.Name] = typed[f.Form].Draw(t, f.Name)
		}
	}
	c, err := record.New(record.Todo, v)
	if err != nil {
		t.Fatalf("%q: %v", v, err)
	}
	if rapid.Bool().Draw(t, "plain") {
		c = c.WithTitle(typed[record.Line].Draw(t, "plain title"))
	}
	xml := strings.Replace(c.XML(), `</vtodo>`, `<x:y xmlns:x="urn:x">1</x:y></vtodo>`, 1)
	xml = strings.Replace(xml, todoStart+`<properties>`, todoStart+`<properties><x-p><unknown>2</unknown></x-p>`, 1)
	c, err = item.ParseContent(xml)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func anyField(t *rapid.T) (record.Field, string) {
	f := rapid.SampledFrom(record.Fields(record.Todo)).Draw(t, "field")
	return f, typed[f.Form].Draw(t, "value")
}

func set(t *rapid.T, c *item.Content, f record.Field, value string) *item.Content {
	got, err := record.Apply(c, record.Values{f.Name: value})
	if err != nil {
		t.Fatalf("%s %q: %v", f.Name, value, err)
	}
	return got
}

func TestWhatIsSetIsWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, value := anyField(t)
		canonical, err := f.Canonical(value)
		if err != nil {
			t.Fatal(err)
		}
		got := relative(f, record.Read(set(t, anyTodo(t), f, value)).Values())
		canonical = relative(f, record.Values{f.Name: canonical})
		if got != canonical && (f.Merge != record.MergeSet || !f.Equal(got, canonical)) {
			t.Errorf("%s: %q is shown as %q", f.Name, canonical, got)
		}
	})
}

// Apply summarises what it made from the tree that it changed; a store that has only the XML
// parses it.
func TestAnAppliedContentHasTheSummaryOfItsXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, value := anyField(t)
		expectSummaryOfXML(t, set(t, anyTodo(t), f, value))
	})
}

func expectSummaryOfXML(t *rapid.T, c *item.Content) {
	facts, words := record.Summary(c)
	wantFacts, wantWords := record.Summary(item.StoredContent(c.XML(), c.Known()))
	if !reflect.DeepEqual(facts, wantFacts) || !slices.Equal(words, wantWords) {
		t.Errorf("%+v %q; want %+v %q\n%s", facts, words, wantFacts, wantWords, c.XML())
	}
}

func TestSettingAFieldLeavesEverythingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := anyTodo(t)
		f, value := anyField(t)
		after := set(t, before, f, value)
		if was, is := record.Rest(before), record.Rest(after); was != is {
			t.Errorf("the rest was %q and is %q", was, is)
		}
		was, is := record.Read(before).Values(), record.Read(after).Values()
		for _, other := range record.Fields(record.Todo) {
			if other.Name != f.Name && relative(other, was) != relative(other, is) {
				t.Errorf("setting %s to %q changed %s from %q to %q", f.Name, value, other.Name, was[other.Name], is[other.Name])
			}
		}
	})
}

// relative removes the reference dates of alarms: whether they have to be named depends on the
// todo's dates.
func relative(f record.Field, v record.Values) string {
	if f.Form == record.Triggers {
		return strings.ReplaceAll(v[f.Name], "start ", "")
	}
	return v[f.Name]
}

func TestApplyTwiceIsApplyOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, value := anyField(t)
		once := set(t, anyTodo(t), f, value)
		if twice := set(t, once, f, value); twice.Hash() != once.Hash() {
			t.Errorf("%s to %q:\n%s\n%s", f.Name, value, once.XML(), twice.XML())
		}
	})
}

func TestWhatIsShownIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := record.Read(anyTodo(t))
		for _, f := range record.Fields(record.Todo) {
			if got, err := f.Canonical(r.Get(f.Name)); err != nil || got != r.Get(f.Name) {
				t.Errorf("%s: %q becomes %q, %v", f.Name, r.Get(f.Name), got, err)
			}
		}
	})
}

// Files come from untrusted sources: any value of a property is shown either in canonical form
// or not at all, and values that are not shown are preserved.
func TestStrangeValuesAreShownInCanonicalFormOrNotAtAll(t *testing.T) {
	names := []string{"summary", "status", "completed", "percent-complete", "due", "dtstart", "duration", "priority", "categories", "rrule", "related-to", "x-apple-sort-order"}
	text := rapid.OneOf(rapid.SampledFrom([]string{" 1 ", "-1", "1e3", "20261127", "2026-11-27T18:00:00.5Z", "2026-02-30", "P1D", " PT1H", "FREQ=DAILY", "FREQ=DAILY;X=1", "a, b", "done"}), rapid.StringN(0, 8, -1))
	rapid.Check(t, func(t *rapid.T) {
		entry := item.Plain("", "").Element()
		todo := entry.CreateElement("vtodo")
		todo.CreateAttr("xmlns", "urn:ietf:params:xml:ns:icalendar-2.0")
		properties := todo.CreateElement("properties")
		for range rapid.IntRange(1, 6).Draw(t, "number") {
			p := properties.CreateElement(rapid.SampledFrom(names).Draw(t, "name"))
			if rapid.Bool().Draw(t, "zone") {
				p.CreateElement("parameters").CreateElement("tzid").CreateElement("text").CreateText(" A  B ")
			}
			p.CreateElement(rapid.SampledFrom([]string{"text", "date", "recur"}).Draw(t, "type")).CreateText(item.Plain(text.Draw(t, "value"), "").Title())
		}
		c, err := item.NewContent(entry)
		if err != nil {
			t.Fatal(err)
		}
		r := record.Read(c)
		for _, f := range record.Fields(record.Todo) {
			if got, err := f.Canonical(r.Get(f.Name)); err != nil || got != r.Get(f.Name) {
				t.Errorf("%s: %q becomes %q, %v\n%s", f.Name, r.Get(f.Name), got, err, c.XML())
			}
		}
		_ = record.Rest(c)
	})
}
