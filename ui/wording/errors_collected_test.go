package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Why an error needs no sentence.
const (
	command = "only a command can cause it"
	asked   = "the page that causes it has a sentence or a question of its own"
	detail  = "it is a detail of another error, or of a problem in a feed, that has a sentence"
	damaged = "it is a detail of damage that is repaired or reported as such"
	signal  = "it never leaves its package"
	never   = "only a defect of Crossfeed can cause it"
)

// unsaid are the errors without a sentence in the table: by name, by type, or by the function
// that creates them.
var unsaid = map[string]string{
	"attachments.ErrUnplaced":      asked,
	"edit.PublishedError":          asked,
	"record.ValueError":            asked,
	"subscribe.FeedPublishedError": asked,

	"attachments.Find":             command,
	"conflicts.Session.Only":       command,
	"conflicts.Session.candidate":  command,
	"conflicts.UnnamedError":       command,
	"contentsync.removal.address":  command,
	"credentials.Env.Password":     command,
	"edit.Service.Join":            command,
	"feed.ParseWindow":             command,
	"feed.notOutlines":             command,
	"feed.rewriter.entry":          command,
	"feed.rewriter.refused":        command,
	"feed.writable":                command,
	"folder.ErrGroup":              command,
	"library.Options.check":        command,
	"library.severalLibraries":     command,
	"lists.ErrNotUpgradable":       command,
	"lists.oneOf":                  command,
	"lists.together":               command,
	"publish.errOvertaken":         command,
	"record.FieldError":            command,
	"rules.ConflictIndexError":     command,
	"rules.IdentifierError":        command,
	"safekeeping.ErrFixedIdentity": command,
	"sse091.ErrNoConflicts":        command,
	"subscribe.Options.check":      command,
	"transfer.ColumnError":         command,
	"transfer.Write":               command,
	"transfer.contentAs":           command,
	"vcard.Write":                  command,

	"cache.check":                 never,
	"conflicts.Session.TakeField": never,
	"conflicts.Session.find":      never,
	"conflicts.Session.stretch":   never,
	"conflicts.errUntyped":        never,
	"csx.Writer.Item":             never,
	"engine.errFixed":             never,
	"feed.Writer.begin":           never,
	"feed.sharable":               never,
	"rules.ErrUnstamped":          never,
	"safekeeping.ErrNoDatabase":   never,
	"storage.errOver":             never,

	"bucket.errSilent":      signal,
	"credentials.errWaited": signal,
	"intake.errEnough":      signal,
	"folder.errNotOurs":     signal,
	"safekeeping.errRead":   signal,
	"store.errYield":        signal,
	"vcard.errTooLarge":     signal,
	"webdav.errEnded":       signal,
	"webdav.errUnasked":     signal,

	"bucket.Buckets.mayRemove": detail,
	"bucket.answer.at":         detail,
	"contentsync.errTooLarge":  detail,
	"credentials.within":       detail,
	"csx.errLarge":             detail,
	"edit.conflicted":          detail,
	"exchange.Kind":            detail,
	"feed.Fits":                detail,
	"feed.ParseRFC3339":        detail,
	"feed.ParseRFC822":         detail,
	"feed.civil.in":            detail,
	"feed.namedZone":           detail,
	"feed.numericZone":         detail,
	"feed.resolvedEntry":       detail,
	"feed.tooManyConflicts":    detail,
	"intake.EntryMerger.count": detail,
	"intake.parseForeign":      detail,
	"item.checkRoot":           detail,
	"item.parseAny":            detail,
	"record.errDuration":       detail,
	"sharing.absolute":         detail,
	"store.DamagedItems":       detail,
	"subscribe.siblingOf":      detail,
	"transport.Beyond":         detail,
	"transport.OnDisk.Remove":  detail,
	"transport.Put.MayReplace": detail,
	"transport.TooSlow":        detail,
	"transport.errHangs":       detail,
	"transport.errLess":        detail,
	"transport.errMore":        detail,
	"transport.errWritten":     detail,
	"transport.forbidden":      detail,
	"transport.passwordIn":     detail,
	"transport.scheme.whereIs": detail,
	"web.certificateTrouble":   detail,
	"web.changedCertificate":   detail,
	"web.errCircle":            detail,
	"web.errNoResend":          detail,
	"web.errNowhere":           detail,
	"web.errPrivate":           detail,
	"web.errProxyAsks":         detail,
	"web.journey.onward":       detail,
	"web.overdue":              detail,
	"web.pin":                  detail,
	"web.proxyError":           detail,
	"web.unresolved":           detail,
	"web.whyRefused":           detail,
	"webdav.Server.Names":      detail,
	"webdav.decode":            detail,
	"webdav.errNoFolder":       detail,
	"webdav.errOther":          detail,
	"xmlstream.SyntaxError":    detail,
	"xmlstream.fault":          detail,

	"storage.Store.checkTable":         damaged,
	"storage.Store.prepare":            damaged,
	"storage.damage":                   damaged,
	"storage.decodeFacts":              damaged,
	"storage.detailParts":              damaged,
	"storage.header.check":             damaged,
	"storage.header.checkFree":         damaged,
	"storage.header.checkSize":         damaged,
	"storage.identity.UnmarshalText":   damaged,
	"storage.instant.Scan":             damaged,
	"storage.jsonText.Scan":            damaged,
	"storage.outOfOrder":               damaged,
	"storage.quarantinedItemError":     damaged,
	"storage.readHeader":               damaged,
	"storage.readQuarantinedItem":      damaged,
	"storage.reader.complain":          damaged,
	"storage.reader.conflictsOf":       damaged,
	"storage.reader.leads":             damaged,
	"storage.reader.whole":             damaged,
	"storage.refuseOrphan":             damaged,
	"storage.scanHeld":                 damaged,
	"storage.storedVersion.decode":     damaged,
	"storage.storedVersion.identified": damaged,
	"subscribe.ReceivedItem":           damaged,
}

// Every error that the engine or the storage creates has a sentence in the table, or a reason
// in unsaid.
func TestEveryErrorHasASentence(t *testing.T) {
	table, err := os.ReadFile("errors.go")
	if err != nil {
		t.Fatal(err)
	}
	left, found := maps.Clone(unsaid), 0
	for _, root := range []string{"../../engine", "../../storage"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "enginetest":
				return filepath.SkipDir
			case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
				return nil
			}
			for _, e := range errorsIn(t, path) {
				found++
				said := e.inTable != nil && e.inTable.Match(table)
				_, reason := unsaid[e.name]
				delete(left, e.name)
				if said == reason {
					t.Errorf("%s (%s): in the table %t, in unsaid %t", e.name, path, said, reason)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("%s is in unsaid, and no longer exists", name)
	}
	if found < 200 {
		t.Errorf("only %d errors were found", found)
	}
}

// created is an error that a file declares or creates. inTable matches its entry in the
// table; nil if it cannot have one, because it has neither a name nor a type.
type created struct {
	name    string
	inTable *regexp.Regexp
}

// errorsIn returns the errors of a file: variables, types, and what functions create without
// wrapping another error. The details of a transport.Error with a trouble are not among them:
// the trouble has a sentence.
func errorsIn(t *testing.T, path string) (all []created) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	of := file.Name.Name + "."
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				values, are := spec.(*ast.ValueSpec)
				if !are {
					continue
				}
				for i, name := range values.Names {
					if i < len(values.Values) && creates(values.Values[i]) {
						all = append(all, created{of + name.Name, regexp.MustCompile(`err: ` + regexp.QuoteMeta(of+name.Name) + `,`)})
					}
				}
			}
		case *ast.FuncDecl:
			if d.Name.Name == "Error" && d.Recv != nil && d.Type.Params.NumFields() == 0 {
				name := of + receiver(d)
				all = append(all, created{name, regexp.MustCompile(`func\((e )?\*?` + regexp.QuoteMeta(name) + `\) string|text: as\(` + say[name] + `\)`)})
				continue
			}
			if unwrapped(d) {
				all = append(all, created{name: of + strings.TrimPrefix(receiver(d)+"."+d.Name.Name, ".")})
			}
		}
	}
	return all
}

// say are the functions of the table that word a type.
var say = map[string]string{
	"transport.Error": "troubled", "sharing.Error": "invitation", "contentsync.LimitError": "limit", "exchange.FileError": "unreadableFile",
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if star, is := of.(*ast.StarExpr); is {
		of = star.X
	}
	if generic, is := of.(*ast.IndexExpr); is {
		of = generic.X
	}
	return of.(*ast.Ident).Name
}

// outer matches what only the commands and the window have.
var outer = regexp.MustCompile(`crossfeed [a-z]|--[a-z]|\bLOCATION\b|Ctrl\+`)

// The engine's errors know no flags, commands, keys or pages.
func TestErrorsOfTheEngineNameNoCommands(t *testing.T) {
	found := 0
	for _, root := range []string{"../../engine", "../../storage"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "enginetest") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, is := n.(*ast.CallExpr)
				if !is || len(call.Args) == 0 || !makes(call) {
					return true
				}
				if text, is := call.Args[0].(*ast.BasicLit); is {
					found++
					if outer.MatchString(text.Value) {
						t.Errorf("%s: %s", path, text.Value)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 500 {
		t.Errorf("only %d errors were found", found)
	}
}

// makes reports whether a call is to errors.New or fmt.Errorf.
func makes(call *ast.CallExpr) bool {
	made, is := call.Fun.(*ast.SelectorExpr)
	if !is {
		return false
	}
	from, is := made.X.(*ast.Ident)
	return is && (from.Name+"."+made.Sel.Name == "errors.New" || from.Name+"."+made.Sel.Name == "fmt.Errorf")
}

// creates reports whether an expression is a new error that wraps no other.
func creates(x ast.Expr) bool {
	call, is := x.(*ast.CallExpr)
	if !is || !makes(call) {
		return false
	}
	format, is := call.Args[0].(*ast.BasicLit)
	return !is || !strings.Contains(format.Value, "%w")
}

// unwrapped reports whether a function creates an error outside of a transport.Error with a
// trouble.
func unwrapped(d *ast.FuncDecl) (found bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if literal, is := n.(*ast.CompositeLit); is && hasTrouble(literal) {
			return false
		}
		if x, is := n.(ast.Expr); is && creates(x) {
			found = true
		}
		return true
	})
	return found
}

func hasTrouble(literal *ast.CompositeLit) bool {
	for _, e := range literal.Elts {
		pair, is := e.(*ast.KeyValueExpr)
		if !is {
			continue
		}
		if key, is := pair.Key.(*ast.Ident); is && key.Name == "Trouble" {
			return true
		}
	}
	return false
}
