//go:build ci

package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/engine/subscribe"
)

func TestPictureOfBackingUp(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.runs("Back up…")
	d.matches("backup")
	d.press(fyne.KeyEscape)
	d.dark()
	d.small()
	d.runs("Back up…")
	d.matches("backup-dark")
}

func TestPictureOfRestoring(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.runs("Restore a backup…")
	d.types("/media/backups/crossfeed-2026-05-17.zip")
	d.matches("restore")
	d.press(fyne.KeyEscape)
	d.dark()
	d.small()
	d.runs("Restore a backup…")
	d.matches("restore-dark")
}

func TestPictureOfANewIdentifier(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.runs("New identifier for this device…")
	d.matches("identifier")
	d.dark()
	d.small()
	d.matches("identifier-dark")
}

func TestPictureOfDeletingASharedList(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.win.lists.askToDelete(&sharing.SharedError{List: "Groceries", Address: folderAfar}, sharing.Copies{Feeds: []string{folderAfar}, Backups: []string{"/media/usb/crossfeed.zip"}})
	d.matches("delete-shared")
	d.dark()
	d.small()
	d.matches("delete-shared-dark")
}

func TestPictureOfUndoingWhatAFeedBrought(t *testing.T) {
	d := ailing(t)
	f := d.win.now.Feeds[0]
	d.win.edits.askToUndoFeed(f)
	d.matches("undo-feed")
	d.win.edits.askToRevert(subscribe.UndoFeedOptions{Location: f.Location, Set: f.Set}, &subscribe.FeedPublishedError{Items: 12, Published: 3, Devices: 2})
	d.dark()
	d.small()
	d.matches("undo-feed-dark")
}

func TestPictureOfDamage(t *testing.T) {
	d := withList(t, "Milk", "Bread")
	d.win.safety.verified(safekeeping.Verified{Items: 2, Faults: []safekeeping.Fault{{List: "Groceries", Item: "b", Text: "its content is damaged"}}}, false)
	d.small() // lays out the permanent message, which Fyne's test canvas does not do by itself
	d.matches("damage")
	d.dark()
	d.matches("damage-dark")
}
