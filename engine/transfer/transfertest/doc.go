// Package transfertest measures imports: it makes files as programs export them,
// and does the least that any import of them has to do.
package transfertest
