package record

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ReadableText returns the text of a description (see PlainText) for reading only: list items
// have bullets or numbers, and links are followed by their addresses, relative to base. links
// are the addresses of web pages, each once.
func ReadableText(description, base string) (text string, links []string) {
	r := &readable{}
	r.base, _ = url.Parse(base)
	if !marked.MatchString(description) {
		for _, address := range bareLink.FindAllString(description, -1) {
			r.link(strings.TrimRight(address, ".,;:!?)'"))
		}
		return description, r.links
	}
	for z := html.NewTokenizer(strings.NewReader(description)); ; {
		kind := z.Next()
		if kind == html.ErrorToken { // end of input
			return tidyLines(r.text.String()), r.links
		}
		r.token(kind, z.Token())
	}
}

// bareLink matches a web address in plain text.
var bareLink = regexp.MustCompile(`\bhttps?://[^\s<>"]+`)

// readable is the state of ReadableText.
type readable struct {
	text   strings.Builder
	base   *url.URL
	links  []string
	hidden bool
	// line is where the text of the last line begins, after its bullet.
	line int
	// lists are the open lists: -1 for one with bullets, or the number of its last item.
	lists []int
	// address is the address of the open link, or "", and from is where its text begins.
	address string
	from    int
}

func (r *readable) token(kind html.TokenType, t html.Token) {
	switch begins := kind == html.StartTagToken; {
	case t.DataAtom == atom.Script || t.DataAtom == atom.Style:
		r.hidden = begins
	case kind == html.TextToken && !r.hidden:
		r.text.WriteString(strings.Map(spaced, t.Data))
	case t.DataAtom == atom.Br:
		r.text.WriteByte('\n')
		r.line = r.text.Len()
	case t.DataAtom == atom.A:
		r.endLink()
		if begins {
			r.beginLink(t)
		}
	case endsLine(t.DataAtom):
		r.newLine()
		r.block(begins, t.DataAtom)
	}
}

// newLine begins a line, unless nothing is on the last one.
func (r *readable) newLine() {
	if strings.TrimSpace(r.text.String()[r.line:]) != "" {
		r.text.WriteByte('\n')
	}
	r.line = r.text.Len()
}

// block opens or closes a list, or begins an item of one.
func (r *readable) block(begins bool, tag atom.Atom) {
	depth := len(r.lists)
	switch {
	case begins && tag == atom.Ul:
		r.lists = append(r.lists, -1)
	case begins && tag == atom.Ol:
		r.lists = append(r.lists, 0)
	case (tag == atom.Ul || tag == atom.Ol) && depth > 0:
		r.lists = r.lists[:depth-1]
	case begins && tag == atom.Li && depth > 0 && r.lists[depth-1] >= 0:
		r.lists[depth-1]++
		r.text.WriteString(strconv.Itoa(r.lists[depth-1]) + ". ")
	case begins && tag == atom.Li && depth > 1:
		r.text.WriteString("– ")
	case begins && tag == atom.Li:
		r.text.WriteString("• ")
	}
	r.line = r.text.Len()
}

func (r *readable) beginLink(t html.Token) {
	for _, a := range t.Attr {
		if a.Key == "href" {
			r.address, r.from = r.link(a.Val), r.text.Len()
		}
	}
}

// link notes a link, and returns its address; "" if it does not lead to a web page.
func (r *readable) link(to string) string {
	u, err := url.Parse(strings.TrimSpace(to))
	if err != nil {
		return ""
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	}
	address := u.String()
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	if !slices.Contains(r.links, address) {
		r.links = append(r.links, address)
	}
	return address
}

// endLink adds the address of a link, unless that is its text.
func (r *readable) endLink() {
	if r.address != "" && strings.TrimSpace(r.text.String()[r.from:]) != r.address {
		r.text.WriteString(" (" + r.address + ")")
	}
	r.address = ""
}
