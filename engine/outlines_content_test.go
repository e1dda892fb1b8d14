package engine_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// agreeOn checks that everyone has one and the same version of an item, and that nobody
// is told of an identifier in use twice.
func (p *plans) agreeOn(id string) {
	p.Helper()
	for range 3 {
		for _, d := range p.desks {
			for _, r := range d.sync() {
				if said := strings.Join(r.Problems, "\n"); said != "" {
					p.Errorf("%s is told %s", d.Endpoint(), said)
				}
			}
		}
	}
	first := p.desks[0].item(id)
	for _, d := range p.desks[1:] {
		if it := d.item(id); !it.Winner.Same(first.Winner) || len(it.Conflicts) != len(first.Conflicts) {
			p.Errorf("%s has\n%s\nand %s\n%s", p.desks[0].Endpoint(), first.Winner.Content.XML(), d.Endpoint(), it.Winner.Content.XML())
		}
	}
}

// An outline says of itself nothing but what its document says, so that whoever reads it
// has the same.
func TestWhatIsWrittenIntoAnOutlineComesBackAsItIs(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	p.files.Put(foreign, plain(
		strings.Replace(other("a", "1"), `text="The a"`, `text="" title="The a"`, 1),
		strings.Replace(other("b", "1"), `text="The b"`, `Text="The b"`, 1),
		strings.Replace(other("c", "1"), `text="The c"`, `title="The c" text="  "`, 1),
		other("d", "1"),
	))
	p.quiet()
	laptop := p.desks[0]
	for _, v := range []record.Values{
		{"note": "a note"}, {"title": "Another"}, {"title": "Another "}, {"title": "Another\n"}, {"title": " Another\r\n\t "}, {"title": ""}, {"title": " "}, {"note": "", "title": "b"},
	} {
		for _, id := range []string{"a", "b", "c", "d"} {
			laptop.clock.step(time.Minute)
			if _, err := laptop.Edit(t.Context(), "Groceries", id, v, nil); err == nil {
				p.agreeOn(id)
			}
		}
	}
}

func TestWhatIsCopiedIntoAnOutlineComesBackAsItIs(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop := p.desks[0]
	for _, kind := range []string{"note", "todo", "contact"} {
		_, err := laptop.NewSet(t.Context(), engine.NewSet{Name: kind, Kind: kind})
		laptop.check(err)
		v := record.Values{"title": "Call", "text": "the bank\nsoon"}
		if kind == "contact" {
			v = record.Values{"name": "A person"}
		}
		_, err = laptop.Add(t.Context(), kind, v, engine.AddOptions{ID: kind})
		laptop.check(err)
		o, err := laptop.Copy(t.Context(), []engine.Ref{{Set: kind, ID: kind}}, "Groceries")
		if err != nil || len(o.Refused) > 0 {
			t.Logf("%s: %v %v", kind, err, o.Refused)
			continue
		}
		p.agreeOn(o.Done[0].ID)
	}
}
