package vcard_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	govcard "github.com/emersion/go-vcard"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

// many returns n cards of about 550 bytes, as programs export them.
func many(n int) []byte {
	var file bytes.Buffer
	for i := range n {
		fmt.Fprintf(&file, `BEGIN:VCARD
VERSION:3.0
PRODID:-//Example//EN
UID:00000000-0000-4000-8000-%012d
FN:Given Family %d
N:Family;Given;%d;;
EMAIL;TYPE=INTERNET,HOME:home%d@example.org
EMAIL;TYPE=INTERNET,WORK:work%d@example.com
TEL;TYPE=CELL,VOICE:+49 171 39200%02d
TEL;TYPE=WORK:+49 30 23125 %03d
ADR;TYPE=HOME:;;Example Street %d;Example City;;12345;Germany
ORG:Example GmbH;Sales
TITLE:Engineer
BDAY:1985-04-12
CATEGORIES:friends,choir
NOTE:Met at the fair\, likes tea.\nCall after six.
REV:2026-11-02T08:00:00Z
END:VCARD
`, i, i, i, i, i, i%100, i%1000, i)
	}
	return []byte(strings.ReplaceAll(file.String(), "\n", "\r\n"))
}

// BenchmarkRead10k reads 10,000 contacts. "ratio" is relative to the time that go-vcard takes
// to decode the same bytes, measured in the same run.
func BenchmarkRead10k(b *testing.B) {
	file := many(10_000)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	var ours, theirs time.Duration
	for b.Loop() {
		theirs += byLibrary(b, file)
		start := time.Now()
		read := 0
		err := vcard.Read(bytes.NewReader(file), func(e exchange.Entry) error {
			if e.Content != nil && len(e.Problems) == 0 {
				read++
			}
			return nil
		})
		if err != nil || read != 10_000 {
			b.Fatalf("%d cards were read, %v", read, err)
		}
		ours += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
	b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ms/file")
}

func byLibrary(b *testing.B, file []byte) time.Duration {
	start := time.Now()
	for d := govcard.NewDecoder(bytes.NewReader(file)); ; {
		if _, err := d.Decode(); errors.Is(err, io.EOF) {
			return time.Since(start)
		} else if err != nil {
			b.Fatal(err)
		}
	}
}
