package vcard_test

import (
	"encoding/base64"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

const ringing = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Next\r\nN:Next;;;;\r\nEND:VCARD\r\n"

// repeated is a file of many equal lines that is never in memory as a whole.
type repeated struct {
	line string
	left int
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.line[r.at:])
	if r.at += n; r.at == len(r.line) {
		r.at, r.left = 0, r.left-1
	}
	return n, nil
}

// around puts unreadable input into a card, and appends another card.
func around(bad io.Reader) io.Reader {
	return io.MultiReader(strings.NewReader("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bad\r\n"), bad, strings.NewReader("END:VCARD\r\n"+ringing))
}

func TestACardWithTooManyLinesIsUnreadableAndTheNextIsRead(t *testing.T) {
	all := readAll(t, around(&repeated{line: "TEL:1\r\n", left: 10_000}))
	if len(all) != 2 || all[0].Content != nil || len(all[0].Problems) != 1 || all[1].Content.Title() != "Next" {
		t.Fatalf("got %+v", all)
	}
	if p := all[0].Problems[0]; p.String() != "1: card-too-many-lines 10002/5000" {
		t.Errorf("got %+v", p)
	}
}

func TestACardThatIsTooLargeIsUnreadableAndTheNextIsRead(t *testing.T) {
	long := "NOTE:" + strings.Repeat("x", exchange.MaxLine-10) + "\r\n"
	all := readAll(t, around(&repeated{line: long, left: 20}))
	if len(all) != 2 || all[0].Content != nil || all[0].Problems[0].String() != "1: card-too-large 19/8" {
		t.Errorf("got %+v", all[0].Problems)
	}
}

// leavesOut checks that the first card lacks the part that was too large, reports it, and has
// everything else.
func leavesOut(t *testing.T, file io.Reader, says string) {
	t.Helper()
	all := readAll(t, file)
	if len(all) != 2 || all[0].Content == nil || len(all[0].Problems) != 1 {
		t.Fatalf("got %+v", all)
	}
	if p := all[0].Problems[0]; !strings.HasPrefix(p.String(), "4: "+says) {
		t.Errorf("got %+v", p)
	}
	if want := `<fn><text>Bad</text></fn></vcard>`; !strings.HasSuffix(inner(all[0].Content), want) {
		t.Errorf("got %s", inner(all[0].Content))
	}
}

func TestAPictureOf50MBIsLeftOutWithoutBeingHeld(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	line := " " + strings.Repeat("/9j/", 18) + "\r\n"
	leavesOut(t, around(io.MultiReader(strings.NewReader("PHOTO;ENCODING=b;TYPE=JPEG:\r\n"), &repeated{line: line, left: 50 << 20 / len(line)})), `picture-too-large "PHOTO"`)
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 16 {
		t.Errorf("%d MB were used", used)
	}
}

func TestAPictureAboveTheLimitIsLeftOutInEveryForm(t *testing.T) {
	data := base64.StdEncoding.EncodeToString(make([]byte, exchange.MaxPicture+1))
	for _, line := range []string{
		"PHOTO;ENCODING=b;TYPE=JPEG:" + data,
		"PHOTO:data:image/jpeg;base64," + data,
		"X-MS-CARDPICTURE;ENCODING=b:" + data,
	} {
		leavesOut(t, around(strings.NewReader(line+"\r\n")), "picture-too-large")
	}
}

func TestAPictureAtTheLimitIsKept(t *testing.T) {
	data := base64.StdEncoding.EncodeToString(make([]byte, exchange.MaxPicture))
	if e := readCard(t, "FN:A", "PHOTO;ENCODING=b;TYPE=JPEG:"+data); len(e.Problems) != 0 || !strings.Contains(inner(e.Content), data) {
		t.Errorf("got %v", e.Problems)
	}
}

func TestATextAboveTheLimitIsLeftOut(t *testing.T) {
	leavesOut(t, around(strings.NewReader("NOTE:"+strings.Repeat("x", exchange.MaxLine)+"\r\n")), `property-too-long "NOTE" 0/1024`)
}

func TestOnlyTheFileAndTheCallerEndReading(t *testing.T) {
	broken := errors.New("the disk is gone")
	file := io.MultiReader(strings.NewReader(ringing+"BEGIN:VCARD\r\n"), iotest.ErrReader(broken))
	read := 0
	err := vcard.Read(file, func(exchange.Entry) error { read++; return nil })
	if !errors.Is(err, broken) || read != 1 {
		t.Errorf("got %v after %d cards", err, read)
	}
	stop := errors.New("enough")
	if err := vcard.Read(strings.NewReader(ringing+ringing), func(exchange.Entry) error { return stop }); err != stop {
		t.Errorf("got %v", err)
	}
}

func TestAFileThatHoldsNoCardsIsOneProblem(t *testing.T) {
	all := readAll(t, strings.NewReader("PK\x03\x04\x00binary\r\n\x01\x02\r\nmore"))
	if len(all) != 1 || all[0].Content != nil || len(all[0].Problems) != 1 || all[0].Line != 1 {
		t.Errorf("got %+v", all)
	}
}
