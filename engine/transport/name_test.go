package transport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
)

func TestEscapeKeepsNamesReadableAndInTheirFolder(t *testing.T) {
	for name, want := range map[string]string{
		"Groceries":         "Groceries",
		"Einkäufe 2":        "Einkäufe 2",
		"desk-1_a":          "desk-1_a",
		"买菜":                "买菜",
		"a/b":               "a=2Fb",
		`a\b`:               "a=5Cb",
		"../x":              "=2E=2E=2Fx",
		"..":                "=2E=2E",
		"v1.2":              "v1=2E2",
		"100%":              "100=25",
		" lead and end ":    "=20lead and end=20",
		"a:b*c?":            "a=3Ab=2Ac=3F",
		"line\nbreak":       "line=0Abreak",
		"nul\x00":           "nul=00",
		"Bert & Co (x), 2!": "Bert & Co (x), 2!",
		"a=b":               "a=3Db",
		"bad\xff":           "bad=FF",
		"\uFFFD":            "=EF=BF=BD",
		"CON":               "=43ON",
		"con":               "=63on",
		"Lpt1":              "=4Cpt1",
		"COM":               "COM",
		"COM10":             "COM10",
		"CONTACTS":          "CONTACTS",
	} {
		if got := Escape(name); got != want {
			t.Errorf("Escape(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestTwoNamesNeverCollide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("%=2E.CONcon /\\: "))))
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		if a != b && Escape(a) == Escape(b) {
			t.Fatalf("%q and %q are both %q", a, b, Escape(a))
		}
		if strings.ContainsAny(Escape(a), "%./\\:*?\"<>|\x00\n") {
			t.Fatalf("%q became %q, which is no file name", a, Escape(a))
		}
	})
}

func TestFileNameNamesSetAndEndpoint(t *testing.T) {
	if got := FileName("Groceries", "desk", XML); got != "Groceries.desk.xml" {
		t.Errorf("got %s", got)
	}
	if got := FileName("a.b", "urn:x", OPML); got != "a=2Eb.urn=3Ax.opml" {
		t.Errorf("got %s", got)
	}
}

func TestFeedsOfASetInAFolder(t *testing.T) {
	names := []string{
		".Groceries.desk.xml123",
		"Groceries.LAPTOP.XML",
		"Groceries.desk.opml",
		"Groceries.desk.xml",
		"Groceries.opml",
		"Groceries.phone (copy).xml",
		"Groceries.phone.OPML",
		"Groceries.tablet.sync-conflict.xml",
		"Groceries.xml",
		"Groceries 2.phone.xml",
		"Grocery.phone.xml",
		"groceries.phone.xml",
		"notes.txt",
	}
	want := []string{"Groceries.LAPTOP.XML", "Groceries.phone (copy).xml", "Groceries.phone.OPML", "Groceries.tablet.sync-conflict.xml", "groceries.phone.xml"}
	if got := FeedsOf("Groceries", "DESK", names); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A disk that decomposes accents returns names in another form than they were written in, and
// other letters in the other case.
func TestNamesWithAccentsAreTheSameInEveryForm(t *testing.T) {
	apart := func(name string) string { return norm.NFD.String(name) }
	names := []string{apart("Einkäufe.büro.xml"), apart("EINKÄUFE.desk.xml"), apart("Einkäufe.gerät.complete.xml"), "Einkäufe.gerät.xml", "Einkaufe.phone.xml"}
	want := []string{names[0], names[1], names[3]}
	if got := FeedsOf("Einkäufe", "küche", names); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := FeedsOf("Einkäufe", "büro", names); !slices.Equal(got, want[1:]) {
		t.Errorf("the own feed is read: %q", got)
	}
	if !SameName("Einkäufe", apart("EINKÄUFE")) || SameName("Einkäufe", "Einkaufe") {
		t.Error("what an accent makes of a name depends on its form")
	}
}

func TestAFolderOfManyNamesIsNoWork(t *testing.T) {
	names := make([]string, testsize.Of(20_000, 100_000))
	for i := range names {
		names[i] = fmt.Sprintf("Groceries.e%d.xml", i)
	}
	var n int
	took := pace.Yards(func() { n = len(FeedsOf("Groceries", "desk", names)) })
	if n != len(names) || took > float64(len(names)/10) {
		t.Errorf("%d feeds after %.0f yards", n, took)
	}
	t.Logf("%d feeds after %.0f yards", n, took)
}

func TestACompleteFeedBesideItsPartialOneIsNotReadByItself(t *testing.T) {
	names := []string{
		"Groceries.desk.complete.xml",
		"Groceries.laptop.complete.opml",
		"Groceries.phone.COMPLETE.xml",
		"Groceries.phone.xml",
		"Groceries.tablet.complete.xml",
		"Groceries.tablet.opml",
	}
	want := []string{"Groceries.laptop.complete.opml", "Groceries.phone.xml", "Groceries.tablet.complete.xml", "Groceries.tablet.opml"}
	if got := FeedsOf("Groceries", "desk", names); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheLongestNamesFitIntoAFileSystem(t *testing.T) {
	longest := strings.Repeat("x", MaxName)
	const pending = len(".") + len("9223372036854775807")
	if n := len(CompleteName(FileName(longest, longest, OPML))) + pending; n > 255 {
		t.Errorf("%d bytes, at most 255 fit", n)
	}
}
