package detail

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/wording"
)

var quiet = widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}

// layOut gives the editor the space that the other parts leave.
func (p *Pane) layOut() *fyne.Container {
	bottom := container.NewPadded(container.NewVBox(p.where.object, p.about, p.alone, p.buttons.object, p.versions.object))
	return widget.Border(p.notice.object, bottom, nil, nil, p.stage)
}

// notice shows what a person has to know before typing.
type notice struct {
	object  *fyne.Container
	text    *widget.Notice
	resolve *widget.Button
	make    *widget.Button
	// buttons contains both.
	buttons *fyne.Container
}

func newNotice(keys *widget.Keys, resolve, make func()) *notice {
	n := &notice{text: widget.NewNotice("", widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})}
	n.resolve = widget.NewButton(keys, wording.L("resolve-dialog", "Resolve…"), resolve)
	n.make = widget.NewButton(keys, "", make)
	n.buttons = container.NewHBox(n.make, n.resolve)
	n.object = widget.Border(nil, nil, nil, n.buttons, n.text)
	return n
}

func (n *notice) show(text string, conflicted bool, lost record.Kind) {
	n.text.SetText(text)
	n.resolve.Hidden = !conflicted
	n.make.Hidden = lost == "" || conflicted
	n.make.SetText(wording.Make(lost))
	n.buttons.Hidden = n.resolve.Hidden && n.make.Hidden
	n.object.Hidden = text == ""
	n.object.Refresh()
}

// noticeOf returns the notice about an item. Notices about the draft take precedence.
func noticeOf(s Shown, draft *drafts.Draft, speaker wording.Speaker) string {
	top := s.Version.Top()
	switch {
	case draft != nil && draft.Deletes():
		return wording.L("you-chose-to-delete-this-item", "You chose to delete this item, but {{.Who}} changed it in the meantime: “{{.Now}}”. Delete it, or discard your choice.",
			wording.Data{"Who": speaker.By(top.By), "Now": s.Version.Title()})
	case draft != nil && s.Version.Deleted:
		return wording.L("deleted-by-who-restore-it-to", "Deleted by {{.Who}}. Restore it to keep your changes, or discard them.", wording.Data{"Who": speaker.By(top.By)})
	case draft != nil && len(draft.Meanwhile(s.Version)) > 0:
		return wording.L("changed-by-who-in-the-meantime", "Changed by {{.Who}} in the meantime: “{{.Now}}”. Saving replaces it with your version; the other stays in the history.",
			wording.Data{"Who": speaker.By(top.By), "Now": arrived(s.Version, draft)})
	case s.Conflicts > 0:
		return wording.L("conflict-between-n-versions", "Conflict between {{.N}} versions", wording.Data{"N": s.Conflicts + 1})
	case s.Flagged && s.Version.Place.Cycle != "":
		return wording.L("moved-to-the-top-level-two", "Moved to the top level: two items were moved under each other")
	case s.Orphaned:
		return wording.L("in-a-deleted-item", "In a deleted item")
	case s.Flagged:
		return wording.L("marked-as-a-conflict", "Marked as a conflict")
	case s.Lost == record.Contact:
		return wording.L("this-may-have-been-a-contact", "This may have been a contact. Another program changed it, and the last version as a contact is unknown.")
	case s.Lost != "":
		return wording.L("this-may-have-been-a-todo", "This may have been a todo. Another program changed it, and the last version as a todo is unknown.")
	}
	return ""
}

// arrived returns the version's value of the first field that changed since the draft began.
func arrived(v *item.Version, draft *drafts.Draft) string {
	now, changed := record.Read(v.Content), draft.Meanwhile(v)
	for _, f := range record.Fields(now.Kind) {
		if slices.Contains(changed, f.Name) {
			return now.Get(f.Name)
		}
	}
	return v.Title()
}

func aboutOf(v *item.Version, speaker wording.Speaker) string {
	top := v.Top()
	if v.Deleted {
		return speaker.Deleted(top.By, top.When.Time())
	}
	return speaker.Changed(top.By, top.When.Time())
}

// aloneText explains the effect of noconflicts (SSE 0.93 §2.4) on an item published with it.
// It returns "" for all others.
func aloneText(v *item.Version) string {
	if !v.NoConflicts {
		return ""
	}
	return wording.L("this-item-stores-only-its-current", "This item stores only its current version. If several devices change it, the other versions stay in the history on those devices.")
}

// Notice returns the notice, or "".
func (p *Pane) Notice() string {
	if p.notice.object.Hidden {
		return ""
	}
	return p.notice.text.Text()
}
