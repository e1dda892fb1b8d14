package csx_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/csx"
)

// example is the example feed of the specification, unchanged.
func example(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("../../../testdata/content/example.xml")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// zoneless matches the dates of the example, which have no time zone.
var zoneless = regexp.MustCompile(`(\d:\d\d:\d\d)</`)

// faults are the faults of the example, with their corrections and the problems reported for
// each alone.
var faults = []struct {
	name  string
	right func(string) string
	told  string
}{
	{"an attribute without quotes", with(`xmlns:csx=`+csx.Namespace+` >`, `xmlns:csx="`+csx.Namespace+`">`), "not-well-formed unquoted-attribute"},
	{"an end tag in another case than its start tag", with("</csx:Link>", "</csx:link>"), "not-well-formed element-case"},
	{"a dot after the month", with("Oct. 2006", "Oct 2006"), "lenient-date"},
	{"dates without a zone", func(s string) string { return zoneless.ReplaceAllString(s, "$1 GMT</") }, "lenient-date"},
	{"an hour of one digit", with(" 1:35:12", " 01:35:12"), "lenient-date"},
	{"xmlns misspelled", with("xlmns=", "xmlns="), ""},
	{"no guid in items 3 and 4", func(s string) string {
		s = strings.Replace(s, "<title>Featured", "<guid>3</guid><title>Featured", 1)
		return strings.Replace(s, "<title>Another", "<guid>4</guid><title>Another", 1)
	}, "missing-guid missing-guid"},
}

func with(wrong, right string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, wrong, right) }
}

// photos returns the items of the example, without their IDs.
func photos(day func(day, hour, minute, second int) time.Time) []csx.Item {
	file := func(name, address string) csx.Link {
		return csx.Link{Address: "https://example.com/library/" + address, Name: name}
	}
	front, slides := file("toplevel10012006.xml", "toplevel10012006.xml"), file("slideshow.xml", "slideshow.xml")
	front.Nested, front.OnDemand, slides.Nested = true, true, true
	return []csx.Item{
		{ID: "toplevel10012006.xml", Title: "Bogus Paper", Text: "News from Sunday October 1, 2006", Link: "http://boguslink.com/frontpage.htm",
			Published: day(1, 6, 0, 0), Built: day(1, 6, 0, 0), Links: []csx.Link{front}},
		{ID: "slideshow.xml", Title: "Bogus Paper", Text: "The most current news", Link: "http://boguslink.com/slideshow.htm",
			Published: day(2, 6, 0, 0), Built: day(2, 12, 35, 12), Hidden: true, Links: []csx.Link{slides}},
		{ID: "3", Title: "Featured Photo Collection", Text: "Some really important thing happened", Link: "http://boguslink.com/photos/abcdef.htm",
			Built: day(2, 1, 35, 12), Links: []csx.Link{file("thumbnail.jpg", "profiles/1324123/thumbnail.jpg"),
				file("a.jpg", "profiles/1324123/a.jpg"), file("b.jpg", "profiles/1324123/b.jpg")}},
		{ID: "4", Title: "Another Really Important Headline", Text: "Another really important thing happened", Link: "http://boguslink.com/stories/lmnop.htm"},
	}
}

func october(day, hour, minute, second int) time.Time {
	return time.Date(2006, time.October, day, hour, minute, second, 0, time.UTC)
}

// isExample compares a result with the example. guids says whether all items must have a guid.
func isExample(t *testing.T, f csx.Feed, items []csx.Item, guids bool) {
	t.Helper()
	if f.Title != "Example CSX Channel" || f.Link != "http://boguslink.com" || f.Text != "This is a CSX feed sample" || !f.Built.Equal(october(2, 12, 35, 12)) {
		t.Errorf("%+v", f)
	}
	want := photos(october)
	if len(items) != len(want) {
		t.Fatalf("%d items", len(items))
	}
	for n := range want {
		got := items[n]
		if !guids && n >= 2 && strings.HasPrefix(got.ID, "sha256:") {
			got.ID = want[n].ID
		}
		got.Mark, got.Line = "", 0
		if len(got.Links) == 0 {
			got.Links = nil
		}
		if !reflect.DeepEqual(got, want[n]) {
			t.Errorf("item %d:\n%+v, want\n%+v", n+1, got, want[n])
		}
	}
}

func TestTheExampleOfTheTextAsItStands(t *testing.T) {
	f, items := read(t, example(t))
	isExample(t, f, items, false)
	told := map[string]int{}
	for _, p := range f.Problems {
		told[p.Rule]++
		if p.Line == 0 || p.Section == "" || p.Text == "" {
			t.Errorf("%+v", p)
		}
	}
	want := map[string]int{"not-well-formed": 1, "unquoted-attribute": 1, "element-case": 1, "lenient-date": 3, "missing-guid": 2}
	if !reflect.DeepEqual(told, want) || f.Wrong != 8 {
		t.Errorf("%v, %d wrong, want %v", told, f.Wrong, want)
	}
}

func TestEachFaultOfTheExampleAlone(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			document := example(t)
			for _, f := range faults {
				if f.name != fault.name {
					document = f.right(document)
				}
			}
			if document == fault.right(document) {
				t.Fatal("the fault is not in the document")
			}
			f, items := read(t, document)
			isExample(t, f, items, fault.name != "no guid in items 3 and 4")
			if got := rules(f); got != fault.told {
				t.Errorf("told %q, want %q", got, fault.told)
			}
		})
	}
}

func TestTheExamplePutRightHasNothingWrong(t *testing.T) {
	document := example(t)
	for _, f := range faults {
		document = f.right(document)
	}
	f, items := read(t, document)
	isExample(t, f, items, true)
	if f.Wrong != 0 {
		t.Errorf("%+v", f.Problems)
	}
}
