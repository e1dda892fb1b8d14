// Package assets holds what the program carries with it: icons, translations
// and the sample of the first run.
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

// Sample is a folder of feeds as three other endpoints publish them. The first
// by name has what the other two started from.
//
//go:embed sample
var Sample embed.FS

// AppIcon is the icon of the program, as a PNG of 512 pixels a side.
//
//go:embed icon.png
var AppIcon []byte
