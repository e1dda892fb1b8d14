package window

import (
	"cmp"
	"context"
	"errors"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/crash"
	"crossfeed/engine/edit"
	"crossfeed/engine/rules"
	"crossfeed/engine/secret"
	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

// Warn tells in the status bar what could not be done.
func (w *Window) Warn(err error) {
	w.status.Warn(sentence(err))
	if errors.Is(err, store.ErrDamaged) {
		w.standDamage()
	}
}

// SayRebuilt says that the database was damaged and is rebuilt, and where the damaged one is.
func (w *Window) SayRebuilt(kept string) {
	w.status.Notify(wording.L("The database was damaged and has been rebuilt from what could be read. The damaged one is in {{.Path}}.", wording.Data{"Path": kept}))
}

// SayCrashed says that the last run crashed, and where the details are.
func (w *Window) SayCrashed(log string) {
	w.status.Notify(wording.L("Crossfeed stopped unexpectedly last time. Everything you saved is here. Details: {{.Path}}", wording.Data{"Path": log}))
}

// SayMissing says that saved changes are missing from the data.
func (w *Window) SayMissing(n int64) {
	w.status.Warn(wording.L("Saved changes are missing: {{.N}}. The log of the database was removed, or an older copy was put in its place. Sync to get back what was published, or restore a backup.", wording.Data{"N": n}))
}

// sentence is an error in the words of the window; of one that it has no words
// for, the engine's reason is told.
func sentence(err error) string {
	if text := words(err); text != "" {
		return text
	}
	return wording.Failure(err.Error())
}

// reason is an error for the end of a sentence that says what failed.
func reason(err error) string {
	return cmp.Or(words(err), err.Error())
}

// words is what the window itself says of an error, or "": the engine's errors
// about a file name the place and what to do, which no general text could.
func words(err error) string {
	if text := cmp.Or(wording.Trouble(err), wording.Invitation(err), wording.Misfit(err), wording.Limit(err), whyNoBackup(err)); text != "" {
		return text
	}
	var own *rules.OwnOpenError
	var held *edit.HeldError
	var refused *secret.RefusedError
	var choice *engine.ChoiceError
	var crashed *crash.Error
	switch {
	case errors.As(err, &crashed):
		return wording.L("An error in Crossfeed itself stopped this. Everything you saved is here. Details: {{.Path}}", wording.Data{"Path": crashed.Log})
	case errors.As(err, &refused):
		return wording.L("The keyring of this computer took no password. Unlock it and start Crossfeed again, or try again: then it is kept in a file that only you can open, but that is not locked: {{.Path}}", wording.Data{"Path": refused.File})
	case errors.As(err, &own) && !errors.Is(err, edit.ErrUnsettled):
		return wording.L("A version of your own is in conflict there. Resolve it first.")
	case errors.Is(err, store.ErrDamaged), errors.Is(err, engine.ErrStructure):
		return wording.L("The database is damaged. Close Crossfeed and start it again: that rebuilds it.")
	case errors.Is(err, store.ErrDamagedItem):
		return wording.L("This item is damaged. Everything else can be used. To fetch it again, run “crossfeed verify --repair”.")
	case errors.Is(err, context.Canceled):
		return wording.L("Cancelled. Nothing was half done.")
	case errors.Is(err, store.ErrNameTaken):
		return wording.L("There is a list of that name already.")
	case errors.Is(err, store.ErrLibraryThere):
		return wording.L("It is in your library already.")
	case errors.Is(err, store.ErrNoLibrary):
		return wording.L("The library is no longer there.")
	case errors.Is(err, cache.ErrBusy):
		return wording.L("Another Crossfeed is syncing that library. Try again when it is done.")
	case errors.Is(err, folder.ErrWithin):
		return wording.L("The folder and the place where it would be published lie one in the other, so that what is published would be published again. Choose another place, or the folder itself.")
	case errors.Is(err, folder.ErrOccupied):
		return wording.L("Something lies there that is not known to have been published from this folder. Nothing was written over it. Publish to another place, or write over it.")
	case errors.Is(err, store.ErrPublishedThere):
		return wording.L("Another folder is published there. Choose another place, or write over it, so that this folder is published there from now on.")
	case errors.Is(err, folder.ErrVanished):
		return wording.L("Nothing of what was published lies there any more. Connect its drive, or publish all of it again with “How it is published…”.")
	case errors.Is(err, store.ErrNoSet):
		return wording.L("There is no such list.")
	case errors.Is(err, store.ErrSubscribed):
		return wording.L("The list reads that feed already.")
	case errors.Is(err, store.ErrNoItem):
		return wording.L("The item is no longer there.")
	case errors.Is(err, edit.ErrNothingToUndo):
		return wording.L("There is nothing to undo.")
	case errors.Is(err, edit.ErrChanged):
		return wording.L("The item changed meanwhile.")
	case errors.Is(err, edit.ErrDeleted):
		return wording.L("The item is deleted. Restore it first.")
	case errors.Is(err, edit.ErrInside):
		return wording.L("An outline cannot be put into itself or into what it holds.")
	case errors.As(err, &held) && held.By != held.ID:
		return wording.L("An item in it has a conflict. Resolve that first.")
	case errors.Is(err, edit.ErrUnsettled):
		return wording.L("The item has a conflict. Resolve it first.")
	case errors.Is(err, edit.ErrNoNote):
		return wording.L("Only a note can be made a todo or a contact.")
	case errors.Is(err, engine.ErrOwnInvitation):
		return wording.L("That is your own invitation. Give it to others.")
	case errors.Is(err, engine.ErrOtherName):
		return wording.L("The list is shared in that folder under another name. Choose another list, or a new one.")
	case errors.As(err, &choice):
		return wording.L("“{{.List}}” already reads that feed. Use it, or make a new list.", wording.Data{"List": choice.List})
	case errors.Is(err, engine.ErrNotShared):
		return wording.L("The list is not shared.")
	case errors.Is(err, engine.ErrNoSuchInvitation):
		return wording.L("It answers an invitation to a list that is not here. Open it where the invitation was made.")
	case errors.Is(err, store.ErrInUse):
		return wording.L("Another Crossfeed is still writing. Try again in a moment.")
	}
	return ""
}
