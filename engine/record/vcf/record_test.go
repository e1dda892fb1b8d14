package vcf_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// everything is a contact with all of its fields.
var everything = record.Values{
	"name": "Dr. Given Family", "prefix": "Dr.", "given": "Given", "middle": "Middle", "family": "Family", "suffix": "MSc", "nickname": "Nick",
	"phones": "[pref,cell] +49 171 1\n[label=Ski hut] +49 30 2", "emails": "[home] a@example.org", "addresses": `[work] ;;Example Street 1, Hof\; links;Example City;;12345;Germany`,
	"urls": "https://example.org/a;b,c", "messengers": "[home] xmpp:given@example.org", "organisation": "Example GmbH; Sales", "role": "Lead", "jobtitle": "Engineer",
	"birthday": "--04-12", "tags": "friends\nchoir, tenor", "text": "Two\nlines; with, signs\\n", "picture": "data:image/png;base64,iVBORw0KGgo=",
	"custom": "X-SHOE-SIZE: 43",
}

// returns tells whether a contact is the same after it went through a file.
func returns(t *testing.T, c *item.Content) {
	t.Helper()
	for _, v := range versions {
		file := write(t, v, exchange.Out{Content: c})
		all := readAll(t, strings.NewReader(file))
		if len(all) != 1 || all[0].Content == nil {
			t.Fatalf("%s\ngave %+v", file, all)
		}
		if got, want := record.Read(all[0].Content).Values(), record.Read(c).Values(); !maps.Equal(got, want) {
			t.Errorf("%s\ngave the fields %q, want %q", file, got, want)
		}
		if all[0].Content.Hash() != c.Hash() {
			t.Errorf("%s\ngave %s\nwant %s", file, all[0].Content.XML(), c.XML())
		}
	}
}

func TestAContactThatWasTypedReturnsFromAFile(t *testing.T) {
	for _, v := range []record.Values{everything, {"name": "Given"}, {"name": "Given", "text": "x", "birthday": "some day in spring"}} {
		c, err := record.New(record.Contact, v)
		if err != nil {
			t.Fatal(err)
		}
		returns(t, c)
	}
}

func TestAContactOfAFileThatWasEditedReturnsFromAFile(t *testing.T) {
	for _, file := range samples(t) {
		for _, o := range outs(readAll(t, bytes.NewReader(file))) {
			for field, value := range everything {
				c, err := record.Apply(o.Content, record.Values{field: value})
				if err != nil {
					t.Fatal(err)
				}
				returns(t, c)
			}
		}
	}
}
