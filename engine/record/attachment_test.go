package record_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

const hashOfInvoice = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

// filesTyped draws lines of attachments, including forms that are not canonical.
var filesTyped = rapid.SampledFrom([]string{
	"files/" + hashOfInvoice + ".pdf 12345 Invoice.pdf", "files/" + hashOfInvoice + ".pdf 012345  Invoice  2.pdf",
	"https://example.org/a.jpg", "a.jpg 0", " b.jpg 7 <B> & b ", "",
})

const invoice = `<attachment xmlns="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" name="Invoice.pdf" size="12345">` +
	`<csx:link xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions">files/` + hashOfInvoice + `.pdf</csx:link></attachment>`

// photos is a foreign program's metadata around its links (Content Sync Extensions, "Example
// Feed").
const photos = `<p:Photos xmlns:p="urn:p" xmlns:c="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><p:Photographer Name="x"><c:link> thumb.jpg
</c:link></p:Photographer><c:link>a b.jpg</c:link><c:link nestedFeed="true">more.xml</c:link></p:Photos>`

func contentWith(t *testing.T, inside string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Pay</title>` + inside + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAFileIsAttachedByALinkWithItsHash(t *testing.T) {
	a := record.Attached(hashOfInvoice, 12345, "Invoice.PDF")
	if want := "files/" + hashOfInvoice + ".pdf"; a.Link != want || a.Hash() != hashOfInvoice || a.File() != hashOfInvoice+".pdf" {
		t.Errorf("link %q, hash %q, file %q", a.Link, a.Hash(), a.File())
	}
	c, err := record.New(record.Todo, record.Values{"title": "Pay", "files": record.Attached(hashOfInvoice, 12345, "Invoice.pdf").String()})
	if err != nil || !strings.Contains(c.XML(), invoice) {
		t.Errorf("%v, %s", err, c.XML())
	}
}

func TestEveryKindButAnOutlineHasFiles(t *testing.T) {
	for _, k := range record.Kinds() {
		_, err := record.Find(k, "files")
		if has := err == nil; has == (k == record.Outline) {
			t.Errorf("%s: %v", k, err)
		}
	}
}

func TestLinksOfOthersAreFilesAtAnyDepth(t *testing.T) {
	got := record.Attachments(contentWith(t, photos+invoice))
	want := []record.Attachment{{Link: "thumb.jpg"}, {Link: "a%20b.jpg"}, {Link: "files/" + hashOfInvoice + ".pdf", Size: 12345, Name: "Invoice.pdf"}}
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
	if got[0].Hash() != "" || got[0].File() != "" || got[0].Called() != "thumb.jpg" || got[2].Called() != "Invoice.pdf" {
		t.Errorf("%q %q %q", got[0].Hash(), got[0].Called(), got[2].Called())
	}
}

func TestTakingAFileAwayLeavesWhatStandsAroundItAndTheOthers(t *testing.T) {
	c := contentWith(t, photos+invoice)
	without, err := record.Apply(c, record.Values{"files": "a%20b.jpg 0"})
	if err != nil {
		t.Fatal(err)
	}
	xml := without.XML()
	if strings.Contains(xml, "thumb.jpg") || strings.Contains(xml, "attachment") || !strings.Contains(xml, "a b.jpg") ||
		!strings.Contains(xml, `<p:Photographer Name="x"/>`) || !strings.Contains(xml, "more.xml") {
		t.Error(xml)
	}
}

func TestAFileNobodyCouldHaveIsNoHash(t *testing.T) {
	for _, link := range []string{
		"files/" + hashOfInvoice + "/../x", "../files/" + hashOfInvoice, "files/" + strings.ToUpper(hashOfInvoice),
		"files/" + hashOfInvoice + ".p/f", "files/" + hashOfInvoice + ".", "files/" + hashOfInvoice[1:], "https://a/files/" + hashOfInvoice,
		"files/" + hashOfInvoice + ".pdf?x", "files/" + hashOfInvoice + ".pdf\n",
	} {
		if a := (record.Attachment{Link: link}); a.Hash() != "" || a.File() != "" {
			t.Errorf("%q has the hash %q", link, a.Hash())
		}
	}
}

func TestAnEndingThatIsNotPlainStaysOutOfTheLink(t *testing.T) {
	for name, ending := range map[string]string{
		"a.jpg": ".jpg", "a.JPG": ".jpg", "a": "", "a.": "", "a.ä": "", "a.verylongending": "", "a.tar.gz": ".gz", "a.p g": "", "a.b/c": "",
	} {
		if got := record.Attached(hashOfInvoice, 1, name).Link; got != "files/"+hashOfInvoice+ending {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestAnAttachmentIsWrittenAsLinkSizeAndName(t *testing.T) {
	for text, want := range map[string]record.Attachment{
		"a.jpg": {Link: "a.jpg"}, "a.jpg 12": {Link: "a.jpg", Size: 12}, " a.jpg  12  My a.jpg ": {Link: "a.jpg", Size: 12, Name: "My a.jpg"},
	} {
		if got, err := record.ParseAttachment(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "a.jpg x", "a.jpg -1", "a.jpg 1.5 b"} {
		var wrong *record.ValueError
		if _, err := record.ParseAttachment(text); !errors.As(err, &wrong) || wrong.Problem != record.NotAnAttachment {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFilesAreSaidInWords(t *testing.T) {
	text := record.Attached(hashOfInvoice, 12345, "Invoice.pdf").String() + "\nhttps://example.org/a.jpg 7 A photo\nb.jpg"
	want := "Invoice.pdf, 12345 bytes …9f86d081\nhttps://example.org/a.jpg 7 A photo\nb.jpg 0"
	if got := record.BriefFiles(text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, odd := range []string{"", "a.jpg x"} {
		if got := record.BriefFiles(odd); got != odd {
			t.Errorf("%q becomes %q", odd, got)
		}
	}
}

func TestFilesAreNoOtherData(t *testing.T) {
	if rest := record.Rest(contentWith(t, invoice)); rest != record.Rest(contentWith(t, "")) {
		t.Errorf("%q", rest)
	}
	if rest := record.Rest(contentWith(t, photos)); !strings.Contains(rest, "more.xml") || strings.Contains(rest, "thumb.jpg") {
		t.Errorf("%q", rest)
	}
}

// A store saves the result of Summary: files missing from it are neither found nor published.
func TestFilesAreFoundByTheirNames(t *testing.T) {
	for name, inside := range map[string]string{
		"a note": invoice,
		"a todo": invoice + `<todo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"/>`,
	} {
		c := contentWith(t, inside)
		_, kept := record.Summary(c)
		for _, words := range [][]string{record.Searched(c), kept} {
			if all := strings.Join(words, "\n"); !strings.Contains(all, "Invoice.pdf") || !strings.Contains(all, "files/"+hashOfInvoice) {
				t.Errorf("%s: %q", name, all)
			}
		}
	}
}
