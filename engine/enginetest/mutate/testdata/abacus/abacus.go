// Package abacus is what the test of the command breaks.
package abacus

// Total adds up prices below a limit, at most so many.
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

// Lesser is the lesser of two numbers. That equal ones are not swapped makes no
// difference.
func Lesser(a, b int) int {
	if b < a {
		a = b
	}
	return a
}
