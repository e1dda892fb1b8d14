package ical_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	goical "github.com/emersion/go-ical"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
)

// tenThousand returns a file with 10,000 typical todos.
func tenThousand() string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "BEGIN:VTODO\r\nUID:%08d-7b0d-4f0c-9a38-61d2b7c0e9a4\r\nDTSTAMP:20261120T101112Z\r\n"+
			"CREATED:20261119T101112Z\r\nLAST-MODIFIED:20261120T101112Z\r\nSUMMARY:Buy milk\\, %d litres\r\n"+
			"DESCRIPTION:From the market\\, if there is any left by then\\, and else from t\r\n he shop at the corner\\nNot too cold.\r\n"+
			"DUE;TZID=Europe/Berlin:20261127T180000\r\nPRIORITY:5\r\nPERCENT-COMPLETE:0\r\nSTATUS:NEEDS-ACTION\r\n"+
			"CATEGORIES:dairy,shop\r\nX-APPLE-SORT-ORDER:%d\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Buy milk\r\n"+
			"TRIGGER;RELATED=END:-PT15M\r\nEND:VALARM\r\nEND:VTODO\r\n", i, i, i)
	}
	b.WriteString("END:VCALENDAR\r\n")
	return b.String()
}

// BenchmarkRead10k reads 10,000 todos and, alternately, decodes them with go-ical alone:
// "ratio" is how many times as long reading takes.
func BenchmarkRead10k(b *testing.B) {
	file := tenThousand()
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	var theirs time.Duration
	for b.Loop() {
		count := 0
		err := ical.Read(strings.NewReader(file), func(e exchange.Entry) error { count++; return nil })
		if err != nil || count != 10_000 {
			b.Fatal(count, err)
		}
		b.StopTimer()
		theirs += decoding(b, file)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(theirs), "ratio")
}

// decoding returns the time that go-ical takes for a file.
func decoding(b *testing.B, file string) time.Duration {
	from := time.Now()
	if _, err := goical.NewDecoder(strings.NewReader(file)).Decode(); err != nil {
		b.Fatal(err)
	}
	return time.Since(from)
}

func BenchmarkWrite10k(b *testing.B) {
	all := outs(read(b, tenThousand()))
	b.ReportAllocs()
	for b.Loop() {
		if err := ical.Write(io.Discard, all); err != nil {
			b.Fatal(err)
		}
	}
}
