package detail_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// A text is shown as formatted Markdown; Enter on "Edit" opens its source.
func TestANoteIsEditedAsItsSource(t *testing.T) {
	p := open(t)
	p.show(record.Note, record.Values{"title": "Trip", "text": "# Packing"})
	p.tab(1)
	p.press(fyne.KeyReturn)
	p.press(fyne.KeyEnd)
	p.types(" list")
	p.save()
	p.wantSaved(record.Values{"text": "# Packing list"})
}

// An empty text can be typed at once.
func TestAnEmptyNoteIsTypedAtOnce(t *testing.T) {
	p := open(t)
	p.show(record.Note, record.Values{"title": "Trip"})
	p.tab(1)
	p.types("tent")
	p.save()
	p.wantSaved(record.Values{"text": "tent"})
}

// Undo and redo in a note affect only its text: further presses do not reach the window.
func TestUndoInANoteEndsAtTheNote(t *testing.T) {
	p := open(t)
	p.show(record.Note, record.Values{"title": "Trip"})
	p.tab(1)
	p.types("hello")
	for range 3 {
		p.shortcutTyped(&fyne.ShortcutUndo{})
	}
	if got := p.Values()["text"]; got != "" || p.handedUp > 0 {
		t.Errorf("the text is %q, %d shortcuts reached the window", got, p.handedUp)
	}
	for range 3 {
		p.shortcutTyped(&fyne.ShortcutRedo{})
	}
	if got := p.Values()["text"]; got != "hello" || p.handedUp > 0 {
		t.Errorf("the text is %q, %d shortcuts reached the window", got, p.handedUp)
	}
}

// A text of 300 KB is edited like any other, and untouched parts keep their bytes.
func TestAVeryLongNoteIsEdited(t *testing.T) {
	p := open(t)
	text := strings.Repeat("some words in a line\r\n", 7_000) + strings.Repeat("and others\n", 14_000) + "the end"
	p.show(record.Note, record.Values{"title": "Trip", "text": text})
	p.tab(1)
	p.held(fyne.KeyModifierControl, fyne.KeyEnd)
	p.types("!")
	p.press(fyne.KeyUp, fyne.KeyHome)
	p.types("x")
	p.save()
	end := "and others\nthe end"
	if p.saved["text"] != strings.TrimSuffix(text, end)+"x"+end+"!" {
		t.Errorf("of %d bytes %d were saved, which end with %q", len(text), len(p.saved["text"]), p.saved["text"][max(0, len(p.saved["text"])-40):])
	}
}

// A text that would take long to format is shown as its source.
func TestALongNoteShowsItsSource(t *testing.T) {
	p := open(t)
	p.show(record.Note, record.Values{"title": "Trip", "text": strings.Repeat("some words\n", 3000)})
	p.tab(1)
	p.types("x")
	if !strings.HasPrefix(p.typed["text"], "xsome words\n") {
		t.Errorf("typed %.20q", p.typed["text"])
	}
}

// Unsaved text is shown in the fields instead of the item's values, and kept as it was typed.
func TestADraftIsShownAsItWasTyped(t *testing.T) {
	p := open(t)
	draft := &drafts.Draft{}
	draft.Fields = record.Values{"due": "soon", "title": "Oat milk"}
	p.showAs("1", record.Todo, record.Values{"title": "Milk", "text": "cold"}, draft)
	for name, want := range map[string]string{"title": "Oat milk", "due": "soon", "text": "cold"} {
		if got := p.Values()[name]; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	p.types("x")
	if len(p.typed) != 2 || p.typed["due"] != "soon" {
		t.Errorf("the draft is %v", p.typed)
	}
}

// Fields that the editor does not show were chosen elsewhere, and stay in the draft.
func TestADraftKeepsFieldsThatAreNotShown(t *testing.T) {
	p := open(t)
	draft := &drafts.Draft{}
	draft.Fields = record.Values{"parent": "cake"}
	p.showAs("1", record.Todo, record.Values{"title": "Milk"}, draft)
	p.press(fyne.KeyEnd)
	p.types("!")
	p.save()
	p.wantSaved(record.Values{"title": "Milk!", "parent": "cake"})
}

// A deleted item can be read, but not changed.
func TestADeletedItemIsReadOnly(t *testing.T) {
	for kind, values := range map[record.Kind]record.Values{
		record.Todo: {"title": "Milk", "tags": "dairy", "alarms": "-PT5M", "due": "2026-11-27"}, record.Contact: {"name": "Given", "phones": twoPhones},
		record.Note: {"title": "Trip", "text": "tent"},
	} {
		p := open(t)
		content, err := record.New(kind, values)
		if err != nil {
			t.Fatal(err)
		}
		v := &item.Version{ID: "1", Updates: 2, Deleted: true, Content: content, History: []item.History{{Sequence: 2, By: "laptop"}}}
		p.Show(detail.Shown{Item: snapshot.Item{Set: "List", ID: "1"}, Version: v}, nil)
		for range 30 {
			p.tab(1)
			if f := p.window.Canvas().Focused(); f != nil {
				p.types("x ")
				p.press(fyne.KeyDelete, fyne.KeySpace)
			}
		}
		p.Save()
		if len(p.typed) != 0 || p.saved != nil {
			t.Errorf("%s: the draft is %v, saved %v", kind, p.typed, p.saved)
		}
	}
}

// Going from item to item of the same kind creates no widgets.
func TestShowingAnItemIsFast(t *testing.T) {
	p := open(t)
	p.showAs("first", record.Contact, many()[0], nil)
	const times = 10
	took := pace.Yards(func() {
		for i := range times {
			p.showAs(string(rune('a'+i)), record.Contact, many()[i%2], nil)
		}
	})
	if took > 200*times {
		t.Errorf("showing a contact took %.0f yards", took/times)
	}
}

func BenchmarkShowingAContact(b *testing.B) {
	p := open(b)
	for i := 0; b.Loop(); i++ {
		p.showAs(string(rune('a'+i%2)), record.Contact, many()[i%2], nil)
	}
}

// many returns two contacts with many rows.
func many() []record.Values {
	return []record.Values{
		{"name": "Given", "phones": strings.Repeat("[work] +49 30 1\n", 10) + "+49", "emails": "given@example.org", "birthday": "1985-04-12"},
		{"name": "Other", "addresses": "[home] ;;Example Street 1;Example City;;12345;Germany", "text": "met at the lake"},
	}
}

// List items with boxes show whether they are done, and all of their text.
func TestANoteShowsWhichOfItsTasksAreDone(t *testing.T) {
	p := open(t)
	p.show(record.Note, record.Values{"title": "Trip", "text": "- [ ] tent\n- [x] **old** map\n  1. [X] pens\n- [link](https://example.org)\n\n```\n- [x] code\n```"})
	var shown string
	for _, o := range uitest.Drawn(p.Object()) {
		if text, is := o.(*canvas.Text); is {
			shown += text.Text
		}
	}
	for _, text := range []string{"[ ] tent", "[x] old map", "[X] pens", "- [x] code", "link (https://example.org)"} {
		if !strings.Contains(shown, text) {
			t.Errorf("%q is not in %q", text, shown)
		}
	}
}

// What a note from elsewhere contains is text, wherever it is: no link is followed by a click, and
// no character reorders what a person reads.
func TestTablesAndCodeOfANoteAreHarmless(t *testing.T) {
	p := open(t)
	for name, text := range map[string]string{
		"a table": "| head\u202e | [link](file:///etc/passwd) |\n|---|---|\n| [a](https://example.org) | &#8238;exe |\n",
		"code":    "```\nexe.\u202efdp\n```\n",
		"a task":  "- [ ] exe.\u202efdp\n",
	} {
		p.show(record.Note, record.Values{"title": "Note", "text": text})
		uitest.AssertHarmless(t, name, p.Object())
		for _, o := range uitest.Drawn(p.Object()) {
			if _, is := o.(*fynewidget.Hyperlink); is {
				t.Errorf("%s has a link", name)
			}
		}
	}
}
