package detail

import (
	"crossfeed/engine/record"
	"crossfeed/ui/window/drafts"
)

// Values are what stands in the fields.
func (p *Pane) Values() record.Values { return p.editor.Values() }

// Typed are those of the values that the item does not say itself.
func (p *Pane) Typed(values record.Values) record.Values {
	own := record.Values{}
	now := record.Read(p.shown.Version.Content)
	for name, v := range values {
		if v != now.Get(name) {
			own[name] = v
		}
	}
	return own
}

// typedIn is what a draft says.
func typedIn(draft *drafts.Draft) record.Values {
	if draft == nil {
		return nil
	}
	return draft.Fields
}
