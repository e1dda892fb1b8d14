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
	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/seeds"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/snapshot"
)

// By hand: -args -keys.seeds 20000 -keys.first 20000000. A seed that failed is saved in
// testdata/keys, and is tried first from then on.
var keySeeds = seeds.NewFrom("keys", "random sequences of keys on the conflict page", onlyTodos)

// Whatever keys are pressed on the conflict page, it shows what a simple model shows, exactly
// the bytes of the model are saved, and no other item changes. Clicks do the same as keys, and
// anything before a person can have seen the page has no effect. Versions are received in the
// meantime, some of them deletions, and the program restarts. The items are todos, contacts with
// several phones, e-mails and addresses, or outlines that were moved. For SSE 0.91, in which
// every update resolves all conflicts, a fifth as many sequences are tried, except for outlines,
// which no other dialect has.
func TestRandomKeysSaveWhatThePageShows(t *testing.T) {
	all, hits, merges := keySeeds.All(t, testsize.Of[uint64](30, 1000)), 0, 0
	pointed, early, added := 0, 0, 0
	for _, kind := range []*keyKind{todoKeys, contactKeys, outlineKeys} {
		tried := slices.DeleteFunc(slices.Clone(all), func(seed uint64) bool { return kindOf(seed) != kind.Kind })
		for n, dialect := range kind.dialects {
			if n > 0 {
				tried = tried[:len(tried)/5]
			}
			for some := range slices.Chunk(tried, 50) { // a window accumulates messages and an archive
				name := fmt.Sprintf("%s in %s, seeds %d to %d", kind.list, dialect, some[0], some[len(some)-1])
				if !t.Run(name, func(t *testing.T) {
					p := pressKeys(t, kind, dialect, some)
					hits, merges = hits+p.hits, merges+p.merges
					pointed, early, added = pointed+p.pointed, early+p.early, added+p.added
				}) {
					return
				}
			}
		}
	}
	t.Logf("%d clicks on buttons made a choice, %d on cells and ticks, M %d, and adding to sets %d; %d came too early", hits, pointed, merges, added, early)
	t.Logf("the model split %d of %d texts alone", splits.alone, splits.all)
	if len(all) >= 500 && min(hits, merges, pointed, early, added) < 15 {
		t.Error("too few to show anything")
	}
}

func pressKeys(t *testing.T, kind *keyKind, dialect item.Dialect, some []uint64) *keyPresser {
	p := newKeyPresser(t, kind, dialect)
	for _, seed := range some {
		if why := p.play(seed); why != "" {
			keySeeds.Save(t, seed)
			t.Fatalf("seed %d: %s\nafter %s\nof %s", seed, why, strings.Join(p.log, " "), p.items[p.shownItem()])
		}
	}
	return p
}

// keyPresser presses keys on a desk with a list of three conflicts and one other item.
type keyPresser struct {
	*desk
	t       *testing.T
	kind    *keyKind
	dialect item.Dialect
	store   *memory.Store
	list    int64
	random  *rand.Rand
	// mouse chooses clicks and hasty actions, independently of the sequences of keys.
	mouse *rand.Rand
	// cursor chooses positions in a text, independently of both.
	cursor *rand.Rand
	items  map[string]*keyItem
	models map[string]*keyModel
	// outlines are the outlines in which the items can be.
	outlines []*item.Version
	log      []string
	saved    map[string]bool
	// hits counts the clicks on offers that changed a choice, merges the merges that were
	// chosen with the keyboard, and added the versions that were added to sets.
	hits, merges, added int
	// pointed counts the clicks on cells and tick boxes that changed a choice, early the keys
	// and clicks that were too early.
	pointed, early int
	// seed and made are used to name versions.
	seed uint64
	made int
	// hasty is the number of next keys that do not wait for the jobs of the key before.
	hasty int
}

func newKeyPresser(t *testing.T, kind *keyKind, dialect item.Dialect) *keyPresser {
	c := &clock{noon}
	p := &keyPresser{t: t, kind: kind, dialect: dialect, store: memory.New()}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: p.store, Clock: c, Random: random('d'), Files: transport.Disk{}, Endpoint: "desk", Content: cache.Disk{Folder: contentFolder(t)},
	})
	must(t, err)
	p.desk = &desk{t: t, clock: c, engine: e, settings: memorySettings{}}
	must(t, two(e.Lists.Create(t.Context(), lists.New{Name: kind.list, Kind: string(kind.Kind), Dialect: dialect})))
	must(t, p.store.View(t.Context(), func(r store.Reader) error {
		set, err := r.SetNamed(kind.list)
		p.list = set.Key
		return err
	}))
	if kind == outlineKeys {
		must(t, p.store.Update(t.Context(), p.beginOutlines))
	}
	p.start()
	return p
}

// start starts the program.
func (p *keyPresser) start() {
	p.desk.open()
	p.fyne.Resize(fyne.NewSize(1180, 740))
}

// play presses the keys of a seed, and returns what went wrong.
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
	for !p.resolved("one") { // finally, one item is resolved
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

// shownItem returns the item on the page; "" if the page is not in sight.
func (p *keyPresser) shownItem() string {
	if !p.win.resolving() {
		return ""
	}
	return p.win.pages.resolve.Item().ID
}

// resolved reports whether nothing is left to ask about an item, or it was saved before.
func (p *keyPresser) resolved(id string) bool {
	return p.saved[id] || len(p.items[id].columns()) < 2
}

// keyItems are the items of the list: three conflicts, the last of which is never resolved, so
// that the page stays in sight, and an item without a conflict.
var keyItems = []string{"one", "two", "spare", "calm"}

func (p *keyPresser) place(id string) snapshot.Item { return snapshot.Item{Set: p.kind.list, ID: id} }

// begin adds the items of a sequence to the list.
func (p *keyPresser) begin() {
	must(p.t, p.store.Update(p.t.Context(), func(w store.Writer) error {
		for _, id := range keyItems {
			p.win.pages.resolve.Forget(p.place(id))
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
	p.win.openResolve(p.place("one"))
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

// draw creates the versions of an item: a single one for calm.
func (p *keyPresser) draw(id string) (base *keyVersion) {
	base = p.version(id, -60, "phone", false, p.kind.draw(p, id), nil)
	moves := p.seed%4 == 1
	if moves {
		base.values[p.kind.text] = "milk\nbread\nsalt\ntea\n"
		base = p.version(id, -60, "phone", false, base.values, nil)
	}
	it := &keyItem{kind: p.kind, straight: p.dialect == item.SSE091}
	if p.random.IntN(5) > 0 {
		it.base = base
	}
	by := []string{"desk", "laptop", "tablet"}
	p.random.Shuffle(3, func(i, j int) { by[i], by[j] = by[j], by[i] })
	for n := range 2 + p.random.IntN(2) {
		values := p.edited(id, base.values)
		if moves {
			values[p.kind.text] = p.movedOrEdited(n == 0)
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

// version creates a version that was made a number of seconds after noon.
func (p *keyPresser) version(id string, seconds int, by string, deleted bool, values map[string]string, base *keyVersion) *keyVersion {
	fields := maps.Clone(values)
	delete(fields, conflicts.Place)
	c, err := record.New(p.kind.Kind, fields)
	must(p.t, err)
	p.made++
	made := &item.Version{ID: id, Updates: 1, Deleted: deleted, Content: c}
	made.Place.Parent, made.Place.Key, _ = strings.Cut(values[conflicts.Place], " ")
	if base != nil {
		made.Updates, made.History = 2, base.made.History
	}
	made.History = append([]item.History{{Sequence: made.Updates, By: by, When: item.At(p.began().Add(time.Duration(seconds) * time.Second))}}, made.History...)
	return &keyVersion{name: fmt.Sprint(by, p.made), by: by, deleted: deleted, values: values, made: made}
}

// began returns the time at which the versions of a seed were made, so that none is known from
// another sequence. Seeds of both ranges are played in one window.
func (p *keyPresser) began() time.Time {
	at := noon.Add(-time.Duration(p.seed%100_000) * time.Hour)
	if p.seed >= onlyTodos {
		at = at.Add(-30 * time.Minute)
	}
	return at
}

func (p *keyPresser) pick(all ...string) string { return all[p.random.IntN(len(all))] }

func (p *keyPresser) text(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = p.pick(p.kind.lines...)
	}
	text := strings.Join(all, "\n")
	if n > 0 && p.random.IntN(3) > 0 {
		text += "\n"
	}
	return text
}

// movedOrEdited returns a text whose first line was moved to the end, or edited. There may be
// more lines at the end.
func (p *keyPresser) movedOrEdited(moves bool) string {
	end := p.pick("", "", "oats\n", "rye\n")
	if moves {
		return "bread\nsalt\ntea\n" + p.pick("", "", "wine\n") + "milk\n" + end
	}
	return p.pick("", "two ") + "milk" + p.pick("", " too") + "\nbread\nsalt\ntea\n" + end
}

// edited returns values that somebody changed.
func (p *keyPresser) edited(id string, v map[string]string) map[string]string {
	e := maps.Clone(v)
	p.kind.edit(p, id, e)
	all := strings.SplitAfter(v[p.kind.text], "\n")
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
	e[p.kind.text] = strings.Join(all, "")
	if p.random.IntN(6) == 0 { // only the last line break
		if e[p.kind.text] = strings.TrimSuffix(e[p.kind.text], "\n"); e[p.kind.text] == v[p.kind.text] && e[p.kind.text] != "" {
			e[p.kind.text] += "\n"
		}
	}
	return e
}
