package transfertest

import (
	"fmt"
	"strings"

	"crossfeed/engine/record"
)

// File is a file of n records of a kind: cards of about 550 bytes, or todos of
// about 600.
func File(k record.Kind, n int) string {
	if k == record.Contact {
		return cards(n)
	}
	return todos(n)
}

func cards(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, card, i, i, i, i, i, i, i, i)
	}
	return strings.ReplaceAll(b.String(), "\n", "\r\n")
}

const card = `BEGIN:VCARD
VERSION:3.0
PRODID:-//Example//EN
UID:00000000-0000-4000-8000-%012d
FN:Given Family %d
N:Family;Given;%d;;
EMAIL;TYPE=INTERNET,HOME:given%d@example.org
EMAIL;TYPE=INTERNET,WORK:family%d@example.com
TEL;TYPE=CELL,VOICE:+49 171 39%05d
TEL;TYPE=WORK:+49 30 23%06d
ADR;TYPE=HOME:;;Example Street %d;Example City;;12345;Germany
ORG:Example GmbH;Sales
TITLE:Engineer
BDAY:1985-04-12
CATEGORIES:friends,choir
NOTE:Met at the fair\, likes tea.\nCall after six.
REV:2026-11-02T08:00:00Z
END:VCARD
`

func todos(n int) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n")
	for i := range n {
		fmt.Fprintf(&b, todo, i, i, i)
	}
	b.WriteString("END:VCALENDAR\n")
	return strings.ReplaceAll(b.String(), "\n", "\r\n")
}

const todo = `BEGIN:VTODO
UID:%08d-7b0d-4f0c-9a38-61d2b7c0e9a4
DTSTAMP:20261120T101112Z
CREATED:20261119T101112Z
LAST-MODIFIED:20261120T101112Z
SUMMARY:Buy milk\, %d litres
DESCRIPTION:From the market\, if there is any left by then\, and else from t
 he shop at the corner\nNot too cold.
DUE;TZID=Europe/Berlin:20261127T180000
PRIORITY:5
PERCENT-COMPLETE:0
STATUS:NEEDS-ACTION
CATEGORIES:dairy,shop
X-APPLE-SORT-ORDER:%d
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Buy milk
TRIGGER;RELATED=END:-PT15M
END:VALARM
END:VTODO
`
