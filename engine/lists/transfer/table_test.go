package transfer_test

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/store"
)

// table writes the items that are not deleted to a table.
func (d *desk) table() string {
	d.Helper()
	var b bytes.Buffer
	if record.Kind(d.set.Kind) == record.Outline {
		_, err := transfer.WriteOutlineTable(&b, d.items(), nil)
		d.check(err)
		return b.String()
	}
	live := slices.DeleteFunc(d.items(), func(it *item.Item) bool { return it.Winner.Deleted })
	d.check(transfer.WriteTable(&b, record.Kind(d.set.Kind), live))
	return b.String()
}

// expectUnchanged checks that importing a file changes nothing, and has no problems.
func (d *desk) expectUnchanged(file string) {
	d.Helper()
	p := d.plan(file)
	if p.Count(transfer.Same) != len(p.Entries) || len(p.Problems) > 0 {
		d.Errorf("into the same list: %v: %s %v\n%s", counts(p), changes(p), told(p), file)
	}
}

// told returns all problems of a plan, with their lines.
func told(p *transfer.Plan) (all []string) {
	for _, problem := range p.Problems {
		all = append(all, problem.String())
	}
	for _, e := range p.Entries {
		for _, problem := range e.Problems {
			all = append(all, problem.String())
		}
	}
	return all
}

// expectFields checks that two lists have the same items with the same fields.
func expectFields(t tester, what string, a, b *desk) {
	t.Helper()
	left, right := a.items(), b.items()
	if len(left) != len(right) {
		t.Fatalf("%d items became %d\n%s", len(left), len(right), what)
	}
	for _, was := range left {
		at := slices.IndexFunc(right, func(it *item.Item) bool { return it.ID() == was.ID() })
		if at < 0 {
			t.Errorf("%s is gone\n%s", was.ID(), what)
			continue
		}
		for _, f := range record.Fields(record.Kind(a.set.Kind)) {
			before, after := record.Read(was.Winner.Content).Get(f.Name), record.Read(right[at].Winner.Content).Get(f.Name)
			if !f.Equal(before, after) {
				t.Errorf("%s: %s %q became %q\n%s", was.Winner.Title(), f.Name, before, after, what)
			}
		}
	}
}

func TestATableHasEveryFieldOfEveryKind(t *testing.T) {
	for _, kind := range record.Kinds() {
		t.Run(string(kind), rapid.MakeCheck(func(t *rapid.T) {
			here, there := newDesk(t, kind), newDesk(t, kind)
			here.fill(t)
			file := here.table()
			there.take(file)
			expectFields(t, file, here, there)
			here.expectUnchanged(file)
			there.expectUnchanged(file)
		}))
	}
}

// Tables have only fields. Everything else stays in the items.
func TestATableOfAnyFileChangesNothingWhenItIsReadAgain(t *testing.T) {
	for path, kind := range files(t) {
		d := newDesk(t, kind)
		d.take(text(t, path))
		d.expectUnchanged(d.table())
	}
}

// A table has the tree, whatever the order of its rows.
func TestATableOfAnOutlineHasItsTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		here, there := newDesk(t, record.Outline), newDesk(t, record.Outline)
		var ids []string
		for i := range rapid.IntRange(1, 8).Draw(t, "outlines") {
			parent := ""
			if len(ids) > 0 && rapid.Bool().Draw(t, "inside") {
				parent = rapid.SampledFrom(ids).Draw(t, "parent")
			}
			ids = append(ids, "o-"+strconv.Itoa(i))
			here.work(func(w edit.Work) error {
				_, err := w.AddAt(ids[i], record.Outline, record.Values{"title": "T" + strconv.Itoa(i)}, false, edit.Spot{Parent: parent, AtEnd: true})
				return err
			})
		}
		file := here.table()
		there.take(file)
		if there.tree() != here.tree() {
			t.Errorf("%s\nbecame\n%s", here.tree(), there.tree())
		}
		rows := strings.SplitAfter(strings.TrimSuffix(file, "\r\n"), "\r\n")
		rows[len(rows)-1] += "\r\n"
		backwards := newDesk(t, record.Outline)
		slices.Reverse(rows[1:])
		backwards.take(strings.Join(rows, ""))
		for _, it := range here.items() {
			if place := find(backwards, it.ID()).Winner.Place; place.Parent != it.Winner.Place.Parent {
				t.Errorf("%s is in %q, and was in %q", it.ID(), place.Parent, it.Winner.Place.Parent)
			}
		}
		backwards.expectUnchanged(file)
	})
}

// find returns the item with an identifier.
func find(d *desk, id string) *item.Item {
	d.Helper()
	all := d.items()
	at := slices.IndexFunc(all, func(it *item.Item) bool { return it.ID() == id })
	if at < 0 {
		d.Fatalf("there is no %s", id)
	}
	return all[at]
}

// The files are as LibreOffice and a German Excel write them.
func TestTablesAsSpreadsheetsWriteThem(t *testing.T) {
	for _, name := range []string{"libreoffice.csv", "excel-german.csv", "excel-unicode.csv", "excel-ansi.csv"} {
		d := newDesk(t, record.Todo)
		b, err := os.ReadFile("../../../testdata/csv/" + name)
		if err != nil {
			t.Fatal(err)
		}
		p := d.take(string(b))
		if d.titles() != "Käse, Milch; laktosefrei, =SUMME(A1)" {
			t.Errorf("%s: the list says %s: %v", name, d.titles(), told(p))
			continue
		}
		first, second := record.Read(d.items()[0].Winner.Content), record.Read(d.items()[1].Winner.Content)
		if first.Get("due") != "2026-11-27" || first.Get("done") != "true" || first.Get("tags") != "dairy\nzu Hause" || second.Get("done") != "false" {
			t.Errorf("%s: it says %v", name, first.Values())
		}
		if first.Get("text") != "two\n\"lines\"" {
			t.Errorf("%s: the text is %q", name, first.Get("text"))
		}
		if p := d.plan(string(b)); p.Count(transfer.Same) != 3 {
			t.Errorf("%s: a second time: %v", name, counts(p))
		}
	}
}

func TestAColumnThatNamesNoFieldIsSaidOnce(t *testing.T) {
	d := newDesk(t, record.Todo)
	p := d.take("Colour,TITLE,files,,name\nred,Milk,x,y,z\nblue,Eggs,,,\n")
	if d.titles() != "Milk, Eggs" {
		t.Errorf("the list says %s", d.titles())
	}
	if len(p.Problems) != 2 || p.Problems[0].Line != 1 || !strings.Contains(p.Problems[0].String(), "unknown-columns") || !strings.Contains(p.Problems[0].String(), "[{Colour 1} {files 3} { 4}]+0") ||
		!strings.HasPrefix(p.Problems[1].String(), "1: repeated-columns [{name ") {
		t.Errorf("it says %v", p.Problems)
	}
}

func TestARowWithAWrongValueIsLeftOutAndSaid(t *testing.T) {
	d := newDesk(t, record.Todo)
	p := d.take("title,text,due,priority\nMilk,\"a\nb\",27.11.2026,x\nEggs,,2026-11-28,1\n")
	if d.titles() != "Eggs" || p.Count(transfer.Unreadable) != 1 {
		t.Errorf("the list says %s: %v", d.titles(), counts(p))
	}
	got := told(p)
	if len(got) != 2 || !strings.HasPrefix(got[0], `3: invalid (due "27.11.2026": not a day`) || !strings.HasPrefix(got[1], `3: invalid (priority "x": not a priority`) {
		t.Errorf("it says %q", got)
	}
}

func TestATableSetsOnlyTheFieldsThatItHas(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take(todos(milk + "\nX-COLOUR:red\nDESCRIPTION:two litres"))
	id := d.only().ID()
	p := d.take("id,title,priority\n" + id + ",Oat milk,1\n")
	if p.Count(transfer.Changed) != 1 || !slices.Equal(p.Entries[0].Fields, []string{"title", "priority"}) || p.Entries[0].OtherData {
		t.Errorf("it is %v: %q", counts(p), changes(p))
	}
	r := record.Read(d.only().Winner.Content)
	if r.Get("title") != "Oat milk" || r.Get("due") != "2026-11-27" || r.Get("text") != "two litres" || !strings.Contains(d.only().Winner.Content.XML(), "red") {
		t.Errorf("it says %s", d.only().Winner.Content.XML())
	}
	d.take("id,text\nmilk,\n") // the UID is an identifier, too, and an empty cell is an empty field
	if got := record.Read(d.only().Winner.Content).Get("text"); got != "" {
		t.Errorf("the text is %q", got)
	}
}

func TestRowsAreIdentifiedByTheirIDOrTheirContent(t *testing.T) {
	d := newDesk(t, record.Todo)
	file := "id,title\n7,Milk\nno identifier!,Eggs\n,Salt\n,Salt\n7,Milk\n7,Oat milk\n"
	p := d.take(file)
	if d.titles() != "Milk, Eggs, Salt, Salt, Oat milk" {
		t.Errorf("the list says %s", d.titles())
	}
	if d.items()[0].ID() != "7" || !item.ValidNSS(d.items()[1].ID()) || p.Entries[4].State != transfer.Same ||
		len(p.Entries[5].Problems) != 1 || p.Entries[5].Problems[0].Kind != exchange.SameID || p.Entries[5].Problems[0].N != 2 {
		t.Errorf("got %s, %s, %v", d.items()[0].ID(), d.items()[1].ID(), told(p))
	}
	if p := d.plan(file); p.Count(transfer.Same) != 6 {
		t.Errorf("a second time: %v: %s", counts(p), changes(p))
	}
	there := newDesk(t, record.Todo)
	there.take(file)
	for i, it := range d.items() {
		if other := there.items()[i]; it.ID() != other.ID() {
			t.Errorf("%s is %s elsewhere", it.ID(), other.ID())
		}
	}
}

func TestADeletedRowIsRestoredOnlyIfAsked(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.take("id,title\n7,Milk\n")
	d.delete("7")
	p := d.plan("id,title\n7,Milk\n")
	if p.Entries[0].State != transfer.Deleted || p.Entries[0].Take {
		t.Errorf("got %+v", p.Entries[0])
	}
	p.Choose(transfer.Deleted, true)
	if done := d.apply(p); done.Restored != 1 || d.titles() != "Milk" {
		t.Errorf("got %+v: %s", done, d.titles())
	}
}

func TestNotesInATableStayNotes(t *testing.T) {
	d := newDesk(t, record.Todo)
	d.work(func(w edit.Work) error {
		_, err := w.Insert("milk", item.Plain("Milk", "two litres"), false)
		return err
	})
	d.expectUnchanged(d.table())
}

func TestATableFitsTheListsWhoseFieldsItNames(t *testing.T) {
	for text, want := range map[string][]record.Kind{
		"title,due\n":                {record.Todo},
		"Given;Family;E-Mail\n":      {record.Contact},
		"\n\nNAME\tPhones\n":         {record.Contact},
		"id,parent,title,xmlUrl\n":   {record.Outline},
		"id,title,text\r\na,b,c\r\n": {record.Todo, record.Note, record.Contact, record.Outline},
		"id,name\n":                  {record.Contact, record.Todo, record.Outline, record.Note},
		"\ufefftitle\n":              {record.Todo, record.Outline, record.Note, record.Contact},
		"\xff\xfet\x00i\x00t\x00l\x00e\x00\t\x00d\x00u\x00e\x00\r\x00\n\x00": {record.Todo},
	} {
		h, _, err := transfer.Holds("a.csv", strings.NewReader(text))
		if err != nil || !slices.Equal(h.Kinds, want) {
			t.Errorf("%q fits %v, %v; want %v", text, h.Kinds, err, want)
		}
	}
	for _, text := range []string{"", "id\n", "a,b\n1,2\n", "some text, with a comma", `"title` + "\n"} {
		if _, _, err := transfer.Holds("A.CSV", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "names no field") {
			t.Errorf("%q: %v", text, err)
		}
	}
	d := newDesk(t, record.Todo)
	err := d.store.View(t.Context(), func(r store.Reader) error {
		_, err := transfer.Make(t.Context(), r, d.set, "a.csv", strings.NewReader("given,family\nA,B\n"), nil)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), `a.csv holds contacts, and "List" is a list for todos`) {
		t.Errorf("error %v", err)
	}
}

func TestWhatIsWrongWithTheParentsInATableIsSaid(t *testing.T) {
	d := newDesk(t, record.Outline)
	file := "id,parent,title,type\na,b,A,\nb,a,B,\nc,nowhere,C,\nd,c,D,\nd,,D2,\n"
	p := d.take(file)
	if d.tree() != "C\n  D\nD2\nA\n  B\n" {
		t.Errorf("the tree is\n%s", d.tree())
	}
	got := strings.Join(told(p), "\n")
	for _, want := range []string{`4: no-parent "nowhere"`, "2: own-ancestor", "6: same-id 5/0"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
	p = d.take("id,parent,title,type\nnew,b,New,\nd,a,D,\n")
	if !strings.HasSuffix(d.tree(), "  B\n    New\n") || len(told(p)) != 1 || !strings.Contains(told(p)[0], "other-parent") {
		t.Errorf("the tree is\n%s%v", d.tree(), told(p))
	}
}
