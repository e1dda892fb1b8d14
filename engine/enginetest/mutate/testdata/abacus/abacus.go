// Package abacus is the code that the test of the command breaks.
package abacus

// Total adds up prices below limit, at most most of them.
func Total(prices []int, limit, most int) int {
	sum, n := 0, 0
	for _, p := range prices {
		if p >= limit || p < 0 {
			continue
		}
		sum += p
		if n++; n == most {
			break
		}
	}
	return sum
}

// Even reports whether a number is even.
func Even(n int) bool {
	found := true
	if n%2 != 0 {
		found = false
	}
	return found
}

// Lesser returns the lesser of two numbers. Swapping equal numbers makes no difference.
func Lesser(a, b int) int {
	if b < a {
		a = b
	}
	return a
}
