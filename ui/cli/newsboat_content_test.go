package cli_test

import (
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// has are the titles of the items that newsboat read at an address, each with its text.
func (n newsboat) has(address string) (items []string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, "urls"), []byte(address+"\n"), 0o600); err != nil {
		n.t.Fatal(err)
	}
	n.run("-x", "reload")
	db, err := sql.Open("sqlite", filepath.Join(n.dir, "cache.db"))
	if err != nil {
		n.t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT title, content FROM rss_item ORDER BY title")
	if err != nil {
		n.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var title, text string
		if err := rows.Scan(&title, &text); err != nil {
			n.t.Fatal(err)
		}
		items = append(items, strings.TrimSpace(title+" "+text))
	}
	if err := rows.Err(); err != nil {
		n.t.Fatal(err)
	}
	return items
}

// "Forking the concept of the <csx:link> from <enclosure> allows standard RSS readers to
// continue to display and process CSE extended RSS feeds" (Content Sync Extensions,
// "csx:link element(s) within RSS item").
func TestAPublishedFolderIsReadByAReaderThatKnowsNoContentSync(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	d.ok("content", "publish", from, to, "--on-demand", "raw/**", "--hidden", "raw")
	feed := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(to, "crossfeed-content.xml"))}
	if got := newNewsboat(t).has(feed.String()); !slices.Equal(got, []string{"beach The first day", "raw"}) {
		t.Errorf("newsboat has %q", got)
	}
}

// So it is with a list whose items have sync metadata and files at once.
func TestAListWithFilesIsReadByAReaderThatKnowsNeither(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Household", "--kind", "todo", "--format", "rss")
	d.ok("item", "add", "Household", "--title", "Pay", "--id", "pay")
	d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", "pay 12"))
	shared := d.file("household.xml")
	d.ok("publish", "Household", shared)
	if text := read(t, shared); !strings.Contains(text, "<sx:sync ") || !strings.Contains(text, ">files/") {
		t.Fatalf("there is not both in\n%s", text)
	}
	feed := url.URL{Scheme: "file", Path: filepath.ToSlash(shared)}
	if got := newNewsboat(t).has(feed.String()); !slices.Equal(got, []string{"Pay"}) {
		t.Errorf("newsboat has %q", got)
	}
}
