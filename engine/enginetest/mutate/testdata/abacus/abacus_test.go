package abacus

import "testing"

func TestTotal(t *testing.T) {
	if got := Total([]int{2, 9, 5, -1, 3, 4, 7}, 9, 4); got != 14 {
		t.Errorf("got %d", got)
	}
	if got := Total([]int{0}, 9, 4); got != 0 {
		t.Errorf("got %d", got)
	}
}

func TestEven(t *testing.T) {
	if !Even(2) || Even(3) || Even(5) {
		t.Error("no")
	}
}

func TestLesser(t *testing.T) {
	if Lesser(1, 2) != 1 || Lesser(2, 1) != 1 {
		t.Error("no")
	}
}
