package engine_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
)

// bucketsPage is the documentation page with the results.
const bucketsPage = "../docs/benchmarks.md"

// buckets are the kinds of compatible servers, by how they treat conditions.
var buckets = []struct {
	name   string
	faults []func(http.Handler) http.Handler
}{
	{"heeds conditions", nil},
	{"looks past them", []func(http.Handler) http.Handler{servertest.Ignoring("If-Match", "If-None-Match")}},
	{"answers them with 501", []func(http.Handler) http.Handler{servertest.Refusing(http.StatusNotImplemented)}},
}

// bucketStore is a bucket under test.
type bucketStore struct {
	servertest.Bucketry
	places transport.Places
	target transport.Target
}

// bucketRows are the rows of the table. try returns the result.
var bucketRows = []struct {
	tried string
	try   func(*testing.T, bucketStore) string
}{
	{"write a document and read it", writeAndRead},
	{"request it again", askAgain},
	{"publish a new version over it", writeOver},
	{"list the files in a folder", listBucket},
	{"somebody else deleted the document", takenAway},
	{"somebody else wrote to the address", secondWriter},
	{"two devices write at the same time", twoWriters},
	{"remove what was published", removePublished},
	{"what probing for conditions leaves behind", probes},
	{"download a file of any kind as a stream", bucketFiles(servertest.Streamed)},
	{"request that file again", bucketFiles(servertest.Known)},
	{"resume an interrupted download", bucketFiles(servertest.BrokenOff)},
	{"resume it after the file has changed", bucketFiles(servertest.Changed)},
	{"the file exceeds the size limit", bucketFiles(servertest.TooLarge)},
	{"the file does not exist", bucketFiles(servertest.Missing)},
	{"write files into new nested folders", bucketFiles(servertest.Tree)},
}

// TestBuckets tries everything with each kind of bucket, and compares the results with the
// table in the documentation.
func TestBuckets(t *testing.T) {
	text, err := os.ReadFile(bucketsPage)
	if err != nil {
		t.Fatal(err)
	}
	var tried []string
	for _, row := range bucketRows {
		line := "| " + row.tried + " |"
		for _, b := range buckets {
			t.Run(b.name+"/"+row.tried, func(t *testing.T) { line += " " + row.try(t, newBucketStore(t, b.faults)) + " |" })
		}
		tried = append(tried, line)
	}
	if want := "|---|---|---|---|\n" + strings.Join(tried, "\n") + "\n\n"; !strings.Contains(string(text), want) {
		t.Errorf("the table in %s is not what came out, which is\n%s", bucketsPage, strings.Join(tried, "\n"))
	}
}

// bucketFiles tries something with files of any kind in the bucket.
func bucketFiles(try func(servertest.Files) string) func(*testing.T, bucketStore) string {
	return func(t *testing.T, s bucketStore) string {
		folder, err := transport.Parse(s.Address("files/"))
		if err != nil {
			t.Fatal(err)
		}
		return try(servertest.Files{TB: t, Places: s.places, Folder: transport.Target{Address: folder}})
	}
}

func newBucketStore(t *testing.T, faults []func(http.Handler) http.Handler) bucketStore {
	t.Helper()
	s := servertest.S3(t, faults...)
	address, err := transport.Parse(s.Address("lists/Groceries.desk.xml"))
	if err != nil {
		t.Fatal(err)
	}
	return bucketStore{s, everywhere(), transport.Target{Address: address}}
}

func everywhere() transport.Places {
	return engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Getenv: func(string) string { return "" }})
}

// put returns a write for which any unknown existing document is another feed.
func (s bucketStore) put(text string, last transport.Written) transport.Put {
	hash, size, _ := transport.Hash(strings.NewReader(text))
	return transport.Put{
		Target: s.target, Body: strings.NewReader(text), Hash: hash, Size: size, Last: last, Type: "application/rss+xml",
		Ours: func(io.Reader) error { return errors.New("it holds another feed") },
	}
}

func (s bucketStore) write(t *testing.T, text string, last transport.Written) transport.Written {
	t.Helper()
	w, err := everywhere().Write(t.Context(), s.put(text, last))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// mustLie fails the test unless the document there is the wanted one.
func (s bucketStore) mustLie(t *testing.T, want string) {
	t.Helper()
	if got := s.text(t); got != want {
		t.Fatalf("there lies %q, want %q", got, want)
	}
}

func (s bucketStore) text(t *testing.T) string {
	t.Helper()
	got, err := text(everywhere().Read(t.Context(), transport.Request{Target: s.target}))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// other lets another program write there.
func (s bucketStore) other(t *testing.T, text string) {
	t.Helper()
	_, err := s.Objects.PutObject(servertest.Bucket, "lists/Groceries.desk.xml", map[string]string{}, strings.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
}

func writeAndRead(t *testing.T, s bucketStore) string {
	s.write(t, "<one/>", transport.Written{})
	s.mustLie(t, "<one/>")
	return "done"
}

func askAgain(t *testing.T, s bucketStore) string {
	s.write(t, "<one/>", transport.Written{})
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	a, err := s.places.Read(t.Context(), transport.Request{Target: s.target, Now: now})
	if err != nil || a.Body.Close() != nil {
		t.Fatal(err)
	}
	again, err := s.places.Read(t.Context(), transport.Request{Target: s.target, Known: a.Known, Now: now.Add(time.Hour)})
	if err != nil || !again.Unchanged {
		t.Fatalf("%+v, %v", again, err)
	}
	if again.Wire > 0 {
		return "sent again, and identical"
	}
	return "304, nothing sent"
}

func writeOver(t *testing.T, s bucketStore) string {
	w := transport.Written{}
	for _, text := range []string{"<one/>", "<two/>", "<three/>"} {
		w = s.write(t, text, w)
		s.mustLie(t, text)
	}
	return "done"
}

func listBucket(t *testing.T, s bucketStore) string {
	s.write(t, "<one/>", transport.Written{})
	s.target.Address = transport.Sibling(s.target.Address, "Einkäufe %2F.phone.xml")
	s.write(t, "<two/>", transport.Written{})
	folder, err := transport.Parse(s.Address("lists/"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.places.Names(t.Context(), transport.Target{Address: folder})
	if want := []string{"Einkäufe %2F.phone.xml", "Groceries.desk.xml"}; err != nil || !slices.Equal(got, want) {
		t.Fatalf("%q, %v", got, err)
	}
	return "listed"
}

func takenAway(t *testing.T, s bucketStore) string {
	w := s.write(t, "<one/>", transport.Written{})
	if _, err := s.Objects.DeleteObject(servertest.Bucket, "lists/Groceries.desk.xml"); err != nil {
		t.Fatal(err)
	}
	s.write(t, "<two/>", w)
	s.mustLie(t, "<two/>")
	return "uploaded again"
}

func mustBeSecond(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, transport.ErrNotOurs) {
		t.Fatalf("%v", err)
	}
}

func secondWriter(t *testing.T, s bucketStore) string {
	w := s.write(t, "<one/>", transport.Written{})
	s.other(t, "<eno/>")
	for _, last := range []transport.Written{w, {}} {
		_, err := s.places.Write(t.Context(), s.put("<two/>", last))
		mustBeSecond(t, err)
		s.mustLie(t, "<eno/>")
	}
	return "noticed, not overwritten"
}

// twoWriters lets two endpoints write to one address at the same time. The one whose document
// was overwritten must be told: at once, or when it writes next.
func twoWriters(t *testing.T, s bucketStore) string {
	texts := []string{"<a/>", "<b/>"}
	w, errs := make([]transport.Written, 2), make([]error, 2)
	var both sync.WaitGroup
	for i := range texts {
		both.Go(func() {
			w[i], errs[i] = everywhere().Write(context.WithoutCancel(t.Context()), s.put(texts[i], transport.Written{}))
		})
	}
	both.Wait()
	lies := s.text(t)
	if !slices.Contains(texts, lies) || errs[0] != nil && errs[1] != nil {
		t.Fatalf("there is %q, and the errors are %v", lies, errs)
	}
	for i, text := range texts {
		if errs[i] == nil && lies != text {
			_, err := everywhere().Write(t.Context(), s.put(text+"!", w[i]))
			mustBeSecond(t, err)
		}
	}
	s.mustLie(t, lies)
	return "one document stays, the other writer is told"
}

func removePublished(t *testing.T, s bucketStore) string {
	w := s.write(t, "<one/>", transport.Written{})
	s.other(t, "<two/>")
	mustBeSecond(t, s.places.Remove(t.Context(), s.target, w))
	s.mustLie(t, "<two/>")
	s.other(t, "<one/>")
	for range 2 {
		if err := s.places.Remove(t.Context(), s.target, w); err != nil {
			t.Fatal(err)
		}
	}
	if keys := s.Keys(t); len(keys) > 0 {
		t.Fatalf("there is %q", keys)
	}
	return "done; somebody else's document stays"
}

func probes(t *testing.T, s bucketStore) string {
	s.write(t, "<one/>", transport.Written{})
	if keys := s.Keys(t); !slices.Equal(keys, []string{"lists/Groceries.desk.xml"}) {
		t.Fatalf("there is %q", keys)
	}
	return "nothing"
}
