package transfer

import (
	"testing"

	"crossfeed/engine/record"
)

func TestTheColumnsOfProgramsNameFields(t *testing.T) {
	for _, p := range programs {
		for name, c := range p.columns {
			if _, err := record.Find(p.kind, c.field); c.field != "" && err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if !c.known() {
				t.Errorf("%s means nothing", name)
			}
		}
	}
}
