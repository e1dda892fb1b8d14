package cli_test

import (
	"regexp"
	"strings"
	"testing"
)

// Where versions differ in files these are told by their names and sizes, and two of one
// name and size by the beginning of their hashes; never by the whole of them.
func TestFilesOfVersionsAreToldInWords(t *testing.T) {
	here := household(t)
	laptop := here.at("laptop")
	laptop.ok("set", "new", "Household", "--kind", "todo")
	folder := t.TempDir()
	for _, d := range []*desk{here, laptop} {
		d.ok("publish", "Household", folder)
		d.ok("subscription", "add", "Household", folder)
	}
	here.ok("item", "attach", "Household", "pay", here.put("Invoice.pdf", "pay 12"))
	here.ok("sync")
	laptop.ok("sync")
	for i, d := range []*desk{here, laptop} {
		d.ok("item", "detach", "Household", "pay", "Invoice.pdf")
		d.ok("item", "attach", "Household", "pay", d.put("Invoice.pdf", []string{"pay 13", "pay 99"}[i]))
		d.ok("item", "edit", "Household", "pay", "--title", []string{"Pay it", "Pay them"}[i])
	}
	here.ok("sync")
	laptop.run("sync")
	here.run("sync")
	hash := regexp.MustCompile("[0-9a-f]{20}")
	for what, r := range map[string]result{
		"show":    here.run("conflict", "show", "Household", "pay"),
		"compare": here.run("item", "compare", "Household", "pay", "2", "4"),
	} {
		if strings.Count(r.out, "Invoice.pdf, 6 bytes") < 2 || !strings.Contains(r.out, "0859f11f") || hash.MatchString(r.out) {
			t.Errorf("%s:\n%s%s", what, r.out, r.err)
		}
	}
	here.ok("conflict", "resolve", "Household", "pay", "--take", "1")
	log := here.ok("conflict", "log", "--markdown")
	if !strings.Contains(log.out, "Invoice.pdf, 6 bytes …") || hash.MatchString(log.out) {
		t.Errorf("log:\n%s", log.out)
	}
}
