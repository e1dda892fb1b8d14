package storage

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/store"
)

// span is how many keys one statement of a search goes through: a few milliseconds, after
// which it checks whether the context is done.
const span = 1 << 14

// found is the progress of a search: the number of rows up to and including a key. Callers
// that want the first rows usually want their number next, which can then continue from here.
type found struct {
	set   int64
	query store.Query
	upTo  int64
	rows  int
}

// search is Rows for a query with a search.
func (r *reader) search(set int64, q store.Query) (rows []store.Row, err error) {
	f, a := begin(set, q), askSpan(set, q)
	var last int64
	err = r.eachSpan(&f, func(after, upTo int64) (bool, error) {
		values := slices.Concat(a.values, args{after, upTo, rest(q, len(rows))})
		some, err := all(r, rowScanner(&last), a.rows(), values...)
		rows = append(rows, some...)
		f.upTo, f.rows = upTo, len(rows)
		enough := q.Limit > 0 && len(rows) == q.Limit
		if enough {
			f.upTo = last
		}
		return enough, err
	})
	r.found = f
	return rows, err
}

// countFound is CountRows for a query with a search.
func (r *reader) countFound(set int64, q store.Query) (int, error) {
	f, a := begin(set, q), askSpan(set, q)
	if r.found.set == f.set && r.found.query == f.query {
		f = r.found
	}
	err := r.eachSpan(&f, func(after, upTo int64) (bool, error) {
		var n int
		err := r.one(a.count(), slices.Concat(a.values, args{after, upTo}), &n)
		f.upTo, f.rows = upTo, f.rows+n
		return q.Enough > 0 && f.rows >= q.Enough, err
	})
	return f.rows, err
}

// countEachFound is CountEach for a query with a search.
func (r *reader) countEachFound(set int64, q store.Query) (map[int64]int, error) {
	counts, a := map[int64]int{}, askSpan(set, q)
	f := begin(set, q)
	err := r.eachSpan(&f, func(after, upTo int64) (bool, error) {
		f.upTo = upTo
		return false, r.addEach(counts, a, slices.Concat(a.values, args{after, upTo}))
	})
	return counts, err
}

// begin returns a search that has found nothing yet. What it finds does not depend on the
// limit.
func begin(set int64, q store.Query) found {
	q.Limit = 0
	return found{set: set, query: q}
}

// askSpan returns the question of a query with a search, for a range of keys.
func askSpan(set int64, q store.Query) *question {
	a := ask(set, q)
	a.and("s.item > ? AND s.item <= ?")
	return a
}

// eachSpan continues a search, span by span, until read reports that there is enough.
func (r *reader) eachSpan(f *found, read func(after, upTo int64) (enough bool, err error)) error {
	const ends = `SELECT
		coalesce((SELECT key - 1 FROM items%[1]s ORDER BY key LIMIT 1), 0),
		coalesce((SELECT key FROM items%[1]s ORDER BY key DESC LIMIT 1), 0)`
	where, values := "", args{}
	if f.set != 0 {
		where, values = " WHERE set_key = ?1", args{f.set}
	}
	var before, last int64
	if err := r.one(fmt.Sprintf(ends, where), values, &before, &last); err != nil {
		return err
	}
	for after := max(f.upTo, before); after < last; after = f.upTo {
		if err := r.ctx.Err(); err != nil {
			return r.fail(err)
		}
		if enough, err := read(after, after+span); err != nil || enough {
			return err
		}
	}
	return nil
}

// question is a query in SQL.
type question struct {
	from string
	// key is the column with the key of an item.
	key    string
	where  []string
	values args
	// ofItem reports whether it needs columns that only items has.
	ofItem bool
}

// liveSets selects the keys of the lists that are not deleted.
const liveSets = "(SELECT key FROM sets WHERE NOT deleted)"

// liveSetsIn selects those of keptSets that a partial index has, by one lookup for each. Going
// through 20,000 lists without entries in the index would take 160 ms.
const liveSetsIn = `(
	WITH RECURSIVE filled (key) AS (
		SELECT min(set_key) FROM items WHERE %[1]s
		UNION ALL
		SELECT (SELECT min(set_key) FROM items WHERE %[1]s AND set_key > filled.key) FROM filled WHERE filled.key IS NOT NULL
	)
	SELECT key FROM filled CROSS JOIN sets USING (key) WHERE NOT sets.deleted)`

// setsWith selects the keys of the lists that have rows that match a query, or slightly more.
func setsWith(q store.Query) string {
	switch {
	case q.Search != "":
		return liveSets
	case q.DueFrom != "" || q.DueTo != "":
		return fmt.Sprintf(liveSetsIn, "day <> ''")
	case q.Alarms:
		return fmt.Sprintf(liveSetsIn, "alarms = 1")
	case q.Conflicted: // read from the index alone, too
		return `(SELECT u.set_key FROM items u INDEXED BY items_by_position CROSS JOIN sets ON sets.key = u.set_key
			WHERE (u.conflicts > 0 OR u.marked) AND NOT sets.deleted)`
	}
	return liveSets
}

// ask returns the question for a query to a list, or to all that are not deleted, without its
// limit. A search goes through searchable, which has copies of the columns that most searches
// need, and reads items for what it finds: CROSS JOIN preserves this order.
func ask(set int64, q store.Query) *question {
	a, table := &question{from: " FROM items i", key: "i.key"}, "i"
	if q.Search != "" {
		a, table = &question{from: " FROM searchable s CROSS JOIN items i ON i.key = s.item", key: "s.item"}, "s"
	}
	if set == 0 {
		a.and(table + ".set_key IN " + setsWith(q))
	} else {
		a.and(table+".set_key = ?", set)
	}
	a.and(table+".gone = ?", q.Deleted || q.Trash)
	if q.Conflicted {
		a.conflicted(table)
	}
	if q.Open {
		a.and(table + ".open")
	}
	if q.Closed {
		a.and("NOT " + table + ".open")
	}
	if q.Search != "" {
		a.askText(store.Fold(q.Search), q.SearchedTag())
	}
	a.askFacts(q)
	return a
}

// askText selects items whose text contains a folded text, or with a tag that begins with another
// one, if any.
func (a *question) askText(folded, tag string) {
	text := &question{}
	text.askSigned(folded)
	text.and("instr(s.text, ?) > 0", []byte(folded))
	if tag == "" {
		a.where, a.values = append(a.where, text.where...), append(a.values, text.values...)
		return
	}
	a.and("("+strings.Join(text.where, " AND ")+" OR s.item IN (SELECT item FROM tags WHERE folded >= ? AND folded < ?))",
		append(text.values, tag, tag+"\U0010FFFF")...)
}

// conflicted selects items with something to resolve. In searchable, the conflicts include the
// mark of an item.
func (a *question) conflicted(table string) {
	if table == "i" {
		a.and("(i.conflicts > 0 OR i.marked)")
		return
	}
	a.and(table + ".conflicts > 0")
}

// askFacts adds conditions on columns that only items has.
func (a *question) askFacts(q store.Query) {
	already := len(a.where)
	if q.Kind != "" {
		from, to := factsOfKind(q.Kind)
		a.and("i.facts >= ? AND i.facts < ?", from, to)
	}
	if q.Trash {
		a.and("NOT i.hidden")
	}
	if q.Undated {
		a.and("i.day = ''")
	}
	if q.DueFrom != "" || q.DueTo != "" {
		a.and("i.day <> '' AND i.day >= ?", q.DueFrom)
	}
	if q.DueTo != "" {
		a.and("i.day <= ?", q.DueTo)
	}
	if q.Tag != "" {
		a.and(a.key+" IN (SELECT item FROM tags WHERE folded = ?)", store.Fold(q.Tag))
	}
	if q.Parent != "" {
		a.and("i.parent <> '' AND i.parent = ?", q.Parent)
	}
	if q.Alarms {
		a.and("i.alarms = 1")
	}
	a.ofItem = len(a.where) > already
}

func (a *question) and(condition string, values ...any) {
	a.where = append(a.where, condition)
	a.values = append(a.values, values...)
}

func (a *question) rows() string {
	return selectRows + a.from + a.conditions() + " ORDER BY " + a.key + " LIMIT ?"
}

// count returns the statement that counts them.
func (a *question) count() string {
	from := a.from
	if !a.ofItem {
		from, _, _ = strings.Cut(from, " CROSS JOIN ")
	}
	return "SELECT count(*)" + from + a.conditions()
}

// countEach returns the statement that counts them by list.
func (a *question) countEach() string {
	of := a.key[:1] + ".set_key"
	return "SELECT " + of + ", " + strings.TrimPrefix(a.count(), "SELECT ") + " GROUP BY " + of
}

func (a *question) conditions() string { return " WHERE " + strings.Join(a.where, " AND ") }

// signature is a Bloom filter of the bytes, and the pairs of adjacent bytes, in a text: each
// sets one bit, which others may share. A text that lacks a bit in the signature of another
// one does not contain it, so most texts without a match need not be searched.
type signature [4]int64

func signatureOf(text string) (s signature) {
	for i := range len(text) {
		s.mark(uint32(text[i]))
		if i > 0 {
			s.mark(1<<16 | uint32(text[i-1])<<8 | uint32(text[i]))
		}
	}
	return s
}

// mark sets the bit selected by a multiplicative hash: its upper eight bits.
func (s *signature) mark(gram uint32) {
	const golden = 2654435761 // 2^32 divided by the golden ratio
	bit := gram * golden >> 24
	s[bit>>6] |= 1 << (bit & 63)
}

// signatureColumns are the columns of searchable, in the order of the numbers.
var signatureColumns = [4]string{"s.sign0", "s.sign1", "s.sign2", "s.sign3"}

// askSigned selects texts that may contain the search text.
func (a *question) askSigned(search string) {
	for i, bits := range signatureOf(search) {
		if bits != 0 {
			a.and(signatureColumns[i]+" & ? = ?", bits, bits)
		}
	}
}
