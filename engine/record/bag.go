package record

// bag holds the elements that a field is to have, while those that it has are
// taken out: equal ones as often as they are wanted.
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

// take tells whether an element is wanted, and takes it out.
func (b *bag) take(element string) bool {
	if b.count[element] == 0 {
		return false
	}
	b.count[element]--
	return true
}

// rest are the elements that were not taken, in their order.
func (b *bag) rest() []string {
	var all []string
	for _, e := range b.order {
		if b.take(e) {
			all = append(all, e)
		}
	}
	return all
}
