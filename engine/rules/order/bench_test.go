package order_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

const many = 100_000

// wide returns a set of many items, a hundred in each parent.
func wide() []order.Node {
	all := make([]order.Node, many)
	for i := range all {
		all[i] = order.Node{ID: fmt.Sprintf("item-%06d", i), Place: item.Place{Key: fmt.Sprint(i%100 + 1)}}
		if i >= 100 {
			all[i].Place.Parent = all[i/100].ID
		}
	}
	return all
}

func chain() []order.Node {
	all := make([]order.Node, many)
	for i := range all {
		all[i] = order.Node{ID: fmt.Sprintf("item-%06d", i), Place: item.Place{Key: "1"}}
		if i > 0 {
			all[i].Place.Parent = all[i-1].ID
		}
	}
	return all
}

func flat() []order.Node {
	all := make([]order.Node, many)
	for i := range all {
		all[i] = order.Node{ID: fmt.Sprintf("item-%06d", i), Place: item.Place{Key: fmt.Sprintf("%d/%d", 2*i+1, 2)}}
	}
	return all
}

func BenchmarkTree(b *testing.B) {
	for name, nodes := range map[string][]order.Node{"wide": wide(), "chain": chain(), "flat": flat()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				order.Tree(nodes)
			}
		})
	}
}

func BenchmarkCycles(b *testing.B) {
	nodes := chain()
	nodes[0].Place.Parent = nodes[many-1].ID
	for b.Loop() {
		order.Cycles(nodes)
	}
}

func BenchmarkLocate(b *testing.B) {
	sets := map[string][]order.Spot{"keyed": document(wide()), "chain": document(chain()), "keyless": document(flat()), "turned": document(flat())}
	for i := range sets["keyless"] {
		sets["keyless"][i].Given = item.Place{}
		sets["turned"][i].Number = many - i
	}
	for name, spots := range sets {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				order.Locate(spots, nil)
			}
		})
	}
}

func BenchmarkBetween(b *testing.B) {
	left, right := at("a", "17/5"), at("b", "18/5")
	b.ReportAllocs()
	for b.Loop() {
		order.Between(left, right, "c")
	}
}

func BenchmarkCompare(b *testing.B) {
	x, y := order.Sibling{ID: "a", Key: "17/5"}, order.Sibling{ID: "b", Key: "18/5"}
	b.ReportAllocs()
	for b.Loop() {
		order.Compare(x, y)
	}
}
