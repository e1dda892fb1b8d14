package ics

import (
	"strings"
	"time"
)

// Dates and times as RFC 5545 §3.3 and as RFC 6321 §3.6 write them.
const (
	fileDate  = "20060102"
	fileStamp = "20060102T150405"
	fileTime  = "150405"
	xmlDate   = "2006-01-02"
	xmlStamp  = "2006-01-02T15:04:05"
	xmlTime   = "15:04:05"
)

// layouts are two ways to write one type.
type layouts struct{ file, xml string }

var (
	dates  = layouts{fileDate, xmlDate}
	stamps = layouts{fileStamp, xmlStamp}
	times  = layouts{fileTime, xmlTime}
)

// toXML turns a value of a file; not ok is one that is not of the type, or that
// no calendar has, as the 30th of February.
func (l layouts) toXML(value string) (text string, ok bool) { return turn(value, l.file, l.xml) }

// toFile turns a value of xCal. One that is not of the type stays as it is.
func (l layouts) toFile(text string) string {
	if value, ok := turn(text, l.xml, l.file); ok {
		return value
	}
	return text
}

// turn writes a time in another layout. A Z at its end is not for days.
func turn(value, from, to string) (string, bool) {
	value = strings.TrimSpace(value)
	bare, universal := strings.CutSuffix(value, "Z")
	t, err := time.Parse(from, bare)
	if err != nil || len(bare) != len(from) || universal && !strings.Contains(from, "15") {
		return "", false
	}
	if universal {
		to += "Z"
	}
	return t.Format(to), true
}

// offsetToXML turns +0130 or +013015 into +01:30 or +01:30:15.
func offsetToXML(value string) (text string, ok bool) {
	value = strings.TrimSpace(value)
	digits := strings.TrimLeft(value, "+-")
	if len(value) != len(digits)+1 || !isNumber(digits) || len(digits) != 4 && len(digits) != 6 {
		return "", false
	}
	text = value[:3] + ":" + value[3:5]
	if len(digits) == 6 {
		text += ":" + value[5:]
	}
	return text, true
}

func offsetToFile(text string) string { return strings.ReplaceAll(text, ":", "") }
