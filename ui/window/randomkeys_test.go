package window

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/seeds"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/place"
)

// By hand: -args -keys.seeds 20000 -keys.first 100000. A seed that failed is kept in
// testdata/keys and tried first from then on.
var keySeeds = seeds.New("keys", "random sequences of keys on the conflict page")

// Whatever keys are pressed on the page of a conflict, it shows what a simple model of
// it says, what is saved is what the model says, to the byte, and no other item changes.
// Clicks do what keys do, and what comes before a person can have seen the page does nothing.
// Versions arrive meanwhile, some of them deletions, and the program starts anew. In SSE
// 0.91, in which every update resolves all conflicts, a fifth as many sequences are tried.
func TestRandomKeysSaveWhatThePageShows(t *testing.T) {
	all, hits, merges := keySeeds.All(t, testsize.Of[uint64](20, 1000)), 0, 0
	pointed, early := 0, 0
	for dialect, tried := range map[item.Dialect][]uint64{item.FeedSync10: all, item.SSE091: all[:len(all)/5]} {
		for some := range slices.Chunk(tried, 50) { // a window grows messages and an archive
			name := fmt.Sprintf("%s, seeds %d to %d", dialect, some[0], some[len(some)-1])
			if !t.Run(name, func(t *testing.T) {
				p := pressKeys(t, dialect, some)
				hits, merges = hits+p.hits, merges+p.merges
				pointed, early = pointed+p.pointed, early+p.early
			}) {
				return
			}
		}
	}
	t.Logf("%d clicks on buttons made a choice, %d on cells and ticks, and M %d; %d came too early", hits, pointed, merges, early)
	if len(all) >= 500 && min(hits, merges, pointed, early) < 15 {
		t.Error("too few to show anything")
	}
}

func pressKeys(t *testing.T, dialect item.Dialect, some []uint64) *keyPresser {
	p := newKeyPresser(t, dialect)
	for _, seed := range some {
		if why := p.play(seed); why != "" {
			keySeeds.Keep(t, seed)
			t.Fatalf("seed %d: %s\nafter %s\nof %s", seed, why, strings.Join(p.log, " "), p.items[p.shownItem()])
		}
	}
	return p
}

// keyPresser presses keys on a desk with a list of three conflicts and one other item.
type keyPresser struct {
	*desk
	t       *testing.T
	dialect item.Dialect
	store   *memory.Store
	list    int64
	random  *rand.Rand
	// mouse draws the clicks, and what is done in haste, beside the sequences of keys.
	mouse *rand.Rand
	// cursor draws where in a text is typed, beside both.
	cursor *rand.Rand
	items  map[string]*keyItem
	models map[string]*keyModel
	log    []string
	saved  map[string]bool
	// hits are the clicks on choices that changed what is chosen, merges the merges that
	// were chosen by key.
	hits, merges int
	// pointed are the clicks on cells and ticks that changed what is chosen, early the keys
	// and clicks that came too early.
	pointed, early int
	// seed and made name versions.
	seed uint64
	made int
	// hasty is how many of the keys to come follow before all is done that the one before
	// them brings.
	hasty int
}

func newKeyPresser(t *testing.T, dialect item.Dialect) *keyPresser {
	c := &clock{noon}
	p := &keyPresser{t: t, dialect: dialect, store: memory.New()}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: p.store, Clock: c, Random: random('d'), Files: transport.Disk{}, Endpoint: "desk", Content: cache.Disk{Folder: contentFolder(t)},
	})
	must(t, err)
	p.desk = &desk{t: t, clock: c, engine: e, kept: kept{}}
	must(t, two(e.Lists.Create(t.Context(), lists.New{Name: "Todos", Kind: string(record.Todo), Dialect: dialect})))
	must(t, p.store.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Todos")
		p.list = set.Key
		return err
	}))
	p.start()
	return p
}

// start starts the program.
func (p *keyPresser) start() {
	p.desk.open()
	p.fyne.Resize(fyne.NewSize(1180, 740))
}

// play presses the keys of a seed, and says what went wrong.
func (p *keyPresser) play(seed uint64) string {
	p.mouse, p.cursor = rand.New(rand.NewPCG(seed, 2)), rand.New(rand.NewPCG(seed, 3))
	p.random, p.seed, p.made, p.log, p.hasty = rand.New(rand.NewPCG(seed, 1)), seed, 0, nil, 0
	p.items, p.models, p.saved = map[string]*keyItem{}, map[string]*keyModel{}, map[string]bool{}
	p.begin()
	for range 4 + p.random.IntN(12) {
		if why := p.step(); why != "" {
			return why
		}
	}
	p.hasty = 0
	for !p.resolved("one") { // and then one item is resolved
		switch it := p.shownItem(); {
		case it != "one":
			p.key(fyne.KeyF8)
			p.openedAgain()
		case p.models["one"].left() && p.random.IntN(2) == 0:
			p.key(fyne.KeyHome)
			p.moved()
			p.number(p.random.IntN(2))
		default:
			if why := p.save(); why != "" {
				return why
			}
		}
		if why := p.differs(); why != "" {
			return why
		}
		if len(p.log) > 200 {
			return "not everything could be resolved"
		}
	}
	return p.othersChanged()
}

// shownItem is the item on the page; "" where it is not in sight.
func (p *keyPresser) shownItem() string {
	if !p.win.resolving() {
		return ""
	}
	return p.win.pages.resolve.Item().ID
}

// resolved reports whether nothing is left to ask about an item, or it was saved once.
func (p *keyPresser) resolved(id string) bool {
	return p.saved[id] || len(p.items[id].columns()) < 2
}

// keyItems are the items of the list: three conflicts, the last of which is left, so that
// the page stays in sight, and one without a conflict.
var keyItems = []string{"one", "two", "spare", "calm"}

func keyPlace(id string) place.Item { return place.Item{Set: "Todos", ID: id} }

// begin puts the items of a sequence into the list.
func (p *keyPresser) begin() {
	must(p.t, p.store.Update(p.t.Context(), func(w store.Writer) error {
		for _, id := range keyItems {
			p.win.pages.resolve.Forget(keyPlace(id))
			base := p.draw(id)
			if p.items[id].base != nil {
				if err := w.PutArchive(p.list, base.made, store.Seen{At: noon}); err != nil {
					return err
				}
			}
			if err := w.PutItem(p.list, p.stored(id), store.Seen{At: noon}); err != nil {
				return err
			}
		}
		return nil
	}))
	p.win.Reload()
	p.rest()
	p.win.openResolve(keyPlace("one"))
	p.rest()
	p.openedAgain()
}

func (p *keyPresser) stored(id string) *item.Item {
	it := &item.Item{}
	for i, v := range p.items[id].versions {
		if i == 0 {
			it.Winner = v.made
		} else {
			it.Conflicts = append(it.Conflicts, v.made)
		}
	}
	return it
}

// draw makes the versions of an item: of the calm one there is one.
func (p *keyPresser) draw(id string) (base *keyVersion) {
	base = p.version(id, -60, "phone", false, map[string]string{
		"title": p.pick("Eggs", "Milk", "Bread"), "text": p.text(p.random.IntN(6)), "tags": p.pick("", "food", "food\nshop"), "priority": p.pick("", "1"), "done": "false",
	}, nil)
	moves := p.seed%4 == 1
	if moves {
		base.values["text"] = "milk\nbread\nsalt\ntea\n"
		base = p.version(id, -60, "phone", false, base.values, nil)
	}
	it := &keyItem{straight: p.dialect == item.SSE091}
	if p.random.IntN(5) > 0 {
		it.base = base
	}
	by := []string{"desk", "laptop", "tablet"}
	p.random.Shuffle(3, func(i, j int) { by[i], by[j] = by[j], by[i] })
	for n := range 2 + p.random.IntN(2) {
		values := p.edited(base.values)
		if moves {
			values["text"] = p.movedOrEdited(n == 0)
		}
		v := p.version(id, -n, by[n], id != "calm" && p.random.IntN(8) == 0, values, base)
		if it.versions = append(it.versions, v); id == "calm" {
			break
		}
	}
	p.items[id] = it
	if len(it.columns()) < 2 && id != "calm" {
		return p.draw(id)
	}
	return base
}

// version is one that was made so many seconds after noon.
func (p *keyPresser) version(id string, seconds int, by string, deleted bool, values map[string]string, base *keyVersion) *keyVersion {
	c, err := record.New(record.Todo, values)
	must(p.t, err)
	p.made++
	made := &item.Version{ID: id, Updates: 1, Deleted: deleted, Content: c}
	if base != nil {
		made.Updates, made.History = 2, base.made.History
	}
	// the seed is in the time, so that no version is known from another sequence
	when := item.At(noon.Add(-time.Duration(p.seed%100_000)*time.Hour + time.Duration(seconds)*time.Second))
	made.History = append([]item.History{{Sequence: made.Updates, By: by, When: when}}, made.History...)
	return &keyVersion{name: fmt.Sprint(by, p.made), by: by, deleted: deleted, values: values, made: made}
}

func (p *keyPresser) pick(all ...string) string { return all[p.random.IntN(len(all))] }

func (p *keyPresser) text(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = p.pick("milk", "bread", "salt", "tea", "rice", "flour", "sugar")
	}
	text := strings.Join(all, "\n")
	if n > 0 && p.random.IntN(3) > 0 {
		text += "\n"
	}
	return text
}

// movedOrEdited is a text of which the first line was moved to the end, or edited. More lines may be
// there at the end.
func (p *keyPresser) movedOrEdited(moves bool) string {
	end := p.pick("", "", "oats\n", "rye\n")
	if moves {
		return "bread\nsalt\ntea\n" + p.pick("", "", "wine\n") + "milk\n" + end
	}
	return p.pick("", "two ") + "milk" + p.pick("", " too") + "\nbread\nsalt\ntea\n" + end
}

// edited are values that somebody changed.
func (p *keyPresser) edited(v map[string]string) map[string]string {
	e := maps.Clone(v)
	if p.random.IntN(2) == 0 {
		e["title"] = p.pick("Eggs", "Six eggs", "Ten eggs", "Brown "+v["title"], "Fresh "+v["title"], v["title"]+" for Sunday", v["title"]+" (six)")
	}
	if p.random.IntN(2) == 0 {
		e["tags"] = p.pick("", "food", "food\nveg", "food\nshop")
	}
	if p.random.IntN(3) == 0 {
		e["priority"] = p.pick("", "1", "5", "9")
	}
	all := strings.SplitAfter(v["text"], "\n")
	for i := range all {
		switch p.random.IntN(6) {
		case 5:
			if line := strings.TrimSuffix(all[i], "\n"); line != "" {
				all[i] = p.pick("two "+line, line+" too") + all[i][len(line):]
			}
		case 0:
			all[i] = p.pick("oats", "rye", "wine") + all[i]
		case 1:
			all[i] += p.text(1)
		case 2:
			all[i] = ""
		}
	}
	e["text"] = strings.Join(all, "")
	if p.random.IntN(6) == 0 { // the last line break alone
		if e["text"] = strings.TrimSuffix(e["text"], "\n"); e["text"] == v["text"] && e["text"] != "" {
			e["text"] += "\n"
		}
	}
	return e
}
