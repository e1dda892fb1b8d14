package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
)

// A point is a node of the syntax tree and one way to break it. apply inserts both the broken
// and the original code; the number of the mutant that is turned on selects which of them
// runs. apply returns a function that undoes the change.
type point struct {
	operator string
	apply    func(number int) (undo func())
}

// The operators, in the order in which they are tried on a node:
//
//	negate    if x          →  if !x
//	compare   a < b         →  a <= b, and back; a == b  →  a != b
//	left      x && y        →  y;  x || y  →  y
//	right     x && y        →  x;  x || y  →  x
//	number    1             →  2
//	arithmetic a + b        →  a - b, and back
//	flag      true          →  false, and back
//	result    return x      →  return !x, return -x
//	remove    a statement   →  nothing
const (
	negate     = "negate"
	compare    = "compare"
	left       = "left"
	right      = "right"
	number     = "number"
	arithmetic = "arithmetic"
	flagged    = "flag"
	result     = "result"
	remove     = "remove"
)

// The names that the code of every broken package gets.
const (
	onName   = "mutantIs"   // func(int) bool: that mutant is turned on
	plusName = "mutantPlus" // func(int) int: 1 where it is, else 0
	signName = "mutantSign" // func(int) int: -1 where it is, else 1
)

func on(n int) ast.Expr { return call(onName, n) }

func call(name string, n int) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(name), Args: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(n)}}}
}

// differs returns x, inverted if mutant n is turned on.
func differs(x ast.Expr, n int) ast.Expr {
	return &ast.BinaryExpr{X: &ast.ParenExpr{X: x}, Op: token.NEQ, Y: on(n)}
}

// either returns broken if mutant n is turned on, else right. Only the selected one is
// evaluated.
func either(n int, kind string, broken, right ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: &ast.FuncLit{
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{{Type: ast.NewIdent(kind)}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{
			&ast.IfStmt{Cond: on(n), Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{broken}}}}},
			&ast.ReturnStmt{Results: []ast.Expr{right}},
		}},
	}}
}

// at returns a point that replaces the expression in a field of a node.
func at(operator string, field *ast.Expr, broken func(old ast.Expr, n int) ast.Expr) point {
	return point{operator, func(n int) func() {
		old := *field
		*field = broken(old, n)
		return func() { *field = old }
	}}
}

var boundaries = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

var opposites = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
}

// expression returns the ways to break the expression in a field.
func expression(field *ast.Expr, info *types.Info) []point {
	switch e := (*field).(type) {
	case *ast.BinaryExpr:
		return operation(field, e, info)
	case *ast.BasicLit:
		if e.Kind == token.INT && isInt(info.TypeOf(e)) {
			return []point{at(number, field, func(old ast.Expr, n int) ast.Expr {
				return &ast.ParenExpr{X: &ast.BinaryExpr{X: old, Op: token.ADD, Y: call(plusName, n)}}
			})}
		}
	case *ast.Ident:
		if constant, is := info.Uses[e].(*types.Const); is && constant.Parent() == types.Universe && (e.Name == "true" || e.Name == "false") {
			return []point{at(flagged, field, func(old ast.Expr, n int) ast.Expr { return &ast.ParenExpr{X: differs(old, n)} })}
		}
	}
	return nil
}

func operation(field *ast.Expr, e *ast.BinaryExpr, info *types.Info) []point {
	swapped := func(operator, kind string, op token.Token) point {
		return at(operator, field, func(_ ast.Expr, n int) ast.Expr {
			return either(n, kind, &ast.BinaryExpr{X: e.X, Op: op, Y: e.Y}, &ast.BinaryExpr{X: e.X, Op: e.Op, Y: e.Y})
		})
	}
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return []point{swapped(compare, "bool", boundaries[e.Op])}
	case token.EQL, token.NEQ:
		return []point{at(compare, field, func(old ast.Expr, n int) ast.Expr { return &ast.ParenExpr{X: differs(old, n)} })}
	case token.LAND, token.LOR:
		return []point{at(left, &e.X, without(e.Op)), at(right, &e.Y, without(e.Op))}
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
		if isInt(info.TypeOf(e)) {
			return []point{swapped(arithmetic, "int", opposites[e.Op])}
		}
	}
	return nil
}

// without removes one side of && or ||.
func without(op token.Token) func(ast.Expr, int) ast.Expr {
	return func(old ast.Expr, n int) ast.Expr {
		if op == token.LAND {
			return &ast.ParenExpr{X: &ast.BinaryExpr{X: on(n), Op: token.LOR, Y: &ast.ParenExpr{X: old}}}
		}
		return &ast.ParenExpr{X: &ast.BinaryExpr{X: &ast.UnaryExpr{Op: token.NOT, X: on(n)}, Op: token.LAND, Y: &ast.ParenExpr{X: old}}}
	}
}

// statement returns the ways to break the statement at an index of a list.
func statement(list []ast.Stmt, i int, info *types.Info) []point {
	var points []point
	switch s := list[i].(type) {
	case *ast.ReturnStmt:
		for r := range s.Results {
			points = append(points, returned(&s.Results[r], info)...)
		}
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.DeferStmt:
		points = append(points, removed(list, i))
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			points = append(points, removed(list, i))
		}
	}
	return points
}

func removed(list []ast.Stmt, i int) point {
	return point{remove, func(n int) func() {
		old := list[i]
		list[i] = &ast.IfStmt{Cond: &ast.UnaryExpr{Op: token.NOT, X: on(n)}, Body: &ast.BlockStmt{List: []ast.Stmt{old}}}
		return func() { list[i] = old }
	}}
}

// returned returns the ways to break a result that no other operator breaks.
func returned(field *ast.Expr, info *types.Info) []point {
	switch (*field).(type) {
	case *ast.BinaryExpr, *ast.BasicLit, *ast.CompositeLit, *ast.FuncLit:
		return nil
	}
	if info.Types[*field].Value != nil {
		return nil
	}
	switch t := info.TypeOf(*field); {
	case isBool(t):
		return []point{at(result, field, differs)}
	case isInt(t):
		return []point{at(result, field, func(old ast.Expr, n int) ast.Expr {
			return &ast.BinaryExpr{X: call(signName, n), Op: token.MUL, Y: &ast.ParenExpr{X: old}}
		})}
	}
	return nil
}

func isInt(t types.Type) bool { return t != nil && types.Identical(t, types.Typ[types.Int]) }

func isBool(t types.Type) bool { return t != nil && types.Identical(t, types.Typ[types.Bool]) }

// switches returns the source of the extra file that a broken package gets.
func switches(name string) string {
	return fmt.Sprintf(`package %s

import (
	"os"
	"strconv"
)

var mutantOn, _ = strconv.Atoi(os.Getenv(%q))

func %s(n int) bool { return mutantOn == n }

func %s(n int) int {
	if mutantOn == n {
		return 1
	}
	return 0
}

func %s(n int) int {
	if mutantOn == n {
		return -1
	}
	return 1
}
`, name, onVariable, onName, plusName, signName)
}

// A mutant is a point of a package with its key and number. Numbers start at 1.
type mutant struct {
	path, key string
	number    int
	point
}

// finder collects the points of a package, function by function, in the order of the source.
type finder struct {
	info   *types.Info
	points []point
}

// pointsOf returns the ways to break a function.
func pointsOf(f *ast.FuncDecl, info *types.Info) []point {
	b := &finder{info: info}
	if f.Body != nil {
		b.node(reflect.ValueOf(f.Body))
	}
	return b.points
}

var (
	expressions = reflect.TypeFor[ast.Expr]()
	statements  = reflect.TypeFor[[]ast.Stmt]()
)

// node visits the fields of a node in source order.
func (b *finder) node(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			b.node(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch s := v.Interface().(type) {
		case *ast.IfStmt:
			if e, is := s.Cond.(*ast.BinaryExpr); !is || boundaries[e.Op] != 0 {
				b.points = append(b.points, at(negate, &s.Cond, differs))
			}
		case *ast.Ident, *ast.CommentGroup:
			return
		}
		b.node(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Scope" { // of a file; it would lead to cycles
				b.field(v.Field(i))
			}
		}
	}
}

func (b *finder) field(f reflect.Value) {
	switch {
	case f.Type() == statements:
		list := f.Interface().([]ast.Stmt)
		for i := range list {
			b.points = append(b.points, statement(list, i, b.info)...)
			b.node(reflect.ValueOf(&list[i]).Elem())
		}
	case f.Kind() == reflect.Slice:
		for i := range f.Len() {
			b.field(f.Index(i))
		}
	case f.Type() == expressions:
		if !f.IsNil() {
			b.points = append(b.points, expression(f.Addr().Interface().(*ast.Expr), b.info)...)
			b.node(f)
		}
	case f.Kind() == reflect.Interface, f.Kind() == reflect.Pointer:
		b.node(f)
	}
}

// nameOf returns the name of a function, including its receiver.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if pointer, is := t.(*ast.StarExpr); is {
		t = pointer.X
	}
	if generic, is := t.(*ast.IndexExpr); is {
		t = generic.X
	}
	return fmt.Sprintf("%s.%s", t.(*ast.Ident).Name, f.Name.Name)
}
