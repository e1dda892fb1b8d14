package feed_test

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/feed"
)

// namedFeed is a feed with the names of two devices.
func namedFeed(f feed.Format, d feed.Dialect) feed.Document {
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
		namedFeed(feed.RSS, feed.FeedSync10), namedFeed(feed.RSS, feed.SSE093), namedFeed(feed.RSS, feed.SSE091),
		namedFeed(feed.Atom, feed.FeedSync10), namedFeed(feed.OPML, feed.SSE091),
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
	d := namedFeed(feed.RSS, feed.FeedSync10)
	d.Devices = nil
	var text strings.Builder
	if err := feed.NewWriter(&text, d).Close(); err != nil || strings.Contains(text.String(), "device") {
		t.Errorf("%v, %s", err, text.String())
	}
}

// An older Crossfeed keeps the names of a feed that it reads as foreign markup of its list.
func TestNamesInForeignMarkupAreNotPublishedOn(t *testing.T) {
	d := namedFeed(feed.Atom, feed.FeedSync10)
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
