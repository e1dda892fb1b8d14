package main

// contentsyncMutations break what decides which files of a library are fetched and kept.
var contentsyncMutations = []mutation{
	{"newer: a feed that is not newer takes the place of the cached one", "../process.go",
		"l.here && !r.Whole && !csx.Newer(", "l.here && l.err != nil && !csx.Newer("},
	{"newer: equal dates are newer", "../csx/newer.go",
		"dated(built).After(dated(cached))", "!dated(built).Before(dated(cached))"},
	{"newer: without dates nothing is", "../csx/newer.go",
		"return mark != cachedMark", "return false && mark != cachedMark"},
	{"newer: bytes count beside dates", "../csx/newer.go",
		"built.IsZero() && cached.IsZero()", "built.Equal(cached)"},
	{"newer: items by their pubDate alone", "../links.go",
		"csx.Newer(i.Built, cached.Built,", "csx.Newer(i.Published, cached.Published,"},
	{"newer: items without lastBuildDate have no date", "../csx/draft.go",
		"d.Built = d.Published", "d.Built = d.built"},
	{"newer: all items of a newer feed are", "../links.go",
		"return !exists || csx.Newer(", "return exists || csx.Newer("},
	{"newer: items that were not there are not", "../links.go",
		"return !exists || csx.Newer(", "return exists && csx.Newer("},
	{"items: guids do not count", "../csx/draft.go",
		"if d.ID = d.guid; d.ID != \"\" {", "if d.ID = d.guid; d.ID == \"\\n\" {"},

	{"links: on demand is fetched", "../links.go",
		"if !l.OnDemand {\n\t\t\twanted", "if l.Address != \"\" {\n\t\t\twanted"},
	{"links: a nested feed is a file", "../links.go",
		"ContentWanted{Address: l.Address, Nested: l.Nested,", "ContentWanted{Address: l.Address, Nested: l.Nested && l.OnDemand,"},
	{"links: relative to the root feed", "../document.go",
		"cmp.Or(answer.At, e.Address)", "cmp.Or(answer.At, r.library.Address)"},
	{"links: beside a nested feed others count", "../csx/links.go",
		"d.Links = d.nested", "d.Links = append(d.nested, d.links...)"},
	{"links: the last of two nested feeds counts", "../csx/links.go",
		"if len(*into) == most ||", "if l.Nested && len(*into) > 0 {\n\t\t(*into)[0] = l\n\t}\n\tif len(*into) == most ||"},
	{"links: of two to one nested feed any counts", "../csx/links.go",
		"&& (l.OnDemand || l.Nested)", "&& l.OnDemand"},
	{"links: only children of the item", "../csx/links.go",
		"if d == nil {\n\t\treturn\n\t}\n\treference", "if d == nil || b.open[len(b.open)-2].meaning != item {\n\t\treturn\n\t}\n\treference"},

	{"queue: links are put in it after the feed is cached", "../process.go",
		"put := func() error { return r.update(r.ctx, d.put) }\n", apart},
	{"queue: what failed is not tried again", "../keeping.go",
		"return w.PutWanted(r.Library, l.ContentWanted)", "return w.Dequeue(r.Library, l.Number)"},
	{"queue: what is here is not asked for again", "../queue.go",
		"case removed && !w.Asked,", "case e.here,"},
	{"queue: feeds are read again in a run", "../queue.go",
		"r.visited[w.Address] = true", "r.visited[w.Address] = false"},
	{"queue: what is left of a download that is kept stays", "../comparing.go",
		"return r.cache.Taken(name)\n\t})", "return nil\n\t})"},

	{"clean-up: never", "../cleaning.go",
		"return r.removeUnreferenced()", "return 0, nil"},
	{"clean-up: while a feed could not be had", "../cleaning.go",
		"waits = waits || w.Nested && !is", "waits = waits && w.Nested && !is"},
	{"clean-up: feeds that the root does not lead to stay", "../cleaning.go",
		"if waits {\n\t\tunreachable = nil", "if waits || unreachable != nil {\n\t\tunreachable = nil"},
	{"clean-up: entries that nobody wants stay", "../cleaning.go",
		"idle = append(idle, w)", "_ = w"},
	{"clean-up: a file goes while a second item refers to it", "../cleaning.go",
		"files, err = s.Unreferenced(r.Library)", despiteASecond},
}

// apart caches a feed in one transaction, and queues its links in another.
const apart = `var links []store.ContentWanted
	put := func() error {
	err := r.Store.Update(r.ctx, func(w store.Writer) error {
		before, _ := w.Wanted(r.Library, 0, 1<<30)
		if err := d.put(w); err != nil {
			return err
		}
		after, _ := w.Wanted(r.Library, 0, 1<<30)
		for _, one := range after {
			if len(before) == 0 || one.Number > before[len(before)-1].Number {
				links = append(links, one)
				_ = w.Dequeue(r.Library, one.Number)
			}
		}
		return nil
	})
	if err == nil {
		err = r.Store.Update(r.ctx, func(w store.Writer) error {
			_, err := w.Enqueue(r.Library, links...)
			return err
		})
	}
	return err
	}
`

// despiteASecond removes files that two items refer to as well.
const despiteASecond = `files, err = s.Unreferenced(r.Library)
		_ = s.ContentFiles(r.Library, func(f store.ContentFile) error {
			if by, _ := s.ContentReferrers(r.Library, f.Address, 9); len(by) == 2 {
				files = append(files, f)
			}
			return nil
		})`
