package record_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/record"
)

// problems are the constants of record.Problem, by name, as the source has them.
func problems(t *testing.T) map[string]record.Problem {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "problem.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]record.Problem{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		if kind, is := spec.Type.(*ast.Ident); is && kind.Name == "Problem" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all[spec.Names[0].Name] = record.Problem(text)
		}
		return true
	})
	return all
}

func TestEveryProblemHasARemedy(t *testing.T) {
	all := problems(t)
	if all["NotADay"] != record.NotADay || all["RepeatWithoutDate"] != record.RepeatWithoutDate {
		t.Fatalf("the source was read as %v", all)
	}
	for name, p := range all {
		if p.Remedy() == "" {
			t.Errorf("%s has none", name)
		}
	}
}

func TestAnErrorNamesFieldValueProblemAndRemedy(t *testing.T) {
	for want, e := range map[string]record.ValueError{
		`due "abc": not a day: write it as 2026-11-27, 2026-11-27T18:00 or tomorrow`: {Field: "due", Value: "abc", Problem: record.NotADay},
		`repeat "` + strings.Repeat("x", 60) + `…": not a rule of repetition: write it as FREQ=DAILY or FREQ=WEEKLY;BYDAY=FR (RFC 5545)`: {
			Field: "repeat", Value: strings.Repeat("x", 70), Problem: record.NotARule},
	} {
		if got := e.Error(); got != want {
			t.Errorf("says\n%s\nwant\n%s", got, want)
		}
	}
}

func TestWhatARemedyShowsIsAccepted(t *testing.T) {
	for _, c := range []struct {
		kind         record.Kind
		field, wrong string
		problem      record.Problem
		// shown are parts of the remedy. "tomorrow" needs to know the day, and is
		// for those who call.
		shown []string
	}{
		{record.Todo, "due", "abc", record.NotADay, []string{"2026-11-27", "2026-11-27T18:00"}},
		{record.Todo, "due", "2026-11-27Tsix", record.NotATime, []string{"2026-11-27T18:00:00Z"}},
		{record.Todo, "done", "maybe", record.NotACompletion, []string{"true", "false", "false 40%", "false in-process", "false cancelled"}},
		{record.Todo, "priority", "12", record.NotAPriority, []string{"1", "9", "high", "medium", "low", "none"}},
		{record.Todo, "order", "first", record.NotAnInteger, []string{"12"}},
		{record.Todo, "alarms", "early", record.NotATrigger, []string{"-PT15M", "-P1D", "2026-11-27T09:00:00Z"}},
		{record.Todo, "repeat", "often", record.NotARule, []string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=FR"}},
		{record.Contact, "emails", "nobody", record.NotAMail, []string{"name@example.org"}},
		{record.Contact, "phones", "[home", record.NotAnEntry, []string{"[home,pref] +49 30 23125001"}},
		{record.Contact, "addresses", ";;;;;;;;", record.NotAPostalAddress, []string{";;1 High Street;London;;N1;UK"}},
		{record.Contact, "custom", "size: 42", record.NotAProperty, []string{"X-SHOE-SIZE: 42"}},
	} {
		f, err := record.Find(c.kind, c.field)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Canonical(c.wrong)
		var wrong *record.ValueError
		if !errors.As(err, &wrong) || wrong.Problem != c.problem {
			t.Errorf("%s %q: %v, want the problem %q", c.field, c.wrong, err, c.problem)
		}
		for _, text := range c.shown {
			if _, err := f.Canonical(text); err != nil || !strings.Contains(c.problem.Remedy(), text) {
				t.Errorf("%s %q: %v, and the remedy is %q", c.field, text, err, c.problem.Remedy())
			}
		}
	}
}
