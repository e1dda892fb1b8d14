package ics

import (
	_ "embed"
	"strings"
	"time"
)

// windows lists the names that Windows, Outlook and Exchange write.
//
//go:embed windows.txt
var windows string

// universal is what Exchange writes for UTC.
const universal = "tzone://Microsoft/Utc"

// IsIANAZone tells whether a TZID is a name of the time zone database.
func IsIANAZone(tzid string) bool {
	_, known := load(tzid)
	return known
}

// FindZone is the time zone that a TZID (RFC 5545 §3.2.19) means, and whether it
// could be told: an IsIANAZone name, one behind the prefix of a vendor
// ("/freeassociation.sourceforge.net/Europe/Berlin"), or the name of a Windows
// zone ("W. Europe Standard Time").
func FindZone(tzid string) (*time.Location, bool) {
	name := strings.Trim(tzid, ` "`)
	if z, known := load(name); known {
		return z, true
	}
	if strings.EqualFold(name, universal) {
		return time.UTC, true
	}
	if iana, known := ofWindows(name); known {
		return load(iana)
	}
	return behindPrefix(name)
}

// load leaves out the names that stand for what a machine is set to.
func load(name string) (*time.Location, bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	z, err := time.LoadLocation(name)
	return z, err == nil
}

// ofWindows looks a name up in the table. Few files ask, so it is not parsed
// beforehand.
func ofWindows(name string) (iana string, known bool) {
	if name == "" || strings.ContainsAny(name, "=#\n") {
		return "", false
	}
	_, after, known := strings.Cut(windows, "\n"+name+"=")
	iana, _, _ = strings.Cut(after, "\n")
	return iana, known
}

// behindPrefix drops the leading parts of a name that begins with a slash, and
// so is unique by its maker (RFC 5545 §3.8.3.1), until the rest is known.
func behindPrefix(name string) (*time.Location, bool) {
	if !strings.HasPrefix(name, "/") {
		return nil, false
	}
	for rest := name; ; {
		_, after, more := strings.Cut(rest, "/")
		if !more {
			return nil, false
		}
		if z, known := load(after); known {
			return z, true
		}
		rest = after
	}
}
