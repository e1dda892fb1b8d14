package web

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
)

const (
	rss  = "application/rss+xml"
	page = "https://feeds.example/blog/page.html?x=1"
)

func TestFeedsThatAPageNames(t *testing.T) {
	link := func(more string) string { return `<link rel="alternate" type="application/rss+xml" ` + more + `>` }
	one := []Link{{"https://feeds.example/a.xml", "", rss}}
	for name, c := range map[string]struct {
		page string
		want []Link
	}{
		"nothing":             {"", nil},
		"no page":             {feed, nil},
		"none":                {"<head><title>x</title></head>", nil},
		"from the root":       {link(`href="/a.xml"`), one},
		"whole":               {link(`href="https://other.example/a.xml"`), []Link{{"https://other.example/a.xml", "", rss}}},
		"relative":            {link(`href="a.xml"`), []Link{{"https://feeds.example/blog/a.xml", "", rss}}},
		"without a scheme":    {link(`href="//other.example/a.xml"`), []Link{{"https://other.example/a.xml", "", rss}}},
		"feed://":             {link(`href="feed://other.example/a.xml"`), []Link{{"http://other.example/a.xml", "", rss}}},
		"a query":             {link(`href="?feed=rss&amp;n=1"`), []Link{{"https://feeds.example/blog/page.html?feed=rss&n=1", "", rss}}},
		"spaces around":       {link(`href=" /a.xml "`), one},
		"a title":             {link(`href="/a.xml" title=" All &amp; new` + "\n" + `things "`), []Link{{"https://feeds.example/a.xml", "All & new things", rss}}},
		"in capitals":         {`<LINK REL="ALTERNATE" TYPE="Application/RSS+XML; charset=utf-8" HREF=/a.xml>`, one},
		"among other words":   {`<link rel="me alternate home" type="application/rss+xml" href="/a.xml">`, one},
		"closed":              {`<link rel="alternate" type="application/rss+xml" href="/a.xml"/>`, one},
		"twice":               {link(`href="/a.xml"`) + link(`href="/a.xml#top"`), one},
		"with a base":         {`<base target="_top"><base href="/other/"><base href="/third/">` + link(`href="a.xml"`), []Link{{"https://feeds.example/other/a.xml", "", rss}}},
		"base elsewhere":      {`<base href="http://other.example/x/">` + link(`href="a.xml"`), []Link{{"http://other.example/x/a.xml", "", rss}}},
		"a style sheet":       {`<link rel="alternate stylesheet" type="text/css" href="/a.css">`, nil},
		"another language":    {`<link rel="alternate" hreflang="de" href="/de">`, nil},
		"no alternate":        {`<link rel="me" type="application/rss+xml" href="/a.xml">`, nil},
		"no address":          {link(""), nil},
		"a file":              {link(`href="file:///etc/passwd"`), nil},
		"a script":            {link(`href="javascript:alert(1)"`), nil},
		"with a password":     {link(`href="https://desk:secret@other.example/a.xml"`), nil},
		"in a comment":        {`<!-- ` + link(`href="/a.xml"`) + ` -->`, nil},
		"in a script":         {`<script>` + link(`href="/a.xml"`) + `</script>`, nil},
		"in a template":       {`<template>` + link(`href="/a.xml"`) + `</template>`, nil},
		"after a template":    {`<template></template>` + link(`href="/a.xml"`), one},
		"after the head":      {`<head></head>` + link(`href="/a.xml"`), nil},
		"in the body":         {`<body>` + link(`href="/a.xml"`), nil},
		"beyond 512 KB":       {strings.Repeat(" ", maxHead) + link(`href="/a.xml"`), nil},
		"just before 512 KB":  {strings.Repeat(" ", maxHead-100) + link(`href="/a.xml"`), one},
		"the page breaks off": {link(`href="/a.xml"`) + `<link rel="alternate" type="application/rss+xml" href="/b`, one},
	} {
		got, err := Discover(page, strings.NewReader(c.page))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, c.want)
		}
	}
}

func TestFeedsOfEveryKindAreFoundInThePagesOrder(t *testing.T) {
	var text strings.Builder
	for _, media := range feedTypes {
		text.WriteString(`<link rel=alternate type="` + media + `" href="/` + url.QueryEscape(media) + `">`)
	}
	got, err := Discover(page, strings.NewReader(text.String()))
	if err != nil || len(got) != len(feedTypes) {
		t.Fatalf("got %v, %v", got, err)
	}
	for i, l := range got {
		if l.Type != feedTypes[i] {
			t.Errorf("link %d: got %q, want %q", i, l.Type, feedTypes[i])
		}
	}
}

func TestAPageThatNamesThousandsIsNotFollowedToItsEnd(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		text.WriteString(`<link rel=alternate type=text/xml href="/` + strings.Repeat("a", i%999+1) + `">`)
	}
	if got, err := Discover(page, strings.NewReader(text.String())); err != nil || len(got) != maxLinks {
		t.Errorf("got %d, %v", len(got), err)
	}
}

// FuzzDiscover checks that whatever a page contains, only web addresses are returned.
func FuzzDiscover(f *testing.F) {
	f.Add(page, `<base href="/x"><link rel="alternate" type="text/xml" href="a.xml">`)
	f.Add("http://[", `<template><link>`)
	f.Fuzz(func(t *testing.T, address, text string) {
		links, err := Discover(address, strings.NewReader(text))
		if err != nil && links != nil {
			t.Errorf("got %v with %v", links, err)
		}
		for _, l := range links {
			u, err := url.Parse(l.Address)
			if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
				t.Errorf("found %q", l.Address)
			}
		}
	})
}
