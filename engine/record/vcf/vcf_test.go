package vcf_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcf"
)

// failer is a test, or a check of a property.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func readAll(t failer, file io.Reader) []exchange.Entry {
	t.Helper()
	var all []exchange.Entry
	err := vcf.Read(file, func(e exchange.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readCard reads the lines of one card, which has to be readable.
func readCard(t failer, lines ...string) exchange.Entry {
	t.Helper()
	all := readAll(t, strings.NewReader(card(lines...)))
	if len(all) != 1 || all[0].Content == nil {
		t.Fatalf("%q: got %+v", lines, all)
	}
	return all[0]
}

func card(lines ...string) string {
	return "BEGIN:VCARD\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCARD\r\n"
}

func write(t failer, v vcf.Version, all ...exchange.Out) string {
	t.Helper()
	var file bytes.Buffer
	if err := vcf.Write(&file, v, all); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// outs are the readable ones of what was read.
func outs(entries []exchange.Entry) []exchange.Out {
	var all []exchange.Out
	for _, e := range entries {
		if e.Content != nil {
			all = append(all, exchange.Out{UID: e.UID, Content: e.Content})
		}
	}
	return all
}

// samples are the files of testdata, by name.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../../../testdata/vcf/*.vcf")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no files", err)
	}
	files := make(map[string][]byte)
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// inner is the xCard of a content, or what stands beside it.
func inner(c *item.Content) string {
	xml := c.XML()
	if at := strings.Index(xml, "<vcard"); at >= 0 {
		xml = xml[at:]
	}
	return strings.TrimSuffix(xml, "</entry>")
}
