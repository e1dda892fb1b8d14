package wording

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"crossfeed/engine/attachments"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/feed"
	"crossfeed/engine/library"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/bucket"
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
	{text: as(func(*attachments.NotThereError) string {
		return L("the-file-is-not-next-to-its-feed", "The file is not next to its feed yet. It can be downloaded once whoever attached it has published it.")
	})},
	{err: transport.ErrClear, text: plain("the-server-asks-for-an-unencrypted", "The server asks for an unencrypted password, so it was not sent. Use the https address.")},
	{err: transport.ErrColon, text: plain("a-user-name-cannot-contain-a-colon", "The user name for this server cannot contain a colon.")},
	{text: as(func(e *transport.SchemesError) string {
		if len(e.Names) == 0 {
			return L("the-server-offers-no-way-to-sign-in", "The server offers no way to sign in. Ask its operator.")
		}
		return L("the-server-only-accepts-schemes", "The server only accepts {{.Names}}, which Crossfeed does not support. Ask its operator for another way to sign in.", Data{"Names": strings.Join(e.Names, ", ")})
	})},
	{text: as(func(e *transport.ElsewhereError) string {
		return L("at-redirects-to-another-server", "{{.At}} redirects to another server, which requires a user and password of its own. Use the address of that server.", Data{"At": e.At})
	})},
	{text: as(func(e *transport.MovedError) string {
		return L("the-server-redirects-uploads-to-at", "The server redirects uploads to {{.At}}. Use that address.", Data{"At": e.To})
	})},
	{text: as(troubled)},
	{text: as(invitation)},
	{text: as(limit)},
	{text: as(unreadableFile)},
	{err: feed.ErrFamilies, text: as(func(e *feed.DialectError) string {
		return L("the-format-of-the-feed-is", "The format of the feed is {{.Feed}}, but the format of the list is {{.List}}. They cannot be merged.", Data{"Feed": Dialect(e.Dialect), "List": Dialect(e.Into)})
	}), help: " (crossfeed feed convert)"},
	{err: feed.ErrOrder, text: as(func(*feed.OrderError) string {
		return L("only-one-of-the-two-is", "Only one of the two is an outline.")
	}), help: " (crossfeed feed convert)"},
	{err: feed.ErrOrdinary, text: plain("an-ordinary-opml-file-has-no", "An ordinary OPML file has no sync information and cannot be merged. Import it into an outline list."), help: " (crossfeed import)"},
	{text: as(func(e *subscribe.KindError) string {
		return L("the-feed-contains-mostly-kind-but", "The feed contains mostly “{{.Kind}}”, but the list is for “{{.Into}}”.", Data{"Kind": Kind(string(e.Kind)), "Into": Kind(string(e.Into))})
	})},

	{text: as(func(e *transfer.KindError) string {
		return L("the-file-contains-kind-but-the-list", "The file contains “{{.Kind}}”, but the list is for “{{.Into}}”. Choose another list, or a new one.", Data{"Kind": Kind(string(e.Holds)), "Into": Kind(string(e.For))})
	})},

	{text: as(func(e *safekeeping.NoRoomError) string {
		return L("not-enough-space-at-path-free", "Not enough space at {{.Path}}: {{.Free}} free, {{.Need}} needed. Free some space, or choose another folder.",
			Data{"Path": e.Folder, "Free": Bytes(e.Free), "Need": Bytes(e.Need)})
	})},
	{err: safekeeping.ErrNotFound, text: plain("the-file-was-not-found-check", "The file was not found. Check its name, or connect its drive.")},
	{err: safekeeping.ErrNoBackup, text: plain("this-file-is-not-a-backup", "This file is not a backup of Crossfeed.")},
	{err: safekeeping.ErrBroken, text: plain("the-backup-is-damaged-nothing-was", "The backup is damaged. Nothing was restored. Choose another one.")},
	{err: safekeeping.ErrNewerBackup, text: plain("a-newer-crossfeed-made-this-backup", "A newer Crossfeed made this backup. Update Crossfeed first.")},
	{err: safekeeping.ErrExists, text: plain("a-backup-with-this-name-already", "A backup with this name already exists. It was not overwritten.")},
	{err: safekeeping.ErrTaken, text: plain("a-file-with-this-name-exists", "A file with this name exists and is not a backup. Choose another name.")},

	{text: as(func(e *crash.Error) string {
		return L("an-internal-error-interrupted-this", "An internal error interrupted this. Everything you saved is safe. Details: {{.Path}}", Data{"Path": e.Log})
	})},
	{text: as(func(e *credentials.RefusedError) string {
		return L("the-keyring-of-this-computer-did-not", "The keyring of this computer did not accept the password. Unlock it and restart Crossfeed. If you try again without that, the password is stored unencrypted in a file that only you can read: {{.Path}}", Data{"Path": e.File})
	})},
	{err: credentials.ErrSeveral, help: " (crossfeed password keep)"},
	{text: as(func(e *credentials.LineError) string {
		return L("line-n-of-path-is-not-a-password", "Line {{.N}} of {{.Path}} is not a password. Correct or delete it.", Data{"N": Number(e.Line), "Path": e.Path})
	})},
	{err: transport.ErrNoFile, text: plain("this-is-a-pipe-or-a", "This is a pipe or a device, not a file. Enter the path of a file.")},
	{err: transport.ErrProxyPassword, help: " (crossfeed password keep)"},
	{err: transport.ErrPassword, text: plain("enter-the-user-and-password-in", "Enter the user and password in their own fields, not in the address."), help: " (--user)"},

	{err: store.ErrDamaged, text: plain("the-database-is-damaged-close-crossfeed", "The database is damaged. Close Crossfeed and start it again: that rebuilds it."), help: " (crossfeed verify --repair, crossfeed restore)"},
	{err: safekeeping.ErrStructure, text: plain("the-database-is-damaged-close-crossfeed", "The database is damaged. Close Crossfeed and start it again: that rebuilds it.")},
	{err: store.ErrDamagedItem, text: plain("this-item-is-damaged-everything-else", "This item is damaged. Everything else works. To fetch the item again, run “crossfeed verify --repair”."), help: " (crossfeed verify --repair)"},
	{err: sharing.ErrDamaged, text: plain("damaged-items-were-published-in-their", "Damaged items were published in their last intact version, or left out if no feed of the list has one. To repair them, run “crossfeed verify --repair”."), help: " (crossfeed verify --repair)"},
	{err: store.ErrNewer, text: plain("a-newer-crossfeed-made-this-data", "A newer Crossfeed made this data. Update Crossfeed first."), help: " (--data DIR)"},
	{err: store.ErrTemporary, text: plain("another-program-locks-or-removes", "Another program locks or removes temporary files of Crossfeed. Check what watches the folder.")},
	{err: store.ErrInUse, text: plain("another-crossfeed-is-still-writing-try", "Another Crossfeed is still writing. Try again in a moment.")},
	{err: context.Canceled, text: plain("canceled-nothing-was-left-half-done", "Canceled. Nothing was left half done.")},

	{err: store.ErrLibraryThere, text: plain("it-is-in-your-library-already", "It is in your library already.")},
	{err: store.ErrNoLibrary, text: plain("the-library-is-no-longer-there", "The library is no longer there.")},
	{err: cache.ErrBusy, text: plain("another-crossfeed-is-syncing-that", "Another Crossfeed is syncing that library. Try again when it is done.")},
	{err: contentsync.ErrNeverHere, text: plain("the-server-says-nothing-changed", "The server says that nothing has changed, although the file was never downloaded. Ask its operator.")},
	{err: folder.ErrMeanwhile, text: plain("another-crossfeed-is-publishing", "Another Crossfeed is publishing this folder. Try again when it is done.")},
	{err: contentsync.ErrUnlinked, help: " (crossfeed content list)"},
	{err: folder.ErrSeveral, help: " (give the LOCATION)"},
	{err: folder.ErrNowhere, help: " (give a LOCATION)"},
	{err: folder.ErrWithin, text: plain("the-folder-and-the-location-overlap", "The folder and the location overlap, so published files would be published again. Choose another location, or the folder itself.")},
	{err: folder.ErrOccupied, text: plain("the-location-contains-files-that-were", "The location contains files that were not published from this folder. Nothing was overwritten. Publish to another location, or overwrite them."), help: " (--take-over)"},
	{err: store.ErrPublishedThere, text: plain("another-folder-is-published-there-choose", "Another folder is published there. Choose another location, or overwrite it to publish this folder there from now on."), help: " (--take-over)"},
	{err: folder.ErrOthersWrote, text: plain("someone-else-wrote-it-there-since", "Someone else has overwritten it since it was published.")},
	{text: as(func(e folder.PatternError) string {
		return L("the-pattern-is-not-valid", "“{{.Pattern}}” is not a valid pattern. Write *.jpg for names, or raw/** for everything in a folder.", Data{"Pattern": string(e)})
	})},
	{err: folder.ErrPermission, text: plain("it-may-not-be-read-check", "It cannot be read. Check its permissions.")},
	{err: folder.ErrGone, text: plain("it-is-no-longer-there", "It is no longer there.")},
	{err: folder.ErrRootName, text: plain("it-has-the-name-of-the", "It has the name of the root feed. Rename it, or publish at another address.")},
	{err: folder.ErrNotUTF8, text: plain("its-name-is-not-written-in", "Its name is not written in UTF-8. Rename it.")},
	{err: folder.ErrTooDeep, text: plain("it-is-more-than-30-folders", "It is more than 30 folders deep, where subscribers do not follow.")},
	{err: folder.ErrLink, text: plain("it-is-a-link-put-the", "It is a link. Put the file itself there.")},
	{err: folder.ErrNotAFile, text: plain("it-is-not-a-file-that", "It is not a file that can be copied.")},
	{err: folder.ErrChanged, text: plain("it-changed-while-it-was-read", "It changed while it was read. It will be published once it stops changing.")},
	{text: as(func(e *folder.StaysError) string {
		return L("it-stays-at-at-someone-else", "It stays at {{.At}}: someone else wrote it there.", Data{"At": e.At})
	})},
	{err: folder.ErrVanished, text: plain("none-of-the-published-files-are", "None of the published files are there. Connect the drive, or publish everything again with “Publishing settings…”."), help: " (--whole)"},
	{err: folder.ErrEmptied, text: plain("the-folder-is-empty-the-published", "The folder is empty. The published files were not changed. Connect the drive, or stop publishing the folder."), help: " (--stop --remove)"},

	{err: store.ErrNameTaken, text: plain("a-list-with-this-name-already", "A list with this name already exists.")},
	{text: as(func(e *subscribe.OwnFeedError) string {
		return L("this-is-the-feed-of-list-itself", "This is the feed of “{{.List}}” itself. Enter the address of somebody else’s feed.", Data{"List": e.Set})
	})},
	{text: as(func(e *sharing.SharedError) string {
		return L("list-is-shared-at-at", "“{{.List}}” is shared at {{.At}}. Stop sharing it first.", Data{"List": e.List, "At": e.Address})
	})},
	{err: store.ErrNoSet, text: plain("there-is-no-such-list", "There is no such list.")},
	{err: store.ErrSubscribed, text: plain("the-list-is-already-subscribed-to", "The list is already subscribed to this feed.")},
	{err: store.ErrNoItem, text: plain("the-item-is-no-longer-there", "The item is no longer there.")},
	{err: edit.ErrNothingToUndo, text: plain("there-is-nothing-to-undo", "There is nothing to undo.")},
	{err: edit.ErrNoEarlier, text: plain("this-cannot-be-undone-the-earlier", "This cannot be undone: the earlier version is not stored on this device.")},
	{err: edit.ErrChanged, text: plain("the-item-changed-in-the-meantime", "The item changed in the meantime.")},
	{err: edit.ErrDeleted, text: plain("the-item-is-deleted-restore-it", "The item is deleted. Restore it first.")},
	{err: edit.ErrInside, text: plain("an-item-cannot-be-moved-under", "An item cannot be moved under itself or under one of its own subitems.")},
	{text: as(func(e *edit.HeldError) string {
		if e.By == e.ID {
			return ""
		}
		return L("an-item-in-it-has-a", "An item in it has a conflict. Resolve that first.")
	})},
	{err: edit.ErrConflicted, text: plain("the-item-has-a-conflict-resolve", "The item has a conflict. Resolve it first.")},
	{text: as(func(*rules.OwnOpenError) string {
		return L("your-own-version-is-in-conflict", "Your own version is in conflict there. Resolve that conflict first.")
	})},
	{err: edit.ErrNoNote, text: plain("only-a-note-can-be-converted", "Only a note can be converted to a todo or contact.")},

	{err: sharing.ErrOwnInvitation, text: plain("this-is-your-own-invitation-send", "This is your own invitation. Send it to the people you want to share with.")},
	{err: sharing.ErrOtherName, text: plain("the-list-is-already-shared-in", "The list is already shared in this folder under another name. Choose another list, or a new one.")},
	{text: as(func(e *sharing.ChoiceError) string {
		return L("list-is-already-subscribed-to-this", "“{{.List}}” is already subscribed to this feed. Use that list, or create a new one.", Data{"List": e.List})
	})},
	{err: publish.ErrGone, text: plain("the-feed-of-this-list-is", "The feed of this list is no longer at its location. Sharing may have been stopped after this data was backed up or copied, so nothing was published. Share the list there again, or stop sharing it."),
		help: " (crossfeed publish LIST LOCATION, crossfeed publish LIST --stop)"},
	{err: sharing.ErrNotShared, text: plain("the-list-is-not-shared", "The list is not shared.")},
	{err: sharing.ErrNoSuchInvitation, text: plain("this-answers-an-invitation-to-a", "This answers an invitation to a list that is not on this device. Open it on the device that sent the invitation.")},

	{err: conflicts.ErrOwn, text: plain("the-version-is-yours-it-is", "The version is yours: it is always included.")},
	{err: conflicts.ErrWinner, text: plain("this-is-the-current-version-it", "This is the current version: it is always included.")},
	{err: conflicts.ErrAll, text: plain("this-list-uses-the-format-sse", "This list uses the format SSE 0.91 (§4.2): saving resolves all versions, and none can be left out.")},
	{err: conflicts.ErrMissing, text: plain("the-content-of-this-version-was", "The content of this version was not stored: it cannot be chosen.")},
	{err: conflicts.ErrTombstone, text: plain("this-version-deletes-the-item-to", "This version deletes the item. To choose it, use the button at the top of its column.")},
	{err: conflicts.ErrNoOriginal, text: plain("the-original-is-not-known-here", "The original is not known here.")},

	{err: transport.ErrNotOurs, text: plain("something-else-is-at-this-address", "Something else is at this address. Nothing was overwritten. Choose another address, or delete it there first if nobody reads it.")},
	{text: as(func(transport.InvalidError) string {
		return L("this-is-not-a-valid-address", "This is not a valid address. Enter a web address (https://…), a bucket (s3://…), or the path of a folder or file.")
	})},
	{text: as(func(e *transport.FileInTheWayError) string {
		return L("path-is-a-file-not-a-folder", "{{.Path}} is a file, not a folder. Rename it, or choose another location.", Data{"Path": e.Path})
	})},
	{err: transport.ErrIsFolder, text: plain("this-is-a-folder-enter-the", "This is a folder. Enter the path of a file.")},
	{err: transport.ErrLoop, text: plain("the-links-form-a-loop", "The links there form a loop. Remove them, or enter the path of a file.")},
	{text: as(func(e *transport.AuthoritiesError) string {
		return L("path-contains-no-certificate", "{{.Path}} contains no certificate. Choose a file in PEM format.", Data{"Path": e.File})
	})},
	{err: transport.ErrEncoding, text: plain("the-server-compresses-the-file", "The server compresses the file in a way that Crossfeed does not support. Ask its operator.")},
	{err: transport.ErrHandshake, text: plain("the-server-supports-no-encryption", "The server supports no encryption that this computer accepts, or it requires a client certificate. Ask its operator.")},
	{err: transport.ErrUnasked, text: plain("the-server-sent-only-a-part", "The server sent only a part of the file. Ask its operator to check its configuration.")},
	{err: transport.ErrNoHTTPS, text: plain("the-server-does-not-support-https", "The server does not support https. Use http, or check the port.")},
	{err: transport.ErrNoHTTP, text: plain("this-is-not-a-web-server", "This is not a web server. Check the address and the port.")},
	{err: bucket.ErrNoBucket, text: plain("there-is-no-bucket-of-this-name", "There is no bucket of this name. Check the address.")},
	{err: bucket.ErrClock, text: plain("the-clock-of-this-computer-differs", "The clock of this computer differs too much from the server’s. Set it right.")},
	{err: bucket.ErrRegion, text: plain("the-bucket-is-in-another-region", "The bucket is in another region. Add it to the address: ?region=…")},
	{err: bucket.ErrSecretKey, text: plain("the-secret-key-does-not-belong", "The secret key does not belong to the access key. Enter both again.")},
	{err: bucket.ErrAccessKey, text: plain("the-server-does-not-know-this", "The server does not know this access key. Enter it again.")},
	{text: as(func(e *transport.NoFolderError) string {
		return L("folder-path-was-not-found", "Folder {{.Path}} was not found. Create it, connect its drive, or choose another location.", Data{"Path": e.Path})
	})},
	{err: transport.ErrProxy, text: plain("this-proxy-cannot-be-used", "This is not a valid proxy address. Enter http://HOST:PORT, or socks5://HOST:PORT.")},
	{text: as(func(store.NameError) string {
		return L("a-list-cannot-have-this-name", "A list cannot have this name. Choose a name that is not empty or too long, and has no special characters and no spaces at its ends.")
	})},
	{err: publish.ErrNothingThere, text: plain("nothing-is-published-there", "Nothing is published there.")},
	{err: publish.ErrWholeOnly, text: plain("outlines-are-always-published-in-full", "Outlines are always published in full. Publish all changes instead of only recent ones.")},
	{err: subscribe.ErrChanged, text: plain("the-subscription-was-changed-while", "The subscription was changed while it was read. It is read again with the next sync.")},
	{err: subscribe.ErrOtherList, text: plain("the-complete-feed-belongs-to-another", "The complete feed belongs to another list. Ask the publisher of the feed.")},
	{err: subscribe.ErrInvalid, text: plain("the-item-is-not-valid-in-its-feed", "The item is not valid in its feed, so it was not accepted. To read why, run “crossfeed feed check”.")},
	{err: subscribe.ErrDecided, text: plain("you-have-decided-about-this-item", "You have decided about this item already.")},
	{err: credentials.ErrNoServer, text: plain("a-file-on-this-computer-needs-no", "A file on this computer needs no password.")},
	{err: credentials.ErrNoKeyring, text: plain("the-keyring-of-the-system-does", "The keyring of the system does not work. Unlock it and try again.")},
	{err: credentials.ErrReadable, text: plain("other-users-of-this-computer-can", "Other users of this computer can read the file with the passwords. Make it readable only for you.")},
	{err: credentials.ErrNoPasswordStore, text: plain("passwords-cannot-be-stored-on-this", "Passwords cannot be stored on this computer. Enter the password each time.")},
	{err: transport.ErrNoPassword, text: plain("no-password-is-stored-for-this", "No password is stored for this server. Enter it.")},
	{err: transport.ErrOnlyFiles, text: plain("only-files-of-this-computer-can", "Only files of this computer can be used here. Save it as a file, and enter its path.")},
	{err: transport.ErrScheme, text: plain("addresses-of-this-kind-are-not", "Addresses of this kind are not supported. Enter an http, https or s3 address, or a path.")},
	{err: transport.ErrNotFolder, text: plain("this-is-not-a-folder-choose", "This is not a folder. Choose a folder.")},
	{err: transport.ErrOutside, text: plain("a-link-there-leads-out-of", "A link there leads out of the folder, and is not followed.")},
	{err: record.ErrNoNext, text: plain("this-is-the-last-date", "This is the last date: the repetition ends with it.")},
	{err: edit.ErrItemExists, text: plain("an-item-with-this-identifier-exists", "An item with this identifier exists already. If it is deleted, restore it.")},
	{err: edit.ErrCrowded, text: plain("there-is-no-position-left-between", "There is no position left between these items. Move one of them first.")},
	{err: edit.ErrUnordered, text: plain("only-outlines-have-an-order-of", "Only outlines have an order of their own. Sort this list instead.")},
	{err: cache.ErrNone, text: plain("files-of-libraries-are-not-stored", "Files of libraries are not stored on this computer.")},
	{err: cache.ErrOtherFile, text: plain("the-server-sent-another-file-than", "The server sent another file than it announced. Sync the library again.")},
	{err: library.ErrNotHere, text: plain("the-file-is-not-on-this", "The file is not on this computer. Download it first.")},
	{err: rules.ErrExhausted, text: plain("the-item-was-changed-as-often", "The item was changed as often as its format allows. Copy it, and delete the original.")},
	{err: sse091.ErrOpenConflict, text: plain("the-item-has-a-conflict-resolve", "The item has a conflict. Resolve it first.")},
	{err: record.ErrPictureTooLarge, text: plain("the-picture-is-too-large-choose", "The picture is too large. Choose a smaller one.")},
	{err: record.ErrNoPicture, text: plain("this-is-not-a-picture-that", "This is not a picture that Crossfeed can read. Choose a PNG, JPEG or GIF file.")},
	{err: lists.ErrNotEmpty, text: plain("the-type-of-a-list-can", "The type of a list can be changed only while it has no items and is not shared.")},
	{err: lists.ErrOutlineFeed, text: plain("an-outline-cannot-be-exported-as", "An outline cannot be exported as RSS or Atom. Choose OPML (.opml) or a table (.csv).")},
	{err: transfer.ErrNeither, text: plain("this-file-cannot-be-imported-choose", "This file cannot be imported. Choose a calendar (.ics), contacts (.vcf), an outline (.opml), a table (.csv) or a feed (.xml).")},
	{err: transfer.ErrNoColumns, text: plain("the-first-line-of-the-table", "The first line of the table names no field. Write the names of fields there, for example: title,due,tags."), help: " (--map)"},
	{err: safekeeping.ErrNameLines, text: plain("a-name-must-be-a-single", "A name must be a single line.")},
	{err: safekeeping.ErrNobody, text: plain("a-device-without-an-identifier-cannot", "A device without an identifier cannot be named.")},
	{err: store.ErrNoEdit, text: plain("the-edit-is-no-longer-there", "The edit is no longer there.")},
	{err: store.ErrNoVersion, text: plain("the-version-is-no-longer-there", "The version is no longer there.")},
	{err: store.ErrNoSubscription, text: plain("the-subscription-is-no-longer-there", "The subscription is no longer there.")},
	{err: store.ErrNoHeldItem, text: plain("the-item-is-no-longer-held", "The item is no longer held for review.")},
	{err: store.ErrNoPublication, text: plain("the-folder-is-no-longer-published", "The folder is no longer published.")},
	{err: store.ErrShared, text: plain("the-database-is-damaged-and-another", "The database is damaged, and another Crossfeed has it open. Close every other Crossfeed, and start again.")},
	{err: store.ErrRebuilt, text: plain("the-database-was-rebuilt-within-the", "The database was rebuilt within the last day and is damaged again. Check the disk.")},
	{err: conflicts.ErrNoConflict, text: plain("the-item-has-no-open-conflict", "The conflict of the item is resolved already.")},
	{err: conflicts.ErrOpen, text: plain("choose-what-is-still-open-first", "Choose what is still open first.")},
	{err: attachments.ErrChanged, text: plain("the-file-changed-while-it-was", "The file changed while it was read. Try again.")},
	{text: as(func(e attachments.MoreError) string {
		return N("n-more-files-failed", "{{.N}} more files failed.", int(e), Data{"N": Number(int(e))})
	})},
	{err: attachments.ErrOther, text: plain("another-file-has-this-name-there", "Another file has this name there, and was not downloaded.")},
	{err: attachments.ErrTooLarge, text: plain("the-file-is-larger-than-512", "The file is larger than 512 MB, which is too much for an item. Share a link to it instead.")},
	{err: sharing.ErrNoFolder, text: plain("this-is-the-address-of-a", "This is the address of a single feed. Enter a folder, so that others can publish their feeds there.")},

	{err: feed.ErrTooDeep, text: plain("the-outline-has-too-many-levels", "The outline has too many levels. Move some items up.")},

	{err: syscall.ENOSPC, text: plain("there-is-no-space-left-free", "There is no space left. Free some space, and try again."), help: "; free some space and try again"},
	{err: syscall.EIO, text: disk, help: "; check the disk and try again"},
	{err: syscall.ENOLCK, text: disk, help: "; check the disk and try again"},
	{err: syscall.EROFS, text: onPath(func(at Data) string {
		return L("path-cannot-be-changed-read-only", "{{.Path}} cannot be changed: the disk is read-only.", at)
	})},
	{err: fs.ErrPermission, text: onPath(func(at Data) string {
		return L("no-permission-for-path-check", "You do not have permission for {{.Path}}. Check its permissions.", at)
	})},
	{err: fs.ErrNotExist, text: onPath(func(at Data) string {
		return L("path-was-not-found-check", "{{.Path}} was not found. Check the name, or connect its drive.", at)
	})},
	{err: fs.ErrExist, text: onPath(func(at Data) string {
		return L("path-exists-already-choose", "{{.Path}} exists already. Choose another name.", at)
	})},
	{text: as(refusal)},
}

// plain returns a sentence without values.
func plain(id, english string) func(error) string {
	return func(error) string { return L(id, english) }
}

var disk = plain("the-disk-cannot-be-read-or", "The disk cannot be read or written. Check it, and try again.")

// onPath returns a sentence about the file that an error of the system names, or "" if it
// names none.
func onPath(say func(Data) string) func(error) string {
	return func(err error) string {
		if e, is := errors.AsType[*fs.PathError](err); is {
			return say(Data{"Path": e.Path})
		}
		if e, is := errors.AsType[*os.LinkError](err); is {
			return say(Data{"Path": e.New})
		}
		return ""
	}
}

// as adapts a sentence about errors of one type.
func as[E error](say func(E) string) func(error) string {
	return func(err error) string {
		if e, is := errors.AsType[E](err); is {
			return say(e)
		}
		return ""
	}
}

// Worded is an error whose text is a sentence in the user's language already.
type Worded string

func (w Worded) Error() string { return string(w) }

// Error returns an error as a complete sentence. Of several that are joined, each has its own.
func Error(err error) string {
	var texts []string
	for _, e := range joined(err) {
		if text := cmp.Or(sentence(e), failed(e.Error())); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// joined returns the errors that errors.Join made err of, or err itself. An error that wraps
// several in a sentence of its own is a single one.
func joined(err error) (all []error) {
	several, are := err.(interface{ Unwrap() []error })
	if !are || err.Error() != errors.Join(several.Unwrap()...).Error() {
		return []error{err}
	}
	for _, e := range several.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// Why returns an error for the end of a sentence that says what failed.
func Why(err error) string {
	return cmp.Or(sentence(err), L("in-english", "{{.Reason}}", Data{"Reason": err.Error()}))
}

func sentence(err error) string {
	if worded, is := errors.AsType[Worded](err); is {
		return worded.Error()
	}
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
	return L("it-could-not-be-done-reason", "It could not be done: {{.Reason}}", Data{"Reason": reason})
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
