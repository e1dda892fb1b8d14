// Package vcf reads and writes .vcf files: vCard 2.1, 3.0 (RFC 2426) and 4.0
// (RFC 6350). A card becomes a content that holds an xCard (RFC 6351) with every
// property, parameter and group of it, in the order of the file.
//
// What differs between the versions is made one: types are in lower case,
// TYPE=pref is the parameter pref, dates are written as vCard 4.0 has them, and
// pictures are data URIs. What an xCard cannot carry stays beside it
// (exchange.Keep), and goes into the file again.
//
// github.com/emersion/go-vcard gives the names of properties and parameters, and
// the tests hold this package against it on files without quirks. Its decoder and
// its encoder cannot do the work, because they lose what has to stay:
//
//   - a card is a map: the order of properties is lost, and writing sorts them;
//   - values are unescaped before they are split: "a\\;b" and "a\;b" become the
//     same, so N, ADR and ORG cannot be read from what it gives;
//   - "\;" and "\N" stay as they are, and a list in TYPE="home,voice" is split as
//     "a,b" in any other parameter in quotation marks is;
//   - lines are dropped silently that it cannot read; a card without END stops the
//     file; quoted-printable, charsets, LF after soft breaks, and CR are unknown;
//   - it writes no folds and no quotation marks, so that a parameter with a colon
//     cannot be read again, and puts a backslash before the comma of a data URI.
package vcf
