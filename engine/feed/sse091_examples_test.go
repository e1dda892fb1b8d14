package feed_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// in091 puts an example of SSE 0.91 into a document.
func in091(example string) string {
	return `<rss version="2.0" xmlns:sx="https://www.microsoft.com/schemas/rss/sse">` + example + "</rss>"
}

// TestExampleOfTheNamespace (SSE 0.91 §1.1): the start tag lacks the quotes of version, and is
// refused at that position; with quotes, it is read.
func TestExampleOfTheNamespace(t *testing.T) {
	const example = "<rss version=2.0\nxmlns:sx=\"https://www.microsoft.com/schemas/rss/sse\">"
	if err := end(example + "<channel/></rss>"); err == nil || err.Error() != "groceries.xml:1:13: the value of the attribute version needs quotes" {
		t.Errorf("%v", err)
	}
	r := feed.NewReader(strings.NewReader(strings.Replace(example, "2.0", `"2.0"`, 1)+"<channel/></rss>"), "f")
	if _, err := r.Next(); err != io.EOF || r.Document().Dialect != item.SSE091 {
		t.Errorf("%v, %s", err, r.Document().Dialect)
	}
}

// TestExampleOfSharing (SSE 0.91 §2.2.2) has wrong weekdays and links to other publishers.
func TestExampleOfSharing(t *testing.T) {
	r := feed.NewReader(strings.NewReader(in091(`<channel>
<sx:sharing
since="Tue, 1 Nov 2004 09:43:33 GMT"
until="Fri, 1 Mar 2005 09:43:33 GMT"
version="0.91" >
<sx:related link="http://x.com/all.xml" type="complete" />
<sx:related link="http://y.net/B.xml" type="aggregated" 
title="Family Contacts (Dad's Copy)" />
<sx:related link="http://y.net/C.xml" type="aggregated" 
title="Family Contacts (Suzy's Copy)" />
</sx:sharing>
...
</channel>`)), "f")
	if _, err := r.Next(); err != io.EOF {
		t.Fatal(err)
	}
	d := r.Document()
	want := &feed.Sharing{Since: "Tue, 1 Nov 2004 09:43:33 GMT", Until: "Fri, 1 Mar 2005 09:43:33 GMT", Version: "0.91", Related: []feed.Related{
		{Link: "http://x.com/all.xml", Type: feed.Complete},
		{Link: "http://y.net/B.xml", Type: feed.Aggregated, Title: "Family Contacts (Dad's Copy)"},
		{Link: "http://y.net/C.xml", Type: feed.Aggregated, Title: "Family Contacts (Suzy's Copy)"},
	}}
	if !reflect.DeepEqual(d.Sharing, want) || len(d.Problems) > 0 || d.Dialect != item.SSE091 || d.Format != item.RSS {
		t.Errorf("got %+v, %+v", d, d.Sharing)
	}
	since, err := feed.ParseInstant(d.Sharing.Since)
	if want := time.Date(2004, 11, 1, 9, 43, 33, 0, time.UTC); err != nil || !since.Equal(want) {
		t.Errorf("since is %v (%v), want %v", since, err, want)
	}
}

// TestExamplesOfItems reads the items in SSE 0.91, by section.
func TestExamplesOfItems(t *testing.T) {
	for _, c := range []struct{ section, example, want string }{
		{"4.1", `<item>
<description>This is a test item</description>
<sx:sync id="0a7903db47fb0ae8" version="1">
<sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="REO1750"/>
</sx:sync>
</item>`, "1 21@REO1750"},
		{"4.2, three updates", `<item>
<description>This is a test item</description>
<sx:sync id="0a7903db47fb0ae8" version="4">
<sx:history when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750">
<sx:update when="Mon, 23 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Sun, 22 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Sat, 21 May 2005 09:43:33 GMT" by="REO1750" />
</sx:history>
</sx:sync>
</item>`, "4 24@REO1750 3 23@REO1750 2 22@REO1750 1 21@REO1750"},
		{"4.2, truncated", `<item>
<description>This is a test item</description>
<sx:sync id="0a7903db47fb0ae8" version="6">
<sx:history when="Thu, 26 May 2005 09:43:33 GMT" by="REO1750">
<sx:update when="Wed, 25 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750" />
<sx:update when="Mon, 23 May 2005 09:43:33 GMT" by="REO1750" />
</sx:history>
</sx:sync>
</item>`, "6 26@REO1750 5 25@REO1750 4 24@REO1750 3 23@REO1750"},
		{"5.2", `<item>
<description>This is a test item</description>
<sx:sync id="0a7903db47fb0ae8" version="4" conflict="true">
<sx:history when="Tue, 24 May 2005 09:43:33 GMT" by="REO1750">
<sx:update when="Mon, 23 May 2005 09:43:33 GMT" by="REO1750" />
</sx:history>
<sx:conflicts>
<sx:conflict when="Tue, 24 May 2005 08:00:11 GMT" by="GPM7383" version="4">
<!--conflict data here -->
</sx:conflict>
</sx:conflicts>
</sx:sync>
</item>`, "4 24@REO1750 3 23@REO1750, flagged, conflict without data 4 24@GPM7383"},
	} {
		list := items(t, in091("<channel>"+c.example+"</channel>"))
		if len(list) != 1 || list[0].ID() != "0a7903db47fb0ae8" || list[0].Winner.Content.Text() != "This is a test item" {
			t.Fatalf("§%s: %+v", c.section, list)
		}
		if got := shortForm(list[0]); got != c.want {
			t.Errorf("§%s:\n got %s\nwant %s", c.section, got, c.want)
		}
		for _, p := range checked(t, in091("<channel>"+c.example+"</channel>")) {
			t.Errorf("§%s: %s", c.section, p)
		}
	}
}

// shortForm returns an item of the examples in short form: each update's number, day and
// endpoint.
func shortForm(it *item.Item) string {
	s := history091Of(it.Winner)
	if it.Flagged {
		s += ", flagged"
	}
	for _, c := range it.Conflicts {
		if s += ", conflict "; c.Missing {
			s += "without data "
		}
		s += history091Of(c)
	}
	return s
}

func history091Of(v *item.Version) string {
	var all []string
	for _, h := range v.History {
		all = append(all, fmt.Sprintf("%d %d@%s", h.Sequence, h.When.Time().Day(), h.By))
	}
	return strings.Join(all, " ")
}
