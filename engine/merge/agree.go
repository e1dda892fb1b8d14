package merge

import "slices"

// agree proposes what all versions that changed a value say. Where they disagree
// it is open.
func (f Field) agree() Proposal {
	p := Proposal{From: -1, Changed: f.changed(), Reason: Alike}
	if len(f.Values) == 0 {
		return p
	}
	saying := f.Values
	if len(p.Changed) > 0 {
		saying = pick(f.Values, p.Changed)
	}
	for _, v := range saying {
		if !f.same(v, saying[0]) {
			p.Open, p.Reason = true, f.disagreement()
			return p
		}
	}
	p.Value, p.From, p.Reason = saying[0], f.from(saying[0]), agreement(len(p.Changed))
	return p
}

// agreement is the reason where so many versions changed a value to the same.
func agreement(changed int) Reason {
	switch changed {
	case 0:
		return Alike
	case 1:
		return OneSided
	}
	return SameChange
}

func (f Field) disagreement() Reason {
	if f.Base == nil {
		return NoBase
	}
	return Collision
}

// changed numbers the versions that say something else than what they started
// from; nil where that is not known.
func (f Field) changed() []int {
	if f.Base == nil {
		return nil
	}
	all := []int{}
	for i, v := range f.Values {
		if !f.same(v, *f.Base) {
			all = append(all, i)
		}
	}
	return all
}

// from is the first version that says a value, or -1.
func (f Field) from(value string) int {
	return slices.IndexFunc(f.Values, func(v string) bool { return f.same(v, value) })
}

// same tells whether two values mean the same.
func (f Field) same(a, b string) bool {
	switch {
	case a == b:
		return true
	case f.Equal != nil && f.Equal(a, b):
		return true
	}
	return f.Join == JoinSet && sameSet(elements(a), elements(b))
}

func pick(values []string, numbers []int) []string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = values[n]
	}
	return all
}
