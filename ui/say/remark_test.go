package say_test

import (
	"testing"

	"crossfeed/engine/lineage"
)

func TestRemarksAboutClocks(t *testing.T) {
	for remark, want := range map[lineage.Remark]string{
		lineage.Plausible: "",
		lineage.Ahead:     "in the future: that clock cannot be right",
		lineage.Behind:    "before the version it was made from: that clock was behind",
		lineage.Timeless:  "time not known",
	} {
		if got := speaker().Remark(remark); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
