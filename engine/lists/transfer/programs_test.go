package transfer_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
)

// fieldsOf returns the fields of an item that are not empty, except for its name, and the manual
// order that it got.
func fieldsOf(d *desk, title string) map[string]string {
	d.Helper()
	for _, it := range d.items() {
		if it.Winner.Title() != title {
			continue
		}
		values := record.Read(it.Winner.Content).Values()
		maps.DeleteFunc(values, func(field, value string) bool {
			return value == "" || field == "name" || field == "title" || field == "order"
		})
		return values
	}
	d.Fatalf("there is no %s: %s", title, d.titles())
	return nil
}

func TestExportsOfContactsAreImportedWithoutPreparation(t *testing.T) {
	for name, c := range map[string]struct {
		file, title string
		want        map[string]string
	}{
		"Google": {
			"First Name,Middle Name,Last Name,Name Prefix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Labels," +
				"E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value," +
				"Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Address 1 - Country,Website 1 - Label,Website 1 - Value\n" +
				"Ann,B.,Example,Dr.,Annie,,Example; Ltd,Chair,Sales,1985-04-12,\"two\nlines\",Friends ::: * myContacts," +
				"* Work,ann@example.org ::: a@example.org,School,ann@example.net,Mobile,+1 555 0100,Work Fax,+1 555 0101," +
				"Home,\"1 Main St\nTown\",1 Main St,Town,12345,Utopia,Blog,https://example.org/\n",
			"Dr. Ann B. Example",
			map[string]string{
				"prefix": "Dr.", "given": "Ann", "middle": "B.", "family": "Example", "nickname": "Annie", "organisation": `Example\; Ltd; Sales`, "jobtitle": "Chair",
				"birthday": "1985-04-12", "text": "two\nlines", "tags": "Friends",
				"emails": "[pref,work] ann@example.org\n[pref,work] a@example.org\n[label=School] ann@example.net",
				"phones": "[cell] +1 555 0100\n[fax,work] +1 555 0101", "addresses": "[home] ;;1 Main St;Town;;12345;Utopia", "urls": "[label=Blog] https://example.org/",
			},
		},
		"Google, formerly": {
			"Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,IM 1 - Service,IM 1 - Value,Organization 1 - Name,Address 1 - Formatted\n" +
				"Ann Example,Ann,Example,* myContacts ::: Friends,Home,ann@example.org,Example Chat,ann,Example Ltd,1 Main St\n",
			"Ann Example",
			map[string]string{
				"given": "Ann", "family": "Example", "tags": "Friends", "emails": "[home] ann@example.org", "messengers": "[label=Example Chat] ann",
				"organisation": "Example Ltd", "addresses": ";;1 Main St;;;;",
			},
		},
		"Outlook": {
			"\"Title\",\"First Name\",\"Last Name\",\"Company\",\"Department\",\"Job Title\",\"Business Street\",\"Business Street 2\",\"Business City\",\"Business State\"," +
				"\"Business Postal Code\",\"Business Country/Region\",\"Home Street\",\"Business Phone\",\"Business Phone 2\",\"Home Fax\",\"Mobile Phone\",\"E-mail Address\"," +
				"\"E-mail Type\",\"E-mail 2 Address\",\"Birthday\",\"Categories\",\"Notes\",\"Web Page\"\r\n" +
				"Mr.,Bob,Example,Example Ltd,,Clerk,1 Main St,Floor 2,Town,State,12345,Utopia,2 Side St,555-0100,555-0101,555-0102,555-0103,bob@example.org,SMTP,bob@example.net,0/0/00,Red;Work,Hi,https://example.org\r\n",
			"Mr. Bob Example",
			map[string]string{
				"prefix": "Mr.", "given": "Bob", "family": "Example", "organisation": "Example Ltd", "jobtitle": "Clerk", "tags": "Red\nWork", "text": "Hi",
				"addresses": "[work] ;;1 Main St\\nFloor 2;Town;State;12345;Utopia\n[home] ;;2 Side St;;;;", "urls": "https://example.org",
				"phones": "[work] 555-0100\n[work] 555-0101\n[fax,home] 555-0102\n[cell] 555-0103", "emails": "bob@example.org\nbob@example.net",
			},
		},
		"Outlook in German, in Windows-1252": {
			"Vorname;Nachname;Firma;Abteilung;Stra\xdfe gesch\xe4ftlich;Ort gesch\xe4ftlich;Telefon gesch\xe4ftlich;Mobiltelefon;E-Mail-Adresse;E-Mail 2: Adresse;Geburtstag;Kategorien;Notizen\r\n" +
				"J\xf6rg;Beispiel;Beispiel GmbH;Verkauf;Hauptstr. 1;Stadt;0555 100;0555 101;joerg@example.org;;12.4.1985;Rot;Hallo\r\n",
			"Jörg Beispiel",
			map[string]string{
				"given": "Jörg", "family": "Beispiel", "organisation": "Beispiel GmbH; Verkauf", "addresses": "[work] ;;Hauptstr. 1;Stadt;;;",
				"phones": "[work] 0555 100\n[cell] 0555 101", "emails": "joerg@example.org", "birthday": "1985-04-12", "tags": "Rot", "text": "Hallo",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, record.Contact)
			d.take(c.file)
			if got := fieldsOf(d, c.title); !maps.Equal(got, c.want) {
				for field := range maps.All(got) {
					if got[field] != c.want[field] {
						t.Errorf("%s is %q", field, got[field])
					}
				}
				t.Errorf("it says\n%q, want\n%q", got, c.want)
			}
			if p := d.plan(c.file); p.Count(transfer.Same) != 1 {
				t.Errorf("a second time: %v: %s", counts(p), changes(p))
			}
		})
	}
}

func TestAnInvalidValueOfAnExportBecomesPartOfTheText(t *testing.T) {
	d := newDesk(t, record.Contact)
	d.take("First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Birthday\nAnn,Example,Work,not an address,1985-02-30\n")
	if got, want := fieldsOf(d, "Ann Example")["text"], "E-mail 1 - Value: not an address\nBirthday: 1985-02-30"; got != want {
		t.Errorf("the text is %q", got)
	}
}

const todoist = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG\n" +
	"meta,view_style=list,,,,,,,,,,,,\n" +
	"task,Plan the party @home @fun,With cake,1,1,Ann (1),,2026-11-27,en,,,,2026-11-30,en\n" +
	"note,Ask Bob,,,,Ann (1),,,,,,,,\n" +
	"task,Buy candles,,2,2,Ann (1),,27 Nov 2026 18:00,en,,,,,\n" +
	"task,Find a shop,,4,3,Ann (1),,,en,,,,,\n" +
	",,,,,,,,,,,,,\n" +
	"section,Weekly,,,,,,,,,,,,\n" +
	"task,Water the plants,,3,1,Ann (1),,every monday,en,,,,,\n" +
	"task,Water the plants,,3,1,Ann (1),,every monday,en,,,,,\n"

func TestAnExportOfTodoistIsImportedWithoutPreparation(t *testing.T) {
	utf := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(strings.ReplaceAll(todoist, ",", "\t"))) {
		utf = append(utf, byte(unit), byte(unit>>8))
	}
	for name, file := range map[string]string{
		"UTF-8": todoist, "with a byte order mark": "\ufeff" + todoist, "semicolons": strings.ReplaceAll(todoist, ",", ";"), "UTF-16 with tabs": string(utf),
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, record.Todo)
			d.take(file)
			if d.titles() != "Plan the party, Buy candles, Find a shop, Water the plants, Water the plants" {
				t.Fatalf("the list says %s", d.titles())
			}
			all := d.items()
			for title, want := range map[string]map[string]string{
				"Plan the party":   {"done": "false", "due": "2026-11-27", "priority": "1", "tags": "home\nfun", "text": "With cake\nDEADLINE: 2026-11-30\nAsk Bob"},
				"Buy candles":      {"done": "false", "due": "2026-11-27T18:00", "priority": "5", "parent": all[0].ID()},
				"Find a shop":      {"done": "false", "parent": all[1].ID()},
				"Water the plants": {"done": "false", "priority": "9", "section": "Weekly", "text": "DATE: every monday"},
			} {
				if got := fieldsOf(d, title); !maps.Equal(got, want) {
					t.Errorf("%s: %q, want %q", title, got, want)
				}
			}
			if p := d.plan(file); p.Count(transfer.Same) != 5 {
				t.Errorf("a second time: %v: %s", counts(p), changes(p))
			}
		})
	}
}

func TestAnExportFitsOnlyListsOfItsKind(t *testing.T) {
	for text, want := range map[string]record.Kind{
		todoist:                                  record.Todo,
		"First Name,Last Name,Title,Notes\n":     record.Contact,
		"Name;E-Mail-Adresse\n":                  record.Contact,
		"Phone 1 - Value\tE-mail 1 - Value\n":    record.Contact,
		"\ufeff\"Given Name\",\"Family Name\"\n": record.Contact,
	} {
		h, _, err := transfer.Holds("a.csv", strings.NewReader(text))
		if err != nil || !slices.Equal(h.Kinds, []record.Kind{want}) {
			t.Errorf("%q fits %v, %v; want %s", text, h.Kinds, err, want)
		}
	}
}

func TestColumnsOfAnExportWithoutAFieldAreNamed(t *testing.T) {
	d := newDesk(t, record.Contact)
	p := d.take("First Name,Last Name,File As,First Name\nAnn,Example,x,y\n")
	if got := strings.Join(told(p), "\n"); !strings.Contains(got, "[{File As 3}]+0") || !strings.Contains(got, "repeated-columns [{First Name 4}]+0") {
		t.Errorf("it says %s", got)
	}
}
