package storage

import (
	"strings"

	"crossfeed/engine/store"
)

// question is a query in SQL.
type question struct {
	from string
	// key is the column with the key of an item.
	key    string
	where  []string
	values args
	// ofItem tells that it asks for columns that only items has.
	ofItem bool
}

// keptSets are the keys of the sets that are not deleted.
const keptSets = "(SELECT key FROM sets WHERE NOT deleted)"

// ask is the question of a query to a set, or to all that are not deleted, its limit apart. A search goes through
// searchable, which has copies of the columns that most of them ask for, and
// looks into items for what it finds: that CROSS JOIN keeps this order.
func ask(set int64, q store.Query) *question {
	a, table := &question{from: " FROM items i", key: "i.key"}, "i"
	if q.Search != "" {
		a, table = &question{from: " FROM searchable s CROSS JOIN items i ON i.key = s.item", key: "s.item"}, "s"
	}
	if set == 0 {
		a.and(table + ".set_key IN " + keptSets)
	} else {
		a.and(table+".set_key = ?", set)
	}
	a.and(table+".gone = ?", q.Deleted)
	if q.ToSettle {
		a.toSettle(table)
	}
	if q.Open {
		a.and(table + ".open")
	}
	if q.Search != "" {
		folded := store.Fold(q.Search)
		a.askSigned(folded)
		a.and("instr(s.text, ?) > 0", []byte(folded))
	}
	a.askFacts(q)
	return a
}

// toSettle asks for items with something to settle. The conflicts of searchable
// count the mark of an item.
func (a *question) toSettle(table string) {
	if table == "i" {
		a.and("(i.conflicts > 0 OR i.marked)")
		return
	}
	a.and(table + ".conflicts > 0")
}

// askFacts asks for what only items has.
func (a *question) askFacts(q store.Query) {
	already := len(a.where)
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

// rows is the statement that reads the rows, in their order.
func (a *question) rows() string {
	return selectRows + a.from + a.conditions() + " ORDER BY " + a.key + " LIMIT ?"
}

// count is the statement that counts them.
func (a *question) count() string {
	from := a.from
	if !a.ofItem {
		from, _, _ = strings.Cut(from, " CROSS JOIN ")
	}
	return "SELECT count(*)" + from + a.conditions()
}

func (a *question) conditions() string { return " WHERE " + strings.Join(a.where, " AND ") }
