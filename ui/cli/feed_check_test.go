package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// checked is what the tests look at of feed check --json.
type checked []struct {
	File     string
	Problems []struct {
		Severity, Item, Rule, Section, Text string
		Line                                int
	}
}

func TestFeedsWithoutProblems(t *testing.T) {
	d := newDesk(t)
	a, b := d.put("a.xml", eggs), d.put("b.xml", contested)
	d.bare("feed", "check", a, b).is(cli.Done).prints("").says("no problems\n")
	got := parse[checked](d.bare("feed", "check", "--json", a, b).is(cli.Done))
	if len(got) != 2 || got[0].File != a || got[1].File != b || got[0].Problems == nil || len(got[0].Problems)+len(got[1].Problems) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAnErrorInAFeedIsState1(t *testing.T) {
	d := newDesk(t)
	bad := d.put("bad.xml", strings.Replace(eggs, `<sx:history sequence="1" when="2005-05-21T09:43:33Z" by="phone"/>`, "", 1))
	got := parse[checked](d.bare("feed", "check", "--json", d.put("a.xml", eggs), bad).is(cli.Attention))
	if len(got) != 2 || len(got[1].Problems) != 1 {
		t.Fatalf("got %+v", got)
	}
	p := got[1].Problems[0]
	if p.Severity != "error" || p.Line != 9 || p.Item != "eggs" || p.Rule != "missing-history" || p.Section != "SSE 0.93 §2.5" || p.Text == "" {
		t.Errorf("got %+v", p)
	}
	d.bare("feed", "check", bad).is(cli.Attention).says("").prints("" +
		"WHERE" + strings.Repeat(" ", len(bad)-3) + "  SEVERITY  ITEM  RULE             SECTION        PROBLEM\n" +
		bad + ":9  error     eggs  missing-history  SSE 0.93 §2.5  " + p.Text + "\n")
}

func TestAWarningIsState0(t *testing.T) {
	d := newDesk(t)
	odd := d.put("odd.xml", strings.Replace(eggs, `id="eggs"`, `id="fresh eggs"`, 1))
	got := parse[checked](d.bare("feed", "check", "--json", odd).is(cli.Done))
	if len(got[0].Problems) != 1 || got[0].Problems[0].Severity != "warning" {
		t.Errorf("got %+v", got)
	}
}

func TestADocumentThatIsNoFeedIsAnErrorFound(t *testing.T) {
	d := newDesk(t)
	broken := d.put("broken.xml", eggs[:200])
	got := parse[checked](d.bare("feed", "check", "--json", broken).is(cli.Attention))
	if len(got) != 1 || len(got[0].Problems) != 1 || got[0].Problems[0].Rule != "not-well-formed" {
		t.Errorf("got %+v", got)
	}
}

func TestOneFileOfSeveralThatCannotBeReadIsState1(t *testing.T) {
	d := newDesk(t)
	good := d.put("a.xml", eggs)
	r := d.bare("feed", "check", d.file("missing.xml"), good, "--json").is(cli.Attention)
	if got := parse[checked](r); len(got) != 1 || got[0].File != good || !strings.Contains(r.err, "missing.xml") {
		t.Errorf("got %+v, said %q", got, r.err)
	}
	d.bare("feed", "check", d.file("missing.xml")).is(cli.Failed).prints("")
}

// What was set aside is told, and is in the document as it was.
func TestASetAsideItemIsState1(t *testing.T) {
	d := newDesk(t)
	bad := d.put("bad.xml", feedOf(entry("eggs", "Eggs", "none", "phone"), entry("bread", "Bread", "1", "")))
	r := d.bare("feed", "show", bad, "--json").is(cli.Attention)
	got := parse[shown](r)
	if len(got.Items) != 1 || got.Items[0].ID != "bread" || len(got.Problems) == 0 || !strings.Contains(r.err, "bad.xml: line 2: error") {
		t.Errorf("got %+v, said %q", got, r.err)
	}
	d.bare("feed", "merge", bad, d.put("a.xml", feedOf())).is(cli.Attention).prints(read(t, bad))
	d.bare("feed", "merge", d.put("a.xml", feedOf()), bad).is(cli.Attention)
}

func TestAFeedIsShownInMachineReadableForm(t *testing.T) {
	d := newDesk(t)
	feed := strings.Replace(feedOf(), "<title>", `<sx:sharing since="a" until="b" expires="2005-06-01T00:00:00Z"><sx:related link="http://example.com/all.xml" type="complete"/></sx:sharing><title>`, 1)
	d.bare("feed", "show", "--json", d.put("a.xml", feed)).is(cli.Done).prints(`{
  "format": "rss",
  "dialect": "feedsync-1.0",
  "title": "t",
  "sharing": {
    "since": "a",
    "until": "b",
    "expires": "2005-06-01T00:00:00Z",
    "version": "",
    "window": 0,
    "related": [
      {
        "link": "http://example.com/all.xml",
        "title": "",
        "type": "complete",
        "since": "",
        "until": ""
      }
    ]
  },
  "items": [],
  "problems": []
}
`)
}

func TestAFeedWithoutSharingHasTheSameShape(t *testing.T) {
	d := newDesk(t)
	d.bare("feed", "show", "--json", d.put("a.xml", feedOf())).is(cli.Done).prints(`{
  "format": "rss",
  "dialect": "feedsync-1.0",
  "title": "t",
  "sharing": {
    "since": "",
    "until": "",
    "expires": "",
    "version": "",
    "window": 0,
    "related": []
  },
  "items": [],
  "problems": []
}
`)
}
