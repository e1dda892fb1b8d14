package lineage

import (
	"context"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget/diff"
)

// versionAt is the version of a row, or nil.
func (p *Page) versionAt(row int) *item.Version {
	n, _ := p.node(row)
	return n.Version
}

// differences are the fields that two versions say differently; nil says nothing.
func differences(ctx context.Context, speaker say.Speaker, before, after *item.Version) ([]diff.Field, error) {
	var all []diff.Field
	if deleted(after) != deleted(before) {
		text := lang.L("Deleted")
		if deleted(before) {
			text = lang.L("No longer deleted")
		}
		all = append(all, diff.Field{Heading: text})
	}
	if moved(before, after) {
		all = append(all, diff.Field{Name: conflicts.Place, Heading: lang.L("Moved to another place")})
	}
	left, right := read(before), read(after)
	for _, f := range record.FieldsOf(left.Kind, right.Kind) {
		if f.Equal(left.Get(f.Name), right.Get(f.Name)) {
			continue
		}
		words := speaker.Apart(f.Form, left.Get(f.Name), right.Get(f.Name))
		rows, err := rowsOf(ctx, f.Form, words[0], words[1])
		if err != nil {
			return nil, err
		}
		all = append(all, diff.Field{Name: f.Name, Heading: say.Field(f.Name), Rows: rows})
	}
	if x, y := rest(before), rest(after); x != y {
		rows, err := merge.TextContext(ctx, x, y)
		return append(all, diff.Field{Name: conflicts.Other, Heading: lang.L("Other data"), Rows: rows}), err
	}
	return all, ctx.Err()
}

// rowsOf compares sets by their elements, and everything else as texts.
func rowsOf(ctx context.Context, form record.Form, left, right string) ([]merge.Row, error) {
	if form.Rows() {
		return merge.Set(elements(left), elements(right)), nil
	}
	return merge.TextContext(ctx, left, right)
}

func elements(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// read is what a version says: nothing, where it is deleted or none.
func read(v *item.Version) record.Record {
	if v == nil || v.Deleted {
		return record.Record{}
	}
	return record.Read(v.Content)
}

func rest(v *item.Version) string {
	if v == nil || v.Deleted {
		return ""
	}
	return record.Rest(v.Content)
}

func deleted(v *item.Version) bool { return v != nil && v.Deleted }
