package wording

import (
	"cmp"
	"strconv"

	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// troubled describes a problem with a location of feeds, and what to do about it.
func troubled(e *transport.Error) string {
	text := TroubleText(e.Trouble, e.Address)
	if e.RetryAfter > 0 {
		text += " " + L("the-server-asks-to-wait-for", "The server asks to wait for {{.Time}}.", Data{"Time": Span(e.RetryAfter)})
	}
	return text
}

// refusal describes what a server answered that has no sentence of its own.
func refusal(e *transport.Error) string {
	if e.Trouble != transport.Other || e.Status == 0 {
		return ""
	}
	text := L("at-refused-the-request-status", "{{.At}} refused the request (status {{.Status}}). Check the address and the port.", Data{"At": Server(e.Address), "Status": strconv.Itoa(e.Status)})
	if e.Err != nil {
		text += " " + L("the-server-says", "The server says: “{{.Text}}”", Data{"Text": e.Err.Error()})
	}
	return text
}

// TroubleText describes a problem with an address, and what to do about it; "" if the kind of
// failure has no name.
func TroubleText(t transport.Trouble, address string) string {
	at, server := Data{"At": address}, Data{"At": Server(address)}
	switch t {
	case transport.Offline:
		return L("this-computer-is-offline-syncing", "This computer is offline. Syncing continues when it is online again.")
	case transport.NoHost:
		return L("no-server-found-at-at-check", "No server found at {{.At}}. Check the address for typos, and the network connection of this computer.", server)
	case transport.Refused:
		return L("at-does-not-respond-the-server", "{{.At}} does not respond. The server may be down, or the address may be wrong.", server)
	case transport.Timeout:
		return L("at-did-not-respond-in-time", "{{.At}} did not respond in time. Crossfeed will retry.", server)
	case transport.Slow:
		return L("at-is-too-slow-crossfeed-will", "{{.At}} is too slow. Crossfeed will retry later. If this continues, ask the operator of the server.", server)
	case transport.BrokenOff:
		return L("the-download-from-at-was-interrupted", "The download from {{.At}} was interrupted. Nothing was merged; Crossfeed will retry.", at)
	case transport.NotFound:
		return L("nothing-found-at-at-check-the", "Nothing found at {{.At}}. Check the address, or ask the person who gave it to you.", at)
	case transport.Gone:
		return L("the-feed-at-at-was-removed", "The feed at {{.At}} was removed permanently. Unsubscribe, or ask for its new address.", at)
	case transport.SignIn:
		return L("at-requires-a-user-and-password", "{{.At}} requires a user and password, or the ones you entered are wrong.", server)
	case transport.Forbidden:
		return L("you-are-signed-in-to-at", "You are signed in to {{.At}}, but do not have permission. Ask its owner for access.", at)
	case transport.TooMany:
		return L("too-many-requests-to-at-crossfeed", "Too many requests to {{.At}}. Crossfeed will retry later.", server)
	case transport.Unavailable:
		return L("the-server-at-at-is-unavailable", "The server at {{.At}} is unavailable. Crossfeed will retry later.", server)
	}
	return moreTrouble(t, at, server)
}

// moreTrouble is TroubleText for rare problems.
func moreTrouble(t transport.Trouble, at, server Data) string {
	switch t {
	case transport.TooLarge:
		return L("at-is-too-large-to-be", "{{.At}} is too large to be a feed.", at)
	case transport.Certificate:
		return L("the-certificate-of-at-is-not", "The certificate of {{.At}} is not signed by an authority that this computer trusts. If it is your own server, compare the fingerprint and trust it. Otherwise, someone may be intercepting the connection.", server)
	case transport.Redirects:
		return L("at-redirects-endlessly-its-owner-has", "{{.At}} redirects endlessly. Its owner has to fix that.", at)
	case transport.Forbids:
		return L("a-feed-points-to-at-a", "A feed points to {{.At}}, a private or less secure location. Crossfeed does not follow such addresses in feeds of others. If you trust it, add it yourself.", at)
	case transport.NotFeed:
		return L("at-is-not-a-feed", "{{.At}} is not a feed.", at)
	case transport.NotShared:
		return L("at-is-an-ordinary-feed-without", "{{.At}} is an ordinary feed without sync information, so nothing was merged. Add it to the library to follow it, or import its items.", at)
	case transport.PlainOutline:
		return L("at-is-an-outline-without-sync", "{{.At}} is an outline without sync information, so nothing was merged. Import it as a file.", at)
	case transport.SecondWriter:
		return L("someone-else-wrote-to-at-so", "Someone else wrote to {{.At}}, so nothing was overwritten. Share the list at another location, or share it there again if the location is yours alone.", at)
	case transport.Full:
		return L("no-space-left-at-at-free", "No space left at {{.At}}. Free some space and Crossfeed will retry.", at)
	case transport.NoWriting:
		return L("the-server-at-at-does-not", "The server at {{.At}} does not accept files. Choose a WebDAV address, an S3 bucket, or a folder.", at)
	}
	return ""
}

// Server returns the name of the server of an address, or the address if it is not on a
// server.
func Server(address string) string {
	return cmp.Or(transport.ServerOf(address).Host, transport.PlaceOf(address), address)
}

// TroubleShort returns the kind of a failure in two words at most, for narrow columns.
func TroubleShort(t transport.Trouble) string {
	switch t {
	case transport.Offline:
		return L("offline", "offline")
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
		return L("no-answer", "no answer")
	case transport.Certificate:
		return L("certificate", "certificate")
	case transport.NotFeed:
		return L("not-a-feed", "not a feed")
	case transport.NotShared:
		return L("ordinary-feed", "ordinary feed")
	case transport.PlainOutline:
		return L("ordinary-outline", "ordinary outline")
	case transport.Full, transport.LibraryFull:
		return L("no-space", "no space")
	case transport.RunLimit:
		return L("more-with-next-sync", "more with next sync")
	case transport.TooLarge:
		return L("too-large", "too large")
	case transport.BrokenOff:
		return L("interrupted", "interrupted")
	case transport.Slow:
		return L("too-slow", "too slow")
	}
	return L("problem", "problem")
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
		return L("not-a-date-examples-nov-27", "Not a date. Examples: Nov 27, 2026-11-27, tomorrow, fri 6pm.")
	case record.NoSuchDay:
		return L("there-is-no-such-day", "There is no such day.")
	case record.NoSuchZone:
		return L("there-is-no-such-time-zone", "There is no such time zone.")
	case record.NotARule:
		return L("not-a-repetition-examples", "Not a repetition. Examples: every 3 days, last Friday of the month, daily until May 1, weekly 10 times.")
	case record.NotAPriority:
		return L("a-priority-is-a-number-from", "A priority is a number from 1 to 9.")
	case record.NotAnAddress:
		return L("not-a-web-address-write-for", "Not a web address. Write for example https://example.org.")
	case record.NotAMail:
		return L("not-an-email-address-example-name", "Not an email address. Example: name@example.org")
	case record.NotAProperty:
		return L("the-name-must-consist-of-x", "The name must consist of X-, letters, digits and hyphens. Example: X-SHOE-SIZE")
	}
	return problemOfMore(p)
}

// problemOfMore describes problems for which an example would not help.
func problemOfMore(p record.Problem) string {
	switch p {
	case record.NoTitle:
		return L("a-title-is-missing", "A title is missing.")
	case record.NoName:
		return L("a-name-is-missing", "A name is missing.")
	case record.DueBeforeStart:
		return L("it-is-due-before-it-starts", "It is due before it starts.")
	case record.DatesDiffer:
		return L("give-both-start-and-due-a", "Give both start and due a time, or neither.")
	case record.RepeatWithoutDate:
		return L("a-repeating-todo-needs-a-date", "A repeating todo needs a date.")
	case record.NotAPicture:
		return L("this-picture-cannot-be-shown-use", "This picture cannot be shown. Use PNG, JPEG or GIF.")
	case record.PictureTooLarge:
		return L("the-picture-is-too-large", "The picture is too large.")
	case record.NotOneLine:
		return L("enter-only-one-line", "Enter only one line.")
	case record.Unprintable:
		return L("the-text-contains-characters-that-cannot", "The text contains characters that cannot be saved.")
	}
	return L("this-cannot-be-saved-why", "This cannot be saved: {{.Why}}", Data{"Why": typedTable[p](nil)})
}
