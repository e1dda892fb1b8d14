package cli_test

import (
	"testing"

	"crossfeed/ui/cli"
)

func TestARecordWithAnOwnVersionOpenIsSettledFirst(t *testing.T) {
	for _, c := range []struct{ kind, feed, id, field string }{{"todo", bins, "bins", "done=true"}, {"contact", cook, "cook", "role=Baker"}} {
		d := contending(t, c.kind, c.feed)
		before := d.ok("item", "show", "Shared", c.id, "--json").out
		for _, args := range [][]string{{"item", "edit", "Shared", c.id, "--field", c.field}, {"item", "delete", "Shared", c.id}} {
			d.run(args...).is(cli.Failed).prints("").mentions(`crossfeed conflict resolve "Shared" ` + c.id)
		}
		if now := d.ok("item", "show", "Shared", c.id, "--json").out; now != before {
			t.Errorf("the refused edits made\n%s", now)
		}
	}
}

func TestWhatIsUnsettledIsNeitherMovedNorCopied(t *testing.T) {
	d := contending(t, "todo", bins)
	d.ok("set", "new", "Work", "--kind", "todo")
	d.ok("item", "add", "Shared", "--id", "milk", "--title", "Milk")
	remedy := `settle it first: crossfeed conflict resolve "Shared" bins`
	for _, verb := range []string{"move", "copy"} {
		d.run("item", verb, "Shared", "bins", "--to", "Work").is(cli.Failed).prints("").mentions(remedy)
	}
	d.run("item", "move", "Shared", "bins", "milk", "--to", "Work").is(cli.Attention).prints("milk: moved to Work\n").mentions(remedy)
	if got := parse[[]shownItem](d.ok("item", "list", "Work", "--json")); len(got) != 1 || got[0].ID != "milk" {
		t.Errorf("Work holds %+v", got)
	}
}

func TestWhatIsUnsettledIsNotJoined(t *testing.T) {
	d := contending(t, "contact", cook)
	d.ok("item", "add", "Shared", "--id", "twin", "--field", "name=Given Family")
	for _, pair := range [][]string{{"cook", "twin"}, {"twin", "cook"}} {
		d.run("contact", "join", "Shared", pair[0], pair[1]).is(cli.Failed).prints("").mentions(`crossfeed conflict resolve "Shared" cook`)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Shared", "--json")); len(got) != 2 {
		t.Errorf("the list holds %+v", got)
	}
}

func TestAnImportLeavesATodoWithAnOwnVersionOpenAndTakesTheRest(t *testing.T) {
	d := contending(t, "todo", bins)
	path := d.put("a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"+
		"BEGIN:VTODO\r\nUID:bins\r\nSUMMARY:Bins out\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
	r := d.run("import", "Shared", path, "--json").is(cli.Attention).mentions("a.ics:4: ", `crossfeed conflict resolve "Shared" bins`)
	if got := parse[[]imported](r); got[0].New != 1 || got[0].Changed != 0 || got[0].Refused != 1 {
		t.Errorf("got %+v", got)
	}
	if got := d.fieldsOf("Shared", "bins"); got["title"] != "Bins" {
		t.Errorf("the todo is %v", got)
	}
}
