package cli_test

import (
	"context"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/ui/cli"
)

// badCards holds a picture of 50 MB, a card of 10,000 lines, dates that are
// none, control characters and a wrong charset, and one card without a fault.
func badCards(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	line := " " + strings.Repeat("/9j/", 18) + "\r\n"
	for _, part := range []struct {
		text  string
		times int
	}{
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nFN:Picture\r\nPHOTO;ENCODING=b;TYPE=JPEG:\r\n", 1},
		{line, 50 << 20 / len(line)},
		{"END:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nUID:2\r\nFN:Long\r\n", 1},
		{"TEL:1\r\n", 10_000},
		{"END:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nUID:3\r\nFN:Day\r\nBDAY;VALUE=date:1985-02-31\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:4\r\nFN:Bell\x07\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:5\r\nFN:M\xfc\xdfig\r\nEND:VCARD\r\n", 1},
		{"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:6\r\nFN:Good\r\nEND:VCARD\r\n", 1},
	} {
		for range part.times {
			if _, err := f.WriteString(part.text); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// peak watches the heap until stop is called, which gives the most that it saw,
// in MB above the beginning.
func peak() (stop func() int64) {
	ctx, cancel := context.WithCancel(context.Background())
	var most atomic.Int64
	heap := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before, ended := heap(), make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			most.Store(max(most.Load(), heap()-before))
			time.Sleep(2 * time.Millisecond)
		}
	}()
	return func() int64 {
		cancel()
		<-ended
		return most.Load() >> 20
	}
}

func TestBadCardsAreToldByLineAndTheRestIsImportedInLittleMemory(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Family", "--kind", "contact")
	badCards(t, d.file("bad.vcf"))
	stop := peak()
	r := d.run("import", "Family", d.file("bad.vcf"), "--json").is(cli.Attention)
	if mb := stop(); mb > 32 {
		t.Errorf("the heap grew by %d MB", mb)
	}
	r.mentions("bad.vcf:5: PHOTO has about", "10003 lines, more than the 5000", "1985-02-31", "control characters cannot be kept", "not UTF-8 and was read as Windows-1252")
	if got := parse[[]imported](r); got[0].New != 5 || got[0].Unreadable != 1 {
		t.Errorf("got %+v", got)
	}
	for _, name := range []string{"müßig", "good"} {
		if got := parse[[]shownItem](d.ok("item", "list", "Family", "--search", name, "--json")); len(got) != 1 {
			t.Errorf("%s is found as %+v", name, got)
		}
	}
}

func TestARuleWithoutEndIsImportedAndCompletedAtOnce(t *testing.T) {
	d := todoDesk(t)
	bins := "UID:bins\r\nSUMMARY:Bins\r\nDUE;VALUE=DATE:20050525\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2\r\n"
	file := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\n" + bins + "END:VTODO\r\nBEGIN:VTODO\r\n" +
		strings.Replace(strings.Replace(bins, ";BYMONTHDAY=31;BYMONTH=2", "", 1), "bins", "rent", 1) + "END:VTODO\r\nEND:VCALENDAR\r\n"
	d.ok("import", "Home", d.put("a.ics", file))
	took := pace.Yards(func() {
		for _, row := range parse[[]shownItem](d.ok("item", "list", "Home", "--json")) {
			d.ok("item", "edit", "Home", row.ID, "--field", "done=true")
		}
	})
	if took > 5000 {
		t.Errorf("completing took %.0f yards", took)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Home", "--open", "--json")); len(got) != 1 {
		t.Errorf("the next ones are %+v", got)
	}
}
