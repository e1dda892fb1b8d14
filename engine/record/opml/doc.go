// Package opml reads and writes plain OPML files (OPML 1.0 and 2.0), as feed
// readers export and import them. An outline becomes the outline of an item's
// content, with all its attributes in their order; where it stands is its level
// among those before it.
//
// A file that is shared by SSE 0.91 is read as well: of its sx:sync only the
// identifier and whether it is deleted count. Package feed reads and writes what
// is shared.
package opml
