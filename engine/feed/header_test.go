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

// TestHeaders reads feed-level data, element by element.
func TestHeaders(t *testing.T) {
	const channel, feedTag = `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel>`, `<feed xmlns="http://www.w3.org/2005/Atom">`
	then := at("11:43:33").Time()
	for _, c := range []struct {
		document string
		want     feed.Document
	}{
		{channel + "<title> a &amp; <![CDATA[b]]> </title><description>d</description>", feed.Document{Title: "a & b", Subtitle: "d"}},
		{channel + "<link>l</link><atom:link rel='self' href='s'/>", feed.Document{Link: "l", Self: "s"}},
		{channel + "<lastBuildDate>Sat, 21 May 2005 11:43:33 GMT</lastBuildDate><pubDate>Sat, 21 May 2005 10:00:00 GMT</pubDate>", feed.Document{Updated: then}},
		{channel + "<pubDate>Sat, 21 May 2005 11:43:33 GMT</pubDate>", feed.Document{Updated: then}},
		{channel + "<pubDate>soon</pubDate>", feed.Document{}},
		{channel + "<managingEditor>me@example.com</managingEditor>", feed.Document{Author: "me@example.com"}},
		{channel + "<atom:author><atom:name>Me</atom:name></atom:author><managingEditor>x</managingEditor>", feed.Document{Author: "Me", Unsaid: []string{"managingEditor"}}},
		{channel + "<atom:id>i</atom:id><atom:updated>2005-05-21T11:43:33Z</atom:updated>", feed.Document{ID: "i", Updated: then}},
		{channel + "<image><title>not this</title></image>", feed.Document{Unsaid: []string{"image"}}},
		{channel + "<mine/>", feed.Document{Foreign: "<foreign><mine/></foreign>"}},
		{feedTag + "<link href='a'/><link href='b'/><link rel='edit' href='c'/>", feed.Document{Link: "a", Unsaid: []string{"link"}}},
		{feedTag + "<author><name> Me </name></author><author><name>You</name></author>", feed.Document{Author: "Me", Unsaid: []string{"author"}}},
		{feedTag + "<author xmlns:x=\"urn:x\"><x:name>nick</x:name><name>Me</name></author>", feed.Document{Author: "Me", Unsaid: []string{"author"}}},
	} {
		tail := "</channel></rss>"
		c.want.Format = item.RSS
		if strings.HasPrefix(c.document, feedTag) {
			tail, c.want.Format = "</feed>", item.Atom
		}
		r := feed.NewReader(strings.NewReader(c.document+tail), "f")
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		if got := r.Document(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.document, got, c.want)
		}
	}
}

// TestProblemInWords checks the text that the commands print.
func TestProblemInWords(t *testing.T) {
	p := feed.Problem{Severity: feed.Error, Line: 12, Item: "i", Rule: "missing-history", Section: "SSE 0.93 §2.5", Text: "sx:sync has no sx:history"}
	if got, want := p.String(), `line 12: error: item "i": sx:sync has no sx:history (missing-history, SSE 0.93 §2.5)`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUnsaid checks which elements a document written from scratch would lack.
func TestUnsaid(t *testing.T) {
	for document, want := range map[string]string{
		`<rss><channel><title>t</title><link>l</link><description>d</description><pubDate>x</pubDate><generator>g</generator><copyright/>` +
			`<managingEditor>a</managingEditor></channel></rss>`: "[]",
		`<rss><channel><language>de</language><category>a</category><category>b</category><image><url>u</url></image><cloud port="80"/></channel></rss>`: "[language category image cloud]",
		`<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><link>l</link><a:link href="l"/><a:link rel="self" href="s"/><a:author><a:name>a</a:name></a:author>` +
			`<managingEditor>b</managingEditor><a:link rel="hub" href="h"/></channel></rss>`: "[managingEditor link]",
		`<feed xmlns="http://www.w3.org/2005/Atom"><author><name>a</name></author><author><name>a</name><uri>u</uri></author><rights>r</rights><contributor><name>c</name></contributor></feed>`: "[author rights contributor]",
		`<opml><head><ownerEmail>e</ownerEmail><ownerName>n</ownerName><ownerId>i</ownerId><expansionState>1</expansionState></head><body/></opml>`:                                              "[ownerEmail ownerId]",
		`<opml><head><ownerName>n</ownerName><ownerEmail>e</ownerEmail></head><body/></opml>`:                                                                                                    "[ownerEmail]",
		`<opml><head><ownerEmail>e</ownerEmail></head><body/></opml>`:                                                                                                                            "[]",
	} {
		r := feed.NewReader(strings.NewReader(document), "f")
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Document().Unsaid); got != want {
			t.Errorf("%s: %s, want %s", document, got, want)
		}
	}
}

// TestUnsaidOfAHostileHead checks that the number of recorded names is limited.
func TestUnsaidOfAHostileHead(t *testing.T) {
	var b strings.Builder
	for n := range 10_000 {
		fmt.Fprintf(&b, "<e%d>x</e%d>", n, n)
	}
	r := feed.NewReader(strings.NewReader(`<feed xmlns="http://www.w3.org/2005/Atom">`+b.String()+"</feed>"), "f")
	if _, err := r.Next(); err != io.EOF || len(r.Document().Unsaid) != 50 {
		t.Errorf("%v, %d noted", err, len(r.Document().Unsaid))
	}
}

func TestHowLongAFeedStaysTheSame(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"60": time.Hour, " 5\n": 5 * time.Minute, "0": 0, "": 0, "-1": 0, "1.5": 0, "an hour": 0, "99999999999999999999": 0, "525601": 0,
	} {
		r := feed.NewReader(strings.NewReader("<rss><channel><ttl>"+text+"</ttl></channel></rss>"), "feed")
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		if got := r.Document().TTL; got != want {
			t.Errorf("ttl %q is %v, want %v", text, got, want)
		}
	}
}

func TestWhichItemWasSkippedIsKnownWhereItSays(t *testing.T) {
	for sync, want := range map[string]string{
		"<sx:sync id='i' updates='0'>" + history + "</sx:sync>": "i",
		"<sx:sync updates='1'>" + history + "</sx:sync>":        "",
		"<sx:sync id='i' updates='1'>" + history + "</sx:sync>": "",
	} {
		e, err := feed.NewReader(strings.NewReader(rssWith(sync)), "feed").Next()
		if err != nil || e.SkippedID != want {
			t.Errorf("%s: %q, %v, want %q", sync, e.SkippedID, err, want)
		}
	}
}

// namedFeed returns a feed with the names of two devices.
func namedFeed(f item.Format, d item.Dialect) feed.Document {
	return feed.Document{
		Format: f, Dialect: d, Title: "Groceries", Author: "kitchen", Updated: at("11:43:33").Time(),
		Devices: []feed.Device{{ID: "kitchen", Name: `Anna's <"tablet"> & more`}, {ID: "x;1", Name: "Büro"}},
	}
}

func headOf(t *testing.T, text string) feed.Document {
	t.Helper()
	r := feed.NewReader(strings.NewReader(text), "f")
	for {
		if _, err := r.Next(); err == io.EOF {
			return r.Document()
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

func TestNamesOfDevicesAreWrittenAndRead(t *testing.T) {
	for _, d := range []feed.Document{
		namedFeed(item.RSS, item.FeedSync10), namedFeed(item.RSS, item.SSE093), namedFeed(item.RSS, item.SSE091),
		namedFeed(item.Atom, item.FeedSync10), namedFeed(item.OPML, item.SSE091),
	} {
		var text strings.Builder
		w := feed.NewWriter(&text, d)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got := headOf(t, text.String())
		if !reflect.DeepEqual(got.Devices, d.Devices) || got.Foreign != "" || len(got.Unsaid) > 0 {
			t.Errorf("%s: read %+v, foreign %q, unsaid %q of\n%s", d.Format, got.Devices, got.Foreign, got.Unsaid, text.String())
		}
		if problems, err := feed.Check(strings.NewReader(text.String()), "f"); err != nil || len(problems) > 0 {
			t.Errorf("%s: %v, %v", d.Format, problems, err)
		}
	}
}

func TestAFeedWithoutNamesSaysNothingOfDevices(t *testing.T) {
	d := namedFeed(item.RSS, item.FeedSync10)
	d.Devices = nil
	var text strings.Builder
	if err := feed.NewWriter(&text, d).Close(); err != nil || strings.Contains(text.String(), "device") {
		t.Errorf("%v, %s", err, text.String())
	}
}

// An older Crossfeed stores the names in a feed that it reads as foreign markup of its list.
func TestNamesInForeignMarkupAreNotPublishedOn(t *testing.T) {
	d := namedFeed(item.Atom, item.FeedSync10)
	d.Devices = nil
	d.Foreign = `<foreign><mine xmlns="urn:x"/><cf:device xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" id="kitchen" name="Old"><x/></cf:device>` +
		`<device xmlns="urn:x"/></foreign>`
	var text strings.Builder
	if err := feed.NewWriter(&text, d).Close(); err != nil {
		t.Fatal(err)
	}
	if got := headOf(t, text.String()); len(got.Devices) > 0 || !strings.Contains(got.Foreign, "mine") || !strings.Contains(got.Foreign, "device") || strings.Contains(text.String(), "Old") {
		t.Errorf("read %+v of\n%s", got, text.String())
	}
}

func TestNamesOfDevicesAsOthersMayWriteThem(t *testing.T) {
	many := strings.Repeat(`<cf:device id="a" name="again"/>`, 3)
	got := headOf(t, `<rss xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"><channel>`+
		`<cf:device name="nobody"/><cf:device id="a" name="A"/>`+many+`<item><title>x</title></item><cf:device id="b"><deep/></cf:device></channel></rss>`)
	if want := []feed.Device{{ID: "a", Name: "A"}, {ID: "b"}}; !reflect.DeepEqual(got.Devices, want) {
		t.Errorf("read %+v, want %+v", got.Devices, want)
	}
}
