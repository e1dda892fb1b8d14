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
	now := record.Read(p.shown.Version.Content)
	for name, v := range values {
		if v != now.Get(name) {
			own[name] = v
		}
	}
	return own
}
