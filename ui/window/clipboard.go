package window

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// clip holds the items that were last cut or copied, and the text that the clipboard has for
// other programs. If the clipboard still has that text when a person pastes, the items are
// moved or copied with everything in them.
type clip struct {
	text string
	rows []snapshot.Row
	cut  bool
}

// moved forgets items that were cut once they were moved. The text would otherwise be pasted
// again as new items.
func (c *clip) moved(a items.Action, rows []snapshot.Row, refused []edit.Refused) {
	if !c.cut || a.Verb != items.MoveTo {
		return
	}
	c.rows = slices.DeleteFunc(slices.Clone(c.rows), func(r snapshot.Row) bool {
		is := func(other edit.Ref) bool { return other == edit.Ref{Set: r.Set, ID: r.ID} }
		return slices.ContainsFunc(rows, func(m snapshot.Row) bool { return is(edit.Ref{Set: m.Set, ID: m.ID}) }) &&
			!slices.ContainsFunc(refused, func(f edit.Refused) bool { return is(f.Ref) })
	})
	if len(c.rows) > 0 {
		return
	}
	if board := fyne.CurrentApp().Clipboard(); withLF(board.Content()) == c.text {
		board.SetContent("")
	}
	*c = clip{}
}

// renameLists applies the new names of lists.
func (c *clip) renameLists(names renames) {
	for i := range c.rows {
		if name, there := names[c.rows[i].Set]; there {
			c.rows[i].Set = name
		}
	}
}

// withLF returns a text with the line ends that this program uses. Some systems change them in
// the clipboard.
func withLF(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// clipboard cuts, copies and pastes items.
type clipboard struct {
	*shell
	publisher *publisher
	edits     *editing
	outlines  *outlining
	// clip is what was last cut or copied.
	clip clip
}

func (c *clipboard) cutItems() { c.clipItems(true) }

func (c *clipboard) copyItems() { c.clipItems(false) }

// clipItems puts the chosen items into the clipboard. Nothing is removed before it is pasted.
func (c *clipboard) clipItems(cut bool) {
	rows := c.items.Chosen()
	if c.pages.shown != page(c.pages.home) || len(rows) == 0 {
		return
	}
	ask(c.shell, func(ctx context.Context) (string, error) { return c.textOf(ctx, rows) }, func(text string) {
		fyne.CurrentApp().Clipboard().SetContent(text)
		c.clip = clip{text, rows, cut}
		if rows[0].Deleted {
			c.clip = clip{}
		}
		c.showMessage(clippedText(rows, c.clip.cut))
	})
}

func clippedText(rows []snapshot.Row, cut bool) string {
	data := wording.Data{"What": whatOf(rows)}
	if cut {
		return wording.L("cut-what-paste-moves", "Cut: {{.What}}. Press Ctrl+V in another list to move.", data)
	}
	return wording.L("copied-what", "Copied: {{.What}}.", data)
}

// textOf returns the titles of items, one per line, with their notes indented by a tab below.
func (c *clipboard) textOf(ctx context.Context, rows []snapshot.Row) (string, error) {
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = strings.Join(strings.Fields(r.Title), " ")
		if len(rows) > mostPasted {
			continue // their notes take long to read, and so many are not pasted from a text
		}
		it, err := c.Lists.Item(ctx, r.Set, r.ID)
		if err != nil {
			return "", err
		}
		notes := withLF(record.Read(it.Winner.Content).Get("text"))
		texts[i] = strings.ReplaceAll(strings.Trim(texts[i]+"\n"+notes, "\n"), "\n", "\n\t")
	}
	return strings.Join(texts, "\n"), nil
}

// pasteItems pastes the clipboard into the shown list: items that were cut or copied here, or
// else each line as a new item.
func (c *clipboard) pasteItems() {
	if c.pages.shown != page(c.pages.home) {
		return
	}
	text := withLF(fyne.CurrentApp().Clipboard().Content())
	list := c.setForNew()
	switch {
	case c.at.Kind != snapshot.KindList && !c.addsHere():
		c.showMessage(wording.L("choose-a-list-to-paste-into", "Choose a list to paste into."))
	case strings.TrimSpace(text) == "":
		c.showMessage(wording.L("the-clipboard-has-no-text", "The clipboard has no text."))
	case len(c.clip.rows) == 0 || text != c.clip.text:
		c.pasteLines(list, text)
	case !c.clip.cut:
		c.edits.act(items.Action{Verb: items.CopyTo, Value: list}, c.clip.rows)
	case !slices.ContainsFunc(c.clip.rows, func(r snapshot.Row) bool { return r.Set != list }):
		c.showMessage(wording.L("these-items-are-in-this-list", "These items are in this list already."))
	default:
		c.edits.act(items.Action{Verb: items.MoveTo, Value: list}, c.clip.rows)
	}
}

// mostPasted is the maximum number of items that are pasted at once. More are imported from a
// file, which shows them first.
const mostPasted = 1000

// linesToItems returns an item for each line of a text. Lines that are indented by a tab are the
// notes of the one above, unless the whole text is indented.
func linesToItems(text string) []record.Values {
	var all []record.Values
	blank, whole := "", false
	for line := range strings.Lines(text) {
		note, indented := strings.CutPrefix(line, "\t")
		switch title := strings.TrimSpace(line); {
		case indented && !whole && len(all) > 0:
			all[len(all)-1]["text"] += blank + note
			blank = ""
		case title == "":
			blank += "\n" // perhaps in notes: some programs remove tabs from empty lines
		default:
			whole = whole || indented
			all, blank = append(all, record.Values{"title": title}), ""
		}
	}
	return all
}

// pasteLines adds each line of a text as an item.
func (c *clipboard) pasteLines(list, text string) {
	all := linesToItems(text)
	for i, v := range all {
		v["text"] = strings.TrimRight(v["text"], "\n")
		all[i] = c.fitting(v)
	}
	if len(all) > mostPasted {
		c.status.Warn(wording.L("nothing-pasted-the-clipboard-has", "Nothing pasted: the clipboard has more than {{.N}} lines. Import them from a file.", wording.Data{"N": wording.Number(mostPasted)}))
		return
	}
	at := c.outlines.besideChosen()
	ask(c.shell, func(ctx context.Context) (edit.Added, error) { return c.Edit.AddAll(ctx, list, all, at) }, func(a edit.Added) {
		c.item = snapshot.Item{Set: list, ID: a.IDs[0]}
		said := c.edits.offerUndo(wording.N("n-items-added", "{{.N}} items added.", len(a.IDs), wording.Data{"N": wording.Number(len(a.IDs))}), a.Edit)
		c.Reload()
		c.publisher.publish(list, said)
	})
}
