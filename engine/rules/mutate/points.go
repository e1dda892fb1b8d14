package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
)

// A mutant is a point with its key and number. Numbers begin with 1.
type mutant struct {
	key    string
	number int
	point
}

// finder collects the points of a package, function by function, in the order of the source.
type finder struct {
	info   *types.Info
	points []point
}

// pointsOf are the ways to break a function.
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

// node goes through the fields of a node in their order, as in the source.
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
			if v.Type().Field(i).Name != "Scope" { // of a file; it leads round in circles
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

// nameOf is the name of a function with that of its receiver.
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
