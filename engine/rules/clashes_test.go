package rules_test

import (
	"testing"

	"crossfeed/engine/enginetest/rulestest"
	"crossfeed/engine/rules"
)

// Two versions with the same topmost entry are one update unless updates, deletion or content
// differ. The data of a tombstone does not matter, nor does the unknown data of a version
// whose publisher stored only its keys (SSE 0.91 §5.2).
func TestAgree(t *testing.T) {
	var notation rulestest.Notation
	const x = "2|-|x|2@30@A"
	for _, c := range []struct {
		name, x, y string
		want       bool
	}{
		{"the same", x, x, true},
		{"with less history", x, "2|-|x|2@30@A;1@20@B", true},
		{"other updates", x, "3|-|x|2@30@A", false},
		{"another content", x, "2|-|y|2@30@A", false},
		{"one is deleted", x, "2|D|x|2@30@A", false},
		{"both are deleted, with other data", "2|D|x|2@30@A", "2|D|y|2@30@A", true},
		{"of one only the keys are known", x, "2|M||2@30@A", true},
		{"of a deletion only the keys are known", "2|D|x|2@30@A", "2|M||2@30@A", true},
		{"of one only the keys are known, with other updates", x, "3|M||2@30@A", false},
	} {
		x, y := notation.Version(t, c.x), notation.Version(t, c.y)
		if rules.Agree(x, y) != c.want || rules.Agree(y, x) != c.want {
			t.Errorf("%s: %v and, the other way, %v", c.name, rules.Agree(x, y), rules.Agree(y, x))
		}
	}
}
