package wording

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strings"
	"syscall"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/publish"
	"crossfeed/engine/rules"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// entry is an engine error with a translated sentence for people.
type entry struct {
	// err is the error; nil if say recognizes it by its type.
	err error
	// text returns the sentence, or "" for an error of another type. It is nil if the text of
	// the engine names a location or what to type, which a general sentence could not.
	text func(error) string
	// help is what the commands append to the text of the engine: helpful commands and flags.
	help string
}

// errorTable lists all such errors. The first match counts, so an error comes before those
// that it wraps.
var errorTable = []entry{
	{text: as(troubled)},
	{text: as(invitation)},
	{text: as(limit)},
	{err: feed.ErrFamilies, text: as(func(e *feed.DialectError) string {
		return L("The feed is {{.Feed}}; the list is {{.List}}. The two do not go together.", Data{"Feed": Dialect(e.Dialect), "List": Dialect(e.Into)})
	}), help: " (crossfeed feed convert)"},
	{err: feed.ErrOrder, text: as(func(*feed.OrderError) string { return L("Only one of the two is an outline.") }), help: " (crossfeed feed convert)"},
	{err: feed.ErrOrdinary, text: plain("An ordinary OPML file has no sync information, so it is not merged. Import it into a list for outlines, or add it to the library."), help: " (crossfeed import, crossfeed content add)"},
	{text: as(func(e *subscribe.KindError) string {
		return L("Most of the feed is “{{.Kind}}”, and the list is for “{{.Into}}”.", Data{"Kind": Kind(string(e.Kind)), "Into": Kind(string(e.Into))})
	})},

	{text: as(func(e *safekeeping.NoRoomError) string {
		return L("{{.Path}} has {{.Free}} of free space, and {{.Need}} are needed. Free some space, or choose another folder.",
			Data{"Path": e.Folder, "Free": Bytes(e.Free), "Need": Bytes(e.Need)})
	})},
	{err: safekeeping.ErrNoBackup, text: plain("This file is not a backup of Crossfeed.")},
	{err: safekeeping.ErrBroken, text: plain("The backup is damaged. Nothing of it was restored. Choose another one.")},
	{err: safekeeping.ErrNewerBackup, text: plain("A newer Crossfeed made this backup. Update Crossfeed first.")},
	{err: safekeeping.ErrExists, text: plain("There is a backup of that name already. It was left as it is.")},
	{err: safekeeping.ErrTaken, text: plain("There is a file of that name that is not a backup. Choose another name.")},

	{text: as(func(e *crash.Error) string {
		return L("An error in Crossfeed itself stopped this. Everything you saved is here. Details: {{.Path}}", Data{"Path": e.Log})
	})},
	{text: as(func(e *credentials.RefusedError) string {
		return L("The keyring of this computer took no password. Unlock it and start Crossfeed again, or try again: then it is kept in a file that only you can open, but that is not locked: {{.Path}}", Data{"Path": e.File})
	})},
	{err: credentials.ErrSeveral, help: " (crossfeed password keep)"},
	{err: transport.ErrNoFile, text: plain("It is a pipe or a device, not a file. Give the address of a file.")},
	{err: transport.ErrProxyPassword, help: " (crossfeed password keep)"},
	{err: transport.ErrPassword, text: plain("Type the user and the password in their own fields, not in the address."), help: " (--user)"},

	{err: store.ErrDamaged, text: plain("The database is damaged. Close Crossfeed and start it again: that rebuilds it."), help: " (crossfeed verify --repair, crossfeed restore)"},
	{err: safekeeping.ErrStructure, text: plain("The database is damaged. Close Crossfeed and start it again: that rebuilds it.")},
	{err: store.ErrDamagedItem, text: plain("This item is damaged. Everything else can be used. To fetch it again, run “crossfeed verify --repair”."), help: " (crossfeed verify --repair)"},
	{err: sharing.ErrDamaged, text: plain("Damaged items were published as they were last, or left out if no feed of the list has them: run “crossfeed verify --repair”."), help: " (crossfeed verify --repair)"},
	{err: store.ErrNewer, text: plain("A newer Crossfeed made this data. Update Crossfeed first."), help: " (--data DIR)"},
	{err: store.ErrInUse, text: plain("Another Crossfeed is still writing. Try again in a moment.")},
	{err: context.Canceled, text: plain("Cancelled. Nothing was half done.")},

	{err: store.ErrLibraryThere, text: plain("It is in your library already.")},
	{err: store.ErrNoLibrary, text: plain("The library is no longer there.")},
	{err: cache.ErrBusy, text: plain("Another Crossfeed is syncing that library. Try again when it is done.")},
	{err: folder.ErrWithin, text: plain("The folder and the place where it would be published lie one in the other, so that what is published would be published again. Choose another place, or the folder itself.")},
	{err: folder.ErrOccupied, text: plain("The location has files that were not published from this folder. Nothing was overwritten. Publish to another location, or overwrite them."), help: " (--take-over)"},
	{err: store.ErrPublishedThere, text: plain("Another folder is published there. Choose another place, or write over it, so that this folder is published there from now on."), help: " (--take-over)"},
	{err: folder.ErrVanished, text: plain("Nothing that was published is there. Connect its drive, or publish all of it again with “How it is published…”."), help: " (--whole)"},
	{err: folder.ErrEmptied, text: plain("The folder is empty. What was published of it stays as it was. Connect its drive, or stop publishing the folder."), help: " (--stop --remove)"},

	{err: store.ErrNameTaken, text: plain("There is a list of that name already.")},
	{err: store.ErrNoSet, text: plain("There is no such list.")},
	{err: store.ErrSubscribed, text: plain("The list reads that feed already.")},
	{err: store.ErrNoItem, text: plain("The item is no longer there.")},
	{err: edit.ErrNothingToUndo, text: plain("There is nothing to undo.")},
	{err: edit.ErrChanged, text: plain("The item changed meanwhile.")},
	{err: edit.ErrDeleted, text: plain("The item is deleted. Restore it first.")},
	{err: edit.ErrInside, text: plain("An outline cannot be moved under itself or under one of its own children.")},
	{text: as(func(e *edit.HeldError) string {
		if e.By == e.ID {
			return ""
		}
		return L("An item in it has a conflict. Resolve that first.")
	})},
	{err: edit.ErrConflicted, text: plain("The item has a conflict. Resolve it first.")},
	{text: as(func(*rules.OwnOpenError) string {
		return L("A version of your own is in conflict there. Resolve it first.")
	})},
	{err: edit.ErrNoNote, text: plain("Only a note can be made a todo or a contact.")},

	{err: sharing.ErrOwnInvitation, text: plain("That is your own invitation. Give it to others.")},
	{err: sharing.ErrOtherName, text: plain("The list is shared in that folder under another name. Choose another list, or a new one.")},
	{text: as(func(e *sharing.ChoiceError) string {
		return L("“{{.List}}” already reads that feed. Use it, or make a new list.", Data{"List": e.List})
	})},
	{err: publish.ErrGone, text: plain("The feed of this list is no longer where it was. It may have been withdrawn since this data was backed up or copied, so nothing was published. Share the list there again, or stop sharing it."),
		help: " (crossfeed publish LIST LOCATION, crossfeed publish LIST --stop)"},
	{err: sharing.ErrNotShared, text: plain("The list is not shared.")},
	{err: sharing.ErrNoSuchInvitation, text: plain("It answers an invitation to a list that is not here. Open it where the invitation was made.")},

	{err: conflicts.ErrOwn, text: plain("The version is yours: it is always included.")},
	{err: conflicts.ErrWinner, text: plain("This is the current version: it is always included.")},
	{err: conflicts.ErrAll, text: plain("Saving resolves all versions of this list (SSE 0.91 §4.2): none can be left out.")},
	{err: conflicts.ErrMissing, text: plain("The content of this version was not stored: it cannot be chosen.")},
	{err: conflicts.ErrTombstone, text: plain("This version is a deletion. Choose it at its head to delete the item.")},
	{err: conflicts.ErrNoOriginal, text: plain("The original is not known here.")},

	{err: syscall.ENOSPC, help: "; free some space and try again"},
	{err: syscall.EIO, help: "; check the disk and try again"},
	{err: syscall.ENOLCK, help: "; check the disk and try again"},
}

// plain returns a sentence without values.
func plain(english string) func(error) string { return func(error) string { return L(english) } }

// as adapts a sentence about errors of one type.
func as[E error](say func(E) string) func(error) string {
	return func(err error) string {
		if e, is := errors.AsType[E](err); is {
			return say(e)
		}
		return ""
	}
}

// Error returns an error as a complete sentence.
func Error(err error) string { return cmp.Or(sentence(err), failed(err.Error())) }

// Why returns an error for the end of a sentence that says what failed.
func Why(err error) string { return cmp.Or(sentence(err), err.Error()) }

func sentence(err error) string {
	for _, e := range errorTable {
		if e.err != nil && !errors.Is(err, e.err) {
			continue
		}
		if e.text == nil {
			return ""
		}
		if text := e.text(err); text != "" {
			return text
		}
	}
	return ""
}

// Failure is Error if only the text of the error is available.
func Failure(text string) string {
	for _, e := range errorTable {
		// If several errors are joined, the sentence for one would hide the others.
		if e.text != nil && e.in(text) && !strings.Contains(text, "\n") {
			return cmp.Or(e.text(nil), failed(text))
		}
	}
	return failed(text)
}

func failed(reason string) string {
	return L("It could not be done: {{.Reason}}", Data{"Reason": reason})
}

// in reports whether the text of an error contains that of e.
func (e entry) in(text string) bool { return e.err != nil && strings.Contains(text, e.err.Error()) }

// upgrading matches the advice of package feed, which names the list if it is the user's own.
var upgrading = regexp.MustCompile(`pgrade the list( "[^"]+")?`)

// Help returns what the commands append to the text of a failure, or "". They only have the
// text, because reports store texts instead of errors.
func Help(text string) string {
	if of := upgrading.FindStringSubmatch(text); of != nil {
		return " (crossfeed list upgrade" + of[1] + ", crossfeed feed convert)"
	}
	for _, e := range errorTable {
		if e.help == "" || !e.in(text) || strings.HasSuffix(e.help, "try again") && strings.Contains(text, "try again") {
			continue
		}
		return e.help
	}
	return ""
}
