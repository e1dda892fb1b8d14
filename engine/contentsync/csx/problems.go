package csx

import "fmt"

// perRule is how many problems of one rule are told one by one, so that a fault that every
// item has leaves room for others.
const perRule = 10

// problems are what is wrong in a document, as it is found.
type problems struct {
	told  []Problem
	wrong int
	rules map[string]int
	once  map[string]bool
}

// tell notes one, in the item that is read.
func (p *problems) tell(line int, rule, format string, args ...any) {
	p.wrong++
	if p.rules[rule]++; p.rules[rule] > perRule || len(p.told) == MaxProblems {
		return
	}
	p.told = append(p.told, Problem{Line: line, Rule: rule, Section: sections[rule], Text: fmt.Sprintf(format, args...)})
}

// tellOnce notes one of a sort that is told once a document, and not counted again.
func (p *problems) tellOnce(sort string, line int, rule, format string, args ...any) {
	if !p.once[rule+" "+sort] {
		p.once[rule+" "+sort] = true
		p.tell(line, rule, format, args...)
	}
}

func newProblems() *problems {
	return &problems{rules: map[string]int{}, once: map[string]bool{}}
}
