package detail_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// ada is a contact whose values can all be opened.
var ada = record.Values{
	"name": "Ada Lovelace", "jobtitle": "Analyst", "organisation": "Analytical Society", "phones": "[cell] +44 20 7946 0000",
	"emails": "ada@example.org", "urls": "https://example.org/ada", "addresses": "[home] ;;Example Street 1;London;;N1;",
	"text": "First line.\n\nThird line.",
}

// reads shows a contact that nobody edits.
func (p *pane) reads(v record.Values, draft *drafts.Draft, deleted bool) {
	p.t.Helper()
	content, err := record.New(record.Contact, v)
	if err != nil {
		p.t.Fatal(err)
	}
	made := item.History{Sequence: 1, By: "laptop", When: item.At(noon)}
	version := &item.Version{ID: "1", Updates: 1, Content: content, Deleted: deleted, History: []item.History{made}}
	p.Show(detail.Shown{Item: snapshot.Item{Set: "List", ID: "1"}, Version: version}, draft)
	p.window.Canvas().Focus(p.Focus())
}

// reading reports whether the contact is shown for reading.
func (p *pane) reading() bool {
	for _, o := range uitest.Drawn(p.Object()) {
		if _, is := o.(*widget.Link); is {
			return true
		}
	}
	return false
}

func TestAContactIsReadBeforeItIsEdited(t *testing.T) {
	p := open(t)
	p.reads(ada, nil, false)
	for _, text := range []string{"Ada Lovelace", "Analyst · Analytical Society", "First line.", "Third line.", "home · map on openstreetmap.org"} {
		if !p.showsText(text) {
			t.Errorf("%q is not shown", text)
		}
	}
	for _, want := range []string{"tel:+442079460000", "mailto:ada@example.org", "https://www.openstreetmap.org/search?query=Example+Street+1%2C+N1+London", "https://example.org/ada"} {
		p.tab(1)
		p.press(fyne.KeyReturn)
		if p.opened != want {
			t.Errorf("opened %q, want %q", p.opened, want)
		}
	}
	p.window.Canvas().Focus(p.Focus())
	p.press(fyne.KeyReturn) // Edit
	p.types("Ada King")
	p.save()
	p.wantSaved(record.Values{"name": "Ada King"})
}

// Types that vCard assumes are left out, and services have their names.
func TestACardShowsNoTechnicalWords(t *testing.T) {
	p := open(t)
	p.reads(record.Values{"name": "Grace", "phones": "[voice,work] 112", "emails": "[internet] grace@example.org", "custom": "X-SKYPE: gracehop\nX-SHOE-SIZE: 43"}, nil, false)
	for text, shown := range map[string]bool{"work": true, "voice, work": false, "internet": false, "Skype: gracehop": true, "X-SHOE-SIZE: 43": true} {
		if p.showsText(text) != shown {
			t.Errorf("%q is shown: %v", text, !shown)
		}
	}
}

// Saving ends editing, with the focus on Edit. Without a change, that is at once.
func TestAContactIsReadAgainAfterItIsSaved(t *testing.T) {
	p := open(t)
	p.reads(ada, nil, false)
	edit := p.window.Canvas().Focused()
	for _, typed := range []string{"", "Ada King"} {
		p.press(fyne.KeyReturn)
		if p.reading() {
			t.Fatal("Edit changes nothing")
		}
		if typed != "" {
			p.types(typed)
		}
		p.save()
		p.Show(detail.Shown{Item: p.Item(), Version: p.Version()}, nil)
		if !p.reading() || p.window.Canvas().Focused() != edit {
			t.Errorf("%q: reading %v, the focus is on %T", typed, p.reading(), p.window.Canvas().Focused())
		}
	}
}

// A sync that brings the same contact again does not end editing.
func TestAContactThatIsEditedStaysEditedWhenItIsReadAgain(t *testing.T) {
	p := open(t)
	p.reads(ada, nil, false)
	p.press(fyne.KeyReturn)
	p.Show(detail.Shown{Item: p.Item(), Version: p.Version()}, nil)
	if p.reading() {
		t.Error("it is no longer edited")
	}
}

// Leaving the fields keeps them while something in them is unsaved.
func TestLeavingAContactEndsEditingUnlessThereIsADraft(t *testing.T) {
	p := open(t)
	draft := &drafts.Draft{}
	draft.Fields = record.Values{"name": "Ada King"}
	p.reads(ada, draft, false)
	p.Leave()
	if p.reading() {
		t.Error("the draft is hidden")
	}
	p.Show(detail.Shown{Item: p.Item(), Version: p.Version()}, nil)
	if !p.reading() {
		t.Error("it is still edited after the draft is saved")
	}
}

func TestAContactWithOnlyANameIsEditedAtOnce(t *testing.T) {
	p := open(t)
	p.reads(record.Values{"name": "Ada Lovelace", "given": "Ada", "family": "Lovelace"}, nil, false)
	p.tab(2)
	p.press(fyne.KeyReturn)
	p.types("112")
	p.save()
	p.wantSaved(record.Values{"phones": "[cell] 112"})
}

func TestADeletedContactIsReadOnly(t *testing.T) {
	p := open(t)
	p.reads(ada, nil, true)
	p.Edit()
	if !p.reading() {
		t.Error("it can be edited")
	}
	for _, o := range uitest.Drawn(p.Object()) {
		if b, is := o.(*widget.Button); is && b.Text == "Edit" {
			t.Error("editing is offered")
		}
	}
}

// The rest of many values is counted.
func TestACardShowsFiftyValuesOfAField(t *testing.T) {
	p := open(t)
	p.reads(record.Values{"name": "Ada", "phones": strings.TrimSpace(strings.Repeat("112\n", 53))}, nil, false)
	if !p.showsText("and 3 more") {
		t.Error("the rest is not mentioned")
	}
}
