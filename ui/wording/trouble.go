package wording

import (
	"net/url"

	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// troubled describes a problem with a location of feeds, and what to do about it.
func troubled(e *transport.Error) string {
	text := TroubleText(e.Trouble, e.Address)
	if e.RetryAfter > 0 {
		text += " " + L("The server asks to wait for {{.Time}}.", Data{"Time": Span(e.RetryAfter)})
	}
	return text
}

// TroubleText describes a problem with an address, and what to do about it; "" if the kind of
// failure has no name.
func TroubleText(t transport.Trouble, address string) string {
	at, server := Data{"At": address}, Data{"At": Server(address)}
	switch t {
	case transport.Offline:
		return L("This computer is offline. What is to be read and published waits until it is not.")
	case transport.NoHost:
		return L("There is no server of that name: {{.At}}. Look whether the address is typed right.", server)
	case transport.Refused:
		return L("Nothing answers at {{.At}}. The server may be switched off, or the address wrong.", server)
	case transport.Timeout:
		return L("{{.At}} did not answer in time. It is tried again.", server)
	case transport.Slow:
		return L("{{.At}} is too slow to wait for. It is tried again later; if that goes on, ask whoever runs the server.", server)
	case transport.BrokenOff:
		return L("The download from {{.At}} ended early. Nothing of it was merged; Crossfeed will retry.", at)
	case transport.NotFound:
		return L("There is nothing at {{.At}}. Look whether the address is right, or ask who gave it to you.", at)
	case transport.Gone:
		return L("What was at {{.At}} was taken away for good. Unsubscribe, or ask for its new address.", at)
	case transport.SignIn:
		return L("{{.At}} wants a user and a password, or those that it got are wrong.", server)
	case transport.Forbidden:
		return L("{{.At}} does not let you in, though it knows who you are. Ask its owner for the right to.", at)
	case transport.TooMany:
		return L("{{.At}} was asked too often, and wants a pause. It is tried again later.", server)
	case transport.Unavailable:
		return L("The server {{.At}} cannot answer at present. It is tried again later.", server)
	}
	return moreTrouble(t, at, server)
}

// moreTrouble is TroubleText for rare problems.
func moreTrouble(t transport.Trouble, at, server Data) string {
	switch t {
	case transport.TooLarge:
		return L("{{.At}} is too large to be a feed.", at)
	case transport.Certificate:
		return L("The certificate of {{.At}} is signed by nobody whom this computer trusts. If the server is your own, compare the fingerprint and trust it; otherwise somebody may be listening.", server)
	case transport.Redirects:
		return L("{{.At}} leads on and on without an end. Its owner has to mend that.", at)
	case transport.Forbids:
		return L("A feed leads to {{.At}}, where feeds of others may not lead: a private location, or a less safe one. Add that address yourself if you trust it.", at)
	case transport.NotFeed:
		return L("{{.At}} is not a feed.", at)
	case transport.NotShared:
		return L("{{.At}} is an ordinary feed: its items have no sync information, so none of them is merged. Add it to the library to follow it, or import it if it is an OPML file.", at)
	case transport.SecondWriter:
		return L("Somebody else wrote at {{.At}}, so nothing was written over it. Share the list elsewhere, or share it there again if that place is yours alone.", at)
	case transport.Full:
		return L("There is no room left at {{.At}}. Make some, and it is tried again.", at)
	case transport.NoWriting:
		return L("The server of {{.At}} takes no files there. Choose a WebDAV address, S3, or a folder.", at)
	}
	return ""
}

// Server returns the name of the server of an address, or the address if it is not on a
// server.
func Server(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return address
	case u.Scheme == "s3" && u.Query().Get("endpoint") != "":
		return Server(u.Query().Get("endpoint"))
	case u.Scheme == "s3":
		return "s3://" + u.Host
	}
	return u.Host
}

// TroubleShort returns the kind of a failure in two words at most, for narrow columns.
func TroubleShort(t transport.Trouble) string {
	switch t {
	case transport.Offline:
		return L("offline")
	case transport.NotFound:
		return "404"
	case transport.Gone:
		return "410"
	case transport.SignIn:
		return "401"
	case transport.Forbidden:
		return "403"
	case transport.TooMany:
		return "429"
	case transport.Unavailable:
		return "503"
	case transport.NoHost, transport.Refused, transport.Timeout:
		return L("no answer")
	case transport.Certificate:
		return L("certificate")
	case transport.NotFeed:
		return L("no feed")
	case transport.NotShared:
		return L("not shared")
	case transport.Full, transport.LibraryFull:
		return L("no room")
	case transport.RunLimit:
		return L("more to come")
	case transport.TooLarge:
		return L("too large")
	case transport.BrokenOff:
		return L("broken off")
	case transport.Slow:
		return L("too slow")
	}
	return L("problem")
}

// Fingerprint formats a fingerprint in pairs, as other programs show it.
func Fingerprint(hex string) string {
	text := ""
	for i, r := range hex {
		if i > 0 && i%2 == 0 {
			text += ":"
		}
		text += string(r)
	}
	return text
}

// Problem describes what is wrong with a typed value, and what would be right.
func Problem(p record.Problem) string {
	switch p {
	case record.NotADay, record.NotATime:
		return L("Not a date. Write for example 27.11., 2026-11-27, tomorrow or fri 18:00.")
	case record.NoSuchDay:
		return L("There is no such day.")
	case record.NoSuchZone:
		return L("There is no such time zone.")
	case record.NotAPriority:
		return L("A priority is a number from 1 to 9.")
	case record.NotAnAddress:
		return L("Not a web address. Write for example https://example.org.")
	case record.NotAMail:
		return L("Not an e-mail address. Write for example name@example.org.")
	case record.NotAProperty:
		return L("Name it for example X-SHOE-SIZE: X-, letters, digits and hyphens.")
	}
	return problemOfMore(p)
}

// problemOfMore describes problems for which an example would not help.
func problemOfMore(p record.Problem) string {
	switch p {
	case record.NoTitle:
		return L("A title is missing.")
	case record.NoName:
		return L("A name is missing.")
	case record.DueBeforeStart:
		return L("It is due before it starts.")
	case record.DatesDiffer:
		return L("Start and due both need a time, or neither.")
	case record.RepeatWithoutDate:
		return L("What repeats needs a date.")
	case record.NotAPicture:
		return L("Not a picture that can be shown: PNG, JPEG or GIF.")
	case record.PictureTooLarge:
		return L("The picture is too large.")
	case record.NotOneLine:
		return L("This has to be one line.")
	case record.Unprintable:
		return L("It has characters that cannot be kept.")
	}
	return L("This cannot be kept: {{.Why}}", Data{"Why": string(p)})
}
