package transfer_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// mapped returns the plan for a table whose columns are mapped.
func (d *desk) mapped(file string, columns transfer.Mapping) (p *transfer.Plan, err error) {
	err = d.store.View(context.Background(), func(r store.Reader) (err error) {
		p, err = transfer.Make(context.Background(), r, d.set, "a.csv", strings.NewReader(file), columns)
		return err
	})
	return p, err
}

func TestMappedColumnsAreImportedAsTheirFields(t *testing.T) {
	for name, c := range map[string]struct {
		kind    record.Kind
		file    string
		columns transfer.Mapping
		title   string
		want    map[string]string
		told    string
	}{
		"names that mean nothing": {
			record.Todo, "Task;When;Rank\nSweep;30.11.2026;4\n", transfer.Mapping{"task": "title", "When": "due", "Rank": "priority"},
			"Sweep", map[string]string{"done": "false", "due": "2026-11-30", "priority": "4"}, "",
		},
		"several columns for one field": {
			record.Contact, "Who,Tel,Fax,Mail,Where,Remark,More\nAnn,1,2,ann@example.org,1 Main St,one,two\n",
			transfer.Mapping{"Who": "name", "Tel": "phones", "Fax": "phones", "Mail": "emails", "Where": "addresses", "Remark": "text", "More": "text"},
			"Ann", map[string]string{"phones": "1\n2", "emails": "ann@example.org", "addresses": ";;1 Main St;;;;", "text": "one\ntwo"}, "",
		},
		"instead of what the name says": {
			record.Todo, "title,text,tags\nMilk,two litres,dairy\n", transfer.Mapping{"text": "location", "tags": ""},
			"Milk", map[string]string{"done": "false", "location": "two litres"}, "",
		},
		"in an export": {
			record.Contact, "First Name,Last Name,File As\nAnn,Example,Annie\n", transfer.Mapping{"File As": "nickname"},
			"Ann Example", map[string]string{"given": "Ann", "family": "Example", "nickname": "Annie"}, "",
		},
		"an export of another kind": {
			record.Note, "First Name,Notes\nAnn,Hello\n", transfer.Mapping{"First Name": "title", "Notes": "text"},
			"Ann", map[string]string{"text": "Hello"}, "",
		},
		"a value that is not one of the field": {
			record.Todo, "Task,When\nSweep,soon\n", transfer.Mapping{"Task": "title", "When": "due"},
			"Sweep", map[string]string{"done": "false", "text": "When: soon"},
			`2: other-value "When" "soon" (due "soon": not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, c.kind)
			p, err := d.mapped(c.file, c.columns)
			d.check(err)
			if said := strings.Join(told(p), ", "); said != c.told {
				t.Errorf("it says %s", said)
			}
			d.apply(p)
			if got := fieldsOf(d, c.title); !maps.Equal(got, c.want) {
				t.Errorf("it says %q, want %q", got, c.want)
			}
		})
	}
}

func TestAMappedIdentifierIdentifiesItems(t *testing.T) {
	d := newDesk(t, record.Outline)
	p, err := d.mapped("Key,Above,Headline\n1,,Plans\n2,1,Dig\n", transfer.Mapping{"Key": "id", "Above": "parent", "Headline": "title"})
	d.check(err)
	d.apply(p)
	if d.tree() != "Plans\n  Dig\n" || d.items()[0].ID() != "1" {
		t.Errorf("the tree is\n%s", d.tree())
	}
}

func TestAnExportIsMappedToAnotherKind(t *testing.T) {
	for _, file := range []string{"First Name,Last Name,Notes\nAnn,Example,Hello\n", "TYPE,First Name,CONTENT,Notes\ntask,Ann,x,Hello\n"} {
		d := newDesk(t, record.Note)
		p, err := d.mapped(file, transfer.Mapping{"First Name": "title", "Notes": "text"})
		d.check(err)
		d.apply(p)
		if got := fieldsOf(d, "Ann"); !maps.Equal(got, map[string]string{"text": "Hello"}) {
			t.Errorf("%q: it says %q", file, got)
		}
		if got := strings.Join(told(p), ""); !strings.Contains(got, "unknown-columns") {
			t.Errorf("%q: %s", file, got)
		}
	}
}

func TestAMappingThatDoesNotFitIsRefused(t *testing.T) {
	for want, columns := range map[string]transfer.Mapping{
		`it has no column "When"; its columns are Task, Rank`: {"Task": "title", "When": "due"},
		`a todo has no field "colour"`:                        {"Task": "colour"},
		`a todo has no field "files"`:                         {"Task": "files"},
	} {
		d := newDesk(t, record.Todo)
		if _, err := d.mapped("Task,Rank\na,1\n", columns); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", columns, err, want)
		}
	}
	d := newDesk(t, record.Todo)
	p, err := d.mapped("Task,Other\na,b\n", transfer.Mapping{"Task": "title", "Other": "title"})
	d.check(err)
	if got := strings.Join(told(p), ""); !strings.Contains(got, "repeated-columns [{Other 2}]") {
		t.Errorf("two columns for one line: %s", got)
	}
}

func TestColumnsSayWhatTheirNamesMean(t *testing.T) {
	type columns = []transfer.Column
	for name, c := range map[string]struct {
		kind record.Kind
		file string
		want columns
	}{
		"fields": {record.Todo, "title,due,Rank\nMilk,2026-11-30,4\n,,\nTea,,5\n", columns{
			{Name: "title", Field: "title", First: []string{"Milk", "Tea"}}, {Name: "due", Field: "due", First: []string{"2026-11-30"}}, {Name: "Rank", First: []string{"4", "5"}},
		}},
		"names that mean nothing": {record.Todo, "Task;When\n\"a; b\";soon\nc\nd\ne\n", columns{
			{Name: "Task", First: []string{"a; b", "c", "d"}}, {Name: "When", First: []string{"soon"}},
		}},
		"Google": {record.Contact, "First Name,Phone 1 - Label,Phone 1 - Value\nAnn,Home,1\n", columns{
			{Name: "First Name", Field: "given", First: []string{"Ann"}}, {Name: "Phone 1 - Label", Field: "phones", First: []string{"Home"}}, {Name: "Phone 1 - Value", Field: "phones", First: []string{"1"}},
		}},
		"Todoist": {record.Todo, "TYPE,CONTENT,PRIORITY,INDENT\ntask,Milk,1,1\n", columns{
			{Name: "TYPE", Used: true, First: []string{"task"}}, {Name: "CONTENT", Field: "title", First: []string{"Milk"}},
			{Name: "PRIORITY", Field: "priority", First: []string{"1"}}, {Name: "INDENT", Used: true, First: []string{"1"}},
		}},
		"identifiers": {record.Outline, "id,parent,title\n", columns{{Name: "id", Field: "id"}, {Name: "parent", Field: "parent"}, {Name: "title", Field: "title"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := transfer.Columns(strings.NewReader(c.file), c.kind)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	if _, err := transfer.Columns(strings.NewReader(""), record.Todo); !errors.Is(err, transfer.ErrNoColumns) {
		t.Errorf("an empty file: %v", err)
	}
}
