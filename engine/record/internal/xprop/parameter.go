package xprop

import "github.com/beevik/etree"

// Parameter lists the values of a parameter; none where the property has not
// got it.
func Parameter(p *etree.Element, name string) []string {
	all := Child(p, parameters)
	if all == nil {
		return nil
	}
	var values []string
	for _, one := range Children(all, name) {
		values = append(values, Values(one)...)
	}
	return values
}

// SetParameter replaces a parameter. Without values it takes the parameter
// away, and with the last one the element that holds them.
func SetParameter(p *etree.Element, name, kind string, values ...string) {
	all := Child(p, parameters)
	switch {
	case all == nil && len(values) == 0:
		return
	case all == nil:
		all = Add(p, parameters)
		p.RemoveChild(all)
		p.InsertChildAt(0, all)
	}
	keep(all, name, kind, values)
	if len(all.ChildElements()) == 0 {
		p.RemoveChild(all)
	}
}

// keep gives the first parameter of that name the values, and takes others of
// the name away.
func keep(all *etree.Element, name, kind string, values []string) {
	for i, one := range Children(all, name) {
		if i > 0 || len(values) == 0 {
			all.RemoveChild(one)
		}
	}
	if len(values) > 0 {
		SetValues(Ensure(all, name), kind, values...)
	}
}
