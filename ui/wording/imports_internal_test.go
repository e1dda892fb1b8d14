package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/quickadd"
)

// declared returns the values of the constants of a type in a file of the engine.
func declared(t *testing.T, path, name string) (all []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is || len(spec.Values) == 0 {
			return true
		}
		if of, named := spec.Type.(*ast.Ident); named && of.Name == name {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, value)
		}
		return true
	})
	if len(all) < 20 {
		t.Fatalf("only %d constants of the type %s are in %s", len(all), name, path)
	}
	return all
}

// englishWords matches words that no German sentence has.
var englishWords = regexp.MustCompile(`(?i)\b(the|and|with|your|this|from|that|are|not|which|has|of|is|to|you|it|skipped|missing|write|set|give)\b`)

// quotes is what a sentence quotes from the file.
var quotes = regexp.MustCompile(`„[^“]*“`)

// expectBoth checks that a problem has a sentence of its own in both languages.
func expectBoth(t *testing.T, what string, told func() string) {
	t.Helper()
	english, german := in("en", told), in("de", told)
	if english == german || ruleName.MatchString(strconv.Quote(what)) && strings.Contains(english, what) || strings.Contains(english+german, "<no value>") {
		t.Errorf("%s: %q, %q", what, english, german)
	}
	if word := englishWords.FindString(quotes.ReplaceAllString(german, "")); word != "" {
		t.Errorf("%s has %q in %q", what, word, german)
	}
}

func TestEveryProblemOfAnImportIsToldInBothLanguages(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	for _, kind := range declared(t, "../../engine/record/exchange/problem.go", "Kind") {
		for _, component := range []string{"VEVENT", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "VPOLL"} {
			for _, n := range []int{1, 2} {
				p := exchange.Problem{Line: 1, Kind: exchange.Kind(kind), Name: component, Value: "SUMMARY:Milk", N: n, Limit: 7,
					Columns: []exchange.Column{{Number: 1}, {Name: "Colour", Number: 2}}, More: 3,
					Reason: &exchange.Problem{Kind: exchange.NoColon}, Err: &record.ValueError{Field: "due", Value: "x", Problem: record.NotADay}}
				if p.Kind == exchange.Violation {
					p.Name = "missing-history"
				}
				expectBoth(t, kind, func() string { return ImportProblem(p) })
			}
		}
	}
}

// The commands write the text of the engine for a value, and the window the same in its language.
func TestEveryProblemOfAValueIsToldInBothLanguages(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	for _, name := range declared(t, "../../engine/record/problem.go", "Problem") {
		p := record.Problem(name)
		expectBoth(t, name, func() string { return Problem(p) })
		typed := func() string { return typedTable[p](nil) }
		expectBoth(t, name, typed)
		if got, want := in("en", typed), name+": "+p.Remedy(); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// The last example of how to write a day is understood in the language of the text.
func TestTheExampleOfADayIsUnderstood(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for language, or := range map[string]string{"en": " or ", "de": " oder "} {
		text := in(language, func() string { return typedTable[record.NotADay](nil) })
		_, word, _ := strings.Cut(text, or)
		got, understood := quickadd.Date(word, quickadd.Now{Time: now, Language: quickadd.Language(language)})
		if !understood || got.String() != "2026-11-27" {
			t.Errorf("%s: %q is %v, %v", language, word, got, understood)
		}
		if other := map[string]string{"en": "de", "de": "en"}[language]; strings.HasSuffix(in(other, func() string { return typedTable[record.NotADay](nil) }), word) {
			t.Errorf("%q is the word in both languages", word)
		}
	}
}

// A file that cannot be read has the same text in the commands as in the English window, except
// for what the XML parser says.
func TestEveryUnreadableFileIsToldInBothLanguages(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	for _, kind := range []exchange.Kind{
		exchange.TooManyRows, exchange.NoHeader, exchange.NotOPML, exchange.NotWellFormed, exchange.UnknownEncoding, exchange.OutlinesTooDeep, exchange.TooManyOutlines,
	} {
		err := &exchange.FileError{Problem: exchange.Problem{Line: 3, Kind: kind, Name: "x-none", Limit: 7}}
		told := func() string { return Why(err) }
		expectBoth(t, string(kind), told)
		want := strings.Replace(err.Error(), "XML: :", "XML:", 1)
		if got := strings.Replace(in("en", told), "Line", "line", 1); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// rulesOf returns the names of the rules in the code that reads and checks feeds.
func rulesOf(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, folder := range []string{"feed", "subscribe/intake", "internal/xmlstream"} {
		paths, err := filepath.Glob("../../engine/" + folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING && ruleName.MatchString(text.Value) {
					all[strings.Trim(text.Value, `"`)] = true
				}
				return true
			})
		}
	}
	return all
}

var ruleName = regexp.MustCompile(`^"[a-z]+(-[a-z]+)+"$`)

func TestEveryRuleOfFeedsIsToldInBothLanguages(t *testing.T) {
	t.Cleanup(ChooseLanguage)
	rules := rulesOf(t)
	if len(rules) < 30 {
		t.Fatalf("only %d rules were found", len(rules))
	}
	for name := range rules {
		p := feed.Problem{Line: 3, Rule: name, Section: "SSE 0.93 §2.5"}
		german := in("de", func() string { return rule(name) })
		if strings.Contains(german, "Regel") || in("en", func() string { return rule(name) }) == german {
			t.Errorf("%s has no sentence", name)
		}
		if got := in("de", func() string { return Violation(p) }); got != "Zeile 3: "+german+" ("+name+", SSE 0.93 §2.5)" {
			t.Errorf("got %q", got)
		}
	}
	for name := range ruleTable {
		if !rules[name] {
			t.Errorf("%s is not a rule", name)
		}
	}
}
