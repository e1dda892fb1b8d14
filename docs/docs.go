// Package docs embeds the user guide.
package docs

import _ "embed"

// Guide is the user guide, in Markdown.
//
//go:embed guide.md
var Guide string
