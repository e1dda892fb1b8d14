package item_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"crossfeed/engine/item"
)

// xmllint's Exclusive C14N, which keeps comments, is the judge: the documents
// have none.
func TestCanonicalAsXmllintHasIt(t *testing.T) {
	for name, document := range map[string]string{
		"nothing":               `<a/>`,
		"texts":                 `<a>x &lt; y &amp;&amp; z &gt; "w" 'v' &#13; &#x1F600;</a>`,
		"CDATA":                 `<a>x<![CDATA[ < & ]] > "]]>y</a>`,
		"attribute values":      `<a b='x "y" &lt; > &amp; &#9;&#10;&#13; &apos;'/>`,
		"attribute order":       `<a z="1" xmlns:p="urn:b" xmlns:q="urn:a" p:a="2" q:z="3" q:b="4" b="5"/>`,
		"one namespace twice":   `<a xmlns:p="urn:a" xmlns:q="urn:a" q:a="1" p:b="2"><p:c/><q:c/></a>`,
		"unused declarations":   `<a xmlns:p="urn:p" xmlns:q="urn:q"><b><q:c/></b></a>`,
		"declared below":        `<p:a xmlns:p="urn:p"><b xmlns:p="urn:p"><p:c xmlns:p="urn:q"/><p:d/></b></p:a>`,
		"default on and off":    `<a xmlns="urn:a"><b xmlns=""><c/><d xmlns="urn:d"/></b><e/></a>`,
		"default in the middle": `<p:a xmlns:p="urn:p" xmlns="urn:d"><p:b><c><p:d/></c></p:b></p:a>`,
		"default and attribute": `<a xmlns="urn:a" xmlns:p="urn:a" p:b="1" c="2"><p:d e="3"/></a>`,
		"siblings":              `<a xmlns:p="urn:p"><p:b/><p:b/><c p:d="1"/></a>`,
		"xml attributes":        `<a xml:lang="en" xml:space="preserve" b="1"> <b xml:lang="de"/> </a>`,
		"instructions":          `<a><?p  some data?><?q?>x</a>`,
		"line ends":             "<a>x\r\ny\rz\n</a>",
		"deep":                  strings.Repeat(`<p:a xmlns:p="urn:p" q="1">`, 50) + strings.Repeat(`</p:a>`, 50),
	} {
		t.Run(name, func(t *testing.T) {
			if got, want := item.Canonical(parsed(t, document)), xmllint(t, document); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func xmllint(t *testing.T, document string) string {
	t.Helper()
	cmd := exec.Command("xmllint", "--exc-c14n", "-")
	cmd.Stdin = strings.NewReader(document)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("xmllint (libxml2's) is needed: %v: %s", err, &errors)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// The canonical form of a part takes its namespaces from what is around it, and
// comments are left out.
func TestCanonicalOfAPart(t *testing.T) {
	root := parsed(t, `<a xmlns="urn:a" xmlns:p="urn:p" xmlns:q="urn:q"><p:b><!-- c --><d/></p:b></a>`)
	const want = `<p:b xmlns:p="urn:p"><d xmlns="urn:a"></d></p:b>`
	if got := item.Canonical(root.ChildElements()[0]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCanonicalManyAttributes: prefixes are found in a moment, however many
// attributes stand around them.
func TestCanonicalManyAttributes(t *testing.T) {
	const deep, wide, many = 60, 500, 50_000
	var tag strings.Builder
	tag.WriteString("<f:e")
	for n := range wide {
		fmt.Fprintf(&tag, ` f:a%d=""`, n)
	}
	c := content(t, strings.Repeat(tag.String()+">", deep)+strings.Repeat("<f:i/>", many)+strings.Repeat("</f:e>", deep))
	got := item.Canonical(c.Element())
	if strings.Count(got, "xmlns:f=") != 1 || strings.Count(got, "<f:i></f:i>") != many {
		t.Errorf("%.200s", got)
	}
}
