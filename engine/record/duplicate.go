package record

import (
	"cmp"
	"slices"
)

// Candidate is a contact among which duplicates are looked for.
type Candidate struct {
	// Key tells the contact from all others.
	Key    string
	Record Record
}

// Pair are two contacts that may be the same person, by their keys.
type Pair struct {
	A, B string
	// Why is never empty.
	Why []Reason
}

// Reason is something that two contacts have in common.
type Reason string

// Reasons, the strongest first.
const (
	SameMail  Reason = "the same e-mail address"
	SamePhone Reason = "the same telephone number"
	SameName  Reason = "the same name"
)

var reasons = []Reason{SameMail, SamePhone, SameName}

// crowd is the number of contacts that share something from which on not every
// two of them are a pair, but each and the next: a switchboard's number would
// make millions.
const crowd = 10

// Duplicates lists the pairs of contacts that may be the same person, in the
// order of the candidates. Joining pair after pair brings all together that
// belong together. It takes O(n log n) time.
func Duplicates(all []Candidate) []Pair {
	contacts := make([]traits, len(all))
	for i, c := range all {
		contacts[i] = traitsOf(c.Record)
	}
	found := map[[2]int][]Reason{}
	for _, why := range reasons {
		for _, sharing := range buckets(contacts, why) {
			for _, pair := range pairsOf(sharing) {
				if contacts[pair[0]].share(contacts[pair[1]], why) && !slices.Contains(found[pair], why) {
					found[pair] = append(found[pair], why)
				}
			}
		}
	}
	return inOrder(all, found)
}

// buckets are the contacts, by their place, that share a key.
func buckets(contacts []traits, why Reason) map[string][]int {
	byKey := make(map[string][]int, len(contacts))
	for i, c := range contacts {
		for _, key := range c.keys(why) {
			byKey[key] = append(byKey[key], i)
		}
	}
	return byKey
}

func pairsOf(sharing []int) [][2]int {
	var pairs [][2]int
	for i, a := range sharing {
		others := sharing[i+1:]
		if len(sharing) > crowd {
			others = others[:min(1, len(others))]
		}
		for _, b := range others {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func inOrder(all []Candidate, found map[[2]int][]Reason) []Pair {
	places := make([][2]int, 0, len(found))
	for pair := range found {
		places = append(places, pair)
	}
	slices.SortFunc(places, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	pairs := make([]Pair, len(places))
	for i, p := range places {
		pairs[i] = Pair{all[p[0]].Key, all[p[1]].Key, found[p]}
	}
	return pairs
}
