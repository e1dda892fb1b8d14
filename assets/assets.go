// Package assets embeds the icons, the translations and the sample for the first run.
package assets

import "embed"

// Icons are drawings in one colour, which the theme replaces.
//
//go:embed icons
var Icons embed.FS

// Translations are one file a language, as go-i18n reads them.
//
//go:embed translations
var Translations embed.FS

// Sample is a folder of feeds as published by three other endpoints. The first one by name
// contains the common ancestors of the versions in the other two.
//
//go:embed sample
var Sample embed.FS

// AppIcon is the icon of the program, a PNG of 512 by 512 pixels.
//
//go:embed icon.png
var AppIcon []byte

// Licenses are the licenses of all modules in the program. TestLicensesAreComplete generates
// them.
//
//go:embed licenses.txt
var Licenses string
