package transfer_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
)

// What people type into fields, by form.
var (
	words = rapid.StringOfN(rapid.RuneFrom([]rune(`aB é;:,\"'&<=#%日🙂`)), 1, 10, -1)
	typed = map[record.Form]*rapid.Generator[string]{
		record.Line:       rapid.Map(words, strings.TrimSpace),
		record.Text:       rapid.Map(rapid.SliceOfN(words, 1, 3), func(all []string) string { return strings.TrimSpace(lines(all)) }),
		record.Day:        rapid.SampledFrom([]string{"2026-11-27", "2026-11-27T18:00", "2026-11-27T18:00:30Z", "2026-11-27T18:00 Europe/Berlin"}),
		record.Birthday:   rapid.SampledFrom([]string{"1985-04-12", "--04-12", "1985-04", "1985", "in spring"}),
		record.Completion: rapid.SampledFrom([]string{"true", "false", "true 2026-11-24T10:00:00Z", "false 40%", "false cancelled", "false in-process 20%"}),
		record.Priority:   rapid.Map(rapid.IntRange(1, 9), strconv.Itoa),
		record.Words:      rapid.Map(rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"dairy", `a\, b`, `\\`, "zu Hause", "日本"}), 1, 3, rapid.ID), lines),
		record.Rule:       rapid.SampledFrom([]string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4", "FREQ=MONTHLY;BYDAY=-1SU;INTERVAL=2"}),
		record.Triggers:   rapid.Map(rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"-PT15M", "PT0S", "-P1D", "2026-11-27T09:00:00Z", "start -PT5M"}), 1, 3, rapid.ID), lines),
		record.Reference:  rapid.SampledFrom([]string{"urn:uuid:1", "parent@example.org"}),
		record.Order:      rapid.Map(rapid.Int64Range(0, 1e9), func(n int64) string { return strconv.FormatInt(n, 10) }),
		record.Picture:    rapid.Just("https://example.org/picture.jpg"),
	}
	entries = map[string][]string{
		"phones":     {"[cell,pref] +49 171 3920001", "030 1234;5", "[label=Ski hut] 7"},
		"emails":     {"[home] given@example.org", "[work,pref] given.family@example.com"},
		"addresses":  {`[home] ;;Example Street 1\; hinten;Example City;;12345;Germany`, ";;Example Road 2;Example City;EX;;"},
		"urls":       {"https://example.org/a,b", "[work] https://example.com/?q=1;2"},
		"messengers": {"[home] xmpp:given@example.org", "sip:given@example.com"},
		"custom":     {"X-SHOE-SIZE: 43", "[work] X-DESK: A, 4"},
	}
)

func lines(all []string) string { return strings.Join(all, "\n") }

// valueOf draws a value of a field, or none.
func valueOf(t *rapid.T, f record.Field) string {
	if f.Form == record.Files {
		return "" // feeds contain attachments; calendars and cards do not
	}
	if f.Name != "title" && f.Name != "name" && rapid.Bool().Draw(t, "no "+f.Name) {
		return ""
	}
	if known := entries[f.Name]; known != nil {
		return lines(rapid.SliceOfNDistinct(rapid.SampledFrom(known), 1, len(known), rapid.ID).Draw(t, f.Name))
	}
	return typed[f.Form].Draw(t, f.Name)
}

// fill adds items of the list's kind.
func (d *desk) fill(t *rapid.T) {
	kind := record.Kind(d.set.Kind)
	for i := range rapid.IntRange(1, 4).Draw(t, "items") {
		v := record.Values{}
		for _, f := range record.Fields(kind) {
			v[f.Name] = valueOf(t, f)
		}
		d.work(func(w edit.Work) error {
			_, err := w.Add("item-"+strconv.Itoa(i), kind, v, false)
			return err
		})
	}
}

func TestWhatGoesIntoAFileComesOutOfItElsewhere(t *testing.T) {
	for _, kind := range []record.Kind{record.Todo, record.Contact} {
		for _, f := range transfer.Formats(kind) {
			t.Run(string(f), rapid.MakeCheck(func(t *rapid.T) {
				here, there := newDesk(t, kind), newDesk(t, kind)
				here.fill(t)
				file := here.export(f)
				there.take(file)
				expectSame(t, file, here, there)
				if p := here.plan(file); p.Count(transfer.Same) != len(p.Entries) {
					t.Errorf("into the same list: %v: %s\n%s", counts(p), changes(p), file)
				}
			}))
		}
	}
}
