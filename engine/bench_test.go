package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transfer"
	"crossfeed/engine/transfer/transfertest"
	"crossfeed/storage"
)

// records is how many one import of the benchmarks has.
const records = 10_000

// BenchmarkImport previews and imports a file into a new store. "ratio" is to
// what the library alone takes to read the file and SQLite to insert as many
// rows of that size.
func BenchmarkImport(b *testing.B) {
	for _, k := range []record.Kind{record.Contact, record.Todo} {
		b.Run(string(k), func(b *testing.B) {
			file := transfertest.File(k, records)
			best := [3]time.Duration{time.Hour, time.Hour, time.Hour} // others may have slowed the rest down
			for b.Loop() {
				plan, preview, whole := importing(b, k, file)
				for i, took := range []time.Duration{preview, whole, leastOf(b, k, file, plan)} {
					best[i] = min(best[i], took)
				}
			}
			for i, name := range []string{"preview-ms", "import-ms", "least-ms"} {
				b.ReportMetric(float64(best[i])/float64(time.Millisecond), name)
			}
			b.ReportMetric(float64(best[0]+best[1])/float64(best[2]), "ratio")
		})
	}
}

// onDisk is an engine on a new store in a folder, with a list "List".
func onDisk(b *testing.B, k record.Kind) *desk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: newClock(), Random: rand.NewChaCha8([32]byte{}), Files: &locationtest.Memory{}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &desk{tester: b, Engine: e, memory: st}
	_, err = e.NewSet(b.Context(), engine.NewSet{Name: "List", Kind: string(k)})
	d.check(err)
	return d
}

func importing(b *testing.B, k record.Kind, file string) (plan *transfer.Plan, preview, whole time.Duration) {
	d := onDisk(b, k)
	began := time.Now()
	plan, err := d.Preview(b.Context(), "List", "file", strings.NewReader(file))
	d.check(err)
	preview = time.Since(began)
	began = time.Now()
	done, err := d.Import(b.Context(), "List", plan, nil)
	d.check(err)
	if done.New != records {
		b.Fatalf("%d were imported", done.New)
	}
	return plan, preview, time.Since(began)
}

func leastOf(b *testing.B, k record.Kind, file string, plan *transfer.Plan) time.Duration {
	rows := map[string]string{}
	for _, e := range plan.Entries {
		rows[e.ID] = e.Content.XML()
	}
	dir := b.TempDir()
	began := time.Now()
	if err := transfertest.Decode(k, file); err != nil {
		b.Fatal(err)
	}
	if err := transfertest.Insert(b.Context(), dir, rows); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// BenchmarkTyping filters a list of 100,000 todos as a person types.
func BenchmarkTyping(b *testing.B) {
	d := onDisk(b, record.Todo)
	for round := range 10 {
		plan, err := d.PreviewNew(b.Context(), "file", strings.NewReader(transfertest.File(record.Todo, records)))
		d.check(err)
		for i := range plan.Entries {
			plan.Entries[i].ID = fmt.Sprintf("%d-%s", round, plan.Entries[i].ID)
		}
		done, err := d.Import(b.Context(), "List", plan, nil)
		d.check(err)
		if done.New != records {
			b.Fatalf("%d were imported", done.New)
		}
	}
	if n, err := d.Count(b.Context(), "List", store.Query{}); err != nil || n != 10*records {
		b.Fatalf("the list holds %d items, %v", n, err)
	}
	for _, typed := range []string{"m", "mi", "mil", "milk", "7", "777", "zzz"} {
		b.Run(typed, func(b *testing.B) {
			for b.Loop() {
				_, _, err := d.Found(b.Context(), "List", store.Query{Search: typed, Limit: 500, Enough: 10_000})
				d.check(err)
			}
		})
	}
}
