package engine_test

import (
	"regexp"
	"strings"
	"testing"
)

// ours are the attributes that other programs drop because they do not know them.
var ours = regexp.MustCompile(` (cf:[a-z]+|xmlns:cf)="[^"]*"`)

// plain returns an OPML document of another program.
func plain(outlines ...string) string {
	return `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Groceries</title></head><body>
` + strings.Join(outlines, "\n") + "\n</body></opml>"
}

// other returns an outline of another program, at a version.
func other(id, version string, inner ...string) string {
	return `<outline text="The ` + id + `"><sx:sync id="` + id + `" version="` + version + `"><sx:history when="Thu, 21 May 2026 1` + version +
		`:00:00 GMT" by="foreign"/></sx:sync>` + strings.Join(inner, "") + `</outline>`
}

const foreign = "/shared/Groceries.foreign.opml"

func TestAnOutlineOfAProgramThatKnowsNoPlaces(t *testing.T) {
	p := newPlans(t, "laptop", "phone", "tablet")
	p.files.Put(foreign, plain(other("work", "1", other("z", "1"), other("y", "1")), other("home", "1")))
	p.all("work(z y) home")
	p.files.Put(foreign, plain(other("home", "1", other("z", "2")), other("work", "1", other("y", "1"))))
	p.desks[1].place("home", "", "")
	p.all("home(z) work(y)")
}

// The program writes to the laptop's feed, dropping what it does not know.
func TestAMoveByAProgramThatKnowsNoPlaces(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop := p.desks[0]
	laptop.plant("a", "b", "c", "d")
	p.all("a b c d")
	lost := ours.ReplaceAllString(p.files.All()["/shared/Groceries.laptop.opml"], "")
	p.files.Put(foreign, lost)
	p.all("a b c d")
	outline := regexp.MustCompile(`(?s)\s*<outline text="D".*?</outline>`)
	d := outline.FindString(lost)
	moved := strings.NewReplacer(`version="1"`, `version="2"`, `by="laptop"`, `by="foreign"`).Replace(d)
	p.files.Put(foreign, strings.Replace(outline.ReplaceAllString(lost, ""), "<body>", "<body>"+moved, 1))
	p.all("d a b c")
}

func TestAnOutlineWhoseParentComesLater(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	keyed := strings.Replace(other("lost", "1"), "<sx:sync ", `<sx:sync xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4" cf:order="1" cf:parent="late" `, 1)
	p.files.Put(foreign, plain(keyed, other("home", "1")))
	p.all("home lost")
	p.desks[1].plant("late")
	p.all("home late(lost)")
}

func TestAnOutlineThatStandsInItselfInAFeed(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	p.files.Put(foreign, plain(other("a", "1", other("b", "1", other("a", "1", other("c", "1")))), other("d", "1")))
	p.all("a(b c) d")
}
