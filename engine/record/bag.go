package record

// bag is a multiset: it counts the elements wanted in a field while the elements already
// present are taken out.
type bag struct {
	order []string
	count map[string]int
}

func newBag(elements []string) *bag {
	b := &bag{elements, make(map[string]int, len(elements))}
	for _, e := range elements {
		b.count[e]++
	}
	return b
}

// take reports whether an element is wanted, and removes one occurrence of it.
func (b *bag) take(element string) bool {
	if b.count[element] == 0 {
		return false
	}
	b.count[element]--
	return true
}

// rest removes and returns the remaining elements in their order.
func (b *bag) rest() []string {
	var all []string
	for _, e := range b.order {
		if b.take(e) {
			all = append(all, e)
		}
	}
	return all
}
