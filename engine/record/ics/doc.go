// Package ics reads and writes calendar files (RFC 5545) with todos. A todo
// becomes the xCal vtodo (RFC 6321) of an item's content; what xCal cannot carry
// of it stays beside it, in lines (exchange.Keep).
//
// The content lines are read by package exchange, and not by the decoder of
// github.com/emersion/go-ical, for what that decoder does:
//
//   - the first line that is none ends the file, and "DUE;VALUE=DATE" or a
//     letter behind a closed quotation mark is a panic;
//   - it tells no line numbers, so a remark could not say where;
//   - properties come in a map, so their order is lost;
//   - a parameter takes time by the square of its length;
//   - Prop.Text ends a text at the first comma that a program forgot to escape,
//     and fails at a backslash before any other character.
//
// Its encoder does not fold, sorts, and refuses a calendar for one todo with two
// summaries. Every line would have to be taken apart before it is given one and
// again by it; that alone takes about half of the time that reading takes
// here. Tests hold both directions against it: what has no quirks reads as it
// reads it, it reads whatever is written here, and it finds no fault in what is
// written of todos without faults.
package ics
