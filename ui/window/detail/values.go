package detail

import "crossfeed/engine/record"

// Values are what stands in the fields.
func (p *Pane) Values() record.Values {
	v := record.Values{}
	for _, f := range p.fields {
		v[f.record.Name] = f.entry.Text
	}
	return v
}

// Typed are those of the values that the item does not say itself.
func (p *Pane) Typed(values record.Values) record.Values {
	own := record.Values{}
	for _, f := range p.fields {
		if v := values[f.record.Name]; v != f.record.Get(p.shown.Version.Content) {
			own[f.record.Name] = v
		}
	}
	return own
}
