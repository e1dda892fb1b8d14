// Package vcf reads and writes .vcf files: vCard 2.1, 3.0 (RFC 2426) and 4.0
// (RFC 6350). A card becomes a content that holds an xCard (RFC 6351) with every
// property, parameter and group of it, in the order of the file.
//
// What differs between the versions is made one: types are in lower case,
// TYPE=pref is the parameter pref, dates are written as vCard 4.0 has them, and
// pictures are data URIs. What an xCard cannot carry stays beside it
// (exchange.Keep), and goes into the file again.
//
// The tests hold what is read and written against github.com/emersion/go-vcard. Its
// decoder and its encoder cannot do the work, because they lose what has to stay; a test
// shows each of these:
//
//   - a card is a map: the order of the properties is lost, and writing sorts them;
//   - values are unescaped before anyone can split them: "a\\;b" and "a\;b" become
//     the same, so N, ADR and ORG cannot be told from what it gives;
//   - "\;" and "\N" stay as they are, and a comma in quotation marks splits the
//     value of a parameter;
//   - a line that it cannot read is dropped without a word, and a card without END
//     swallows the one after it;
//   - it writes parameters without quotation marks, so that one with a colon ends
//     the line's head, and a backslash before the comma of a data URI; it folds
//     nothing.
//
// Quoted-printable, charsets, CR alone, and parameters without a name are unknown to
// it. What would be left for it is the search for the colon; a property written
// with Encode would have to be cut out of a card of its own.
package vcf
