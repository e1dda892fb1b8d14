package conflicts

// Dropped is all that saving would leave out of one field of a version. It stays in
// the history.
type Dropped struct {
	// Number is the number of the candidate.
	Number int
	// Field is the name of the field; "" for the deletion of the item where the
	// result keeps it.
	Field string
	// Values are the value that the result lacks, or the members of a set, or the
	// lines of a text. There are none where the version emptied the field and the
	// result does not.
	Values []string
}

// Dropped sums Drops up by version and field.
func (s *Session) Dropped() []Dropped {
	var all []Dropped
	for _, d := range s.Drops() {
		one := Dropped{Number: d.Number, Field: d.Field, Values: d.Parts}
		if r := s.grid.find(d.Field); d.Field != "" && d.Parts == nil && r.values[d.Number] != "" {
			one.Values = []string{r.values[d.Number]}
		}
		if n := len(all) - 1; n >= 0 && all[n].Number == one.Number && all[n].Field == one.Field {
			all[n].Values = append(all[n].Values, one.Values...)
			continue
		}
		all = append(all, one)
	}
	return all
}
