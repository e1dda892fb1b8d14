package theme

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Names of the colors that Crossfeed adds.
const (
	// Added, Removed and Changed are backgrounds of whole lines of a difference, the Marked
	// ones those of the words that differ.
	Added         fyne.ThemeColorName = "crossfeedAdded"
	Removed       fyne.ThemeColorName = "crossfeedRemoved"
	Changed       fyne.ThemeColorName = "crossfeedChanged"
	AddedMarked   fyne.ThemeColorName = "crossfeedAddedMarked"
	RemovedMarked fyne.ThemeColorName = "crossfeedRemovedMarked"
	ChangedMarked fyne.ThemeColorName = "crossfeedChangedMarked"
	// Quiet is dimmed text: times, counts, captions.
	Quiet fyne.ThemeColorName = "crossfeedQuiet"
	// Attention is for text and marks that wait for a decision.
	Attention fyne.ThemeColorName = "crossfeedAttention"
	// Good marks a feed that works.
	Good fyne.ThemeColorName = "crossfeedGood"
	// Panel is the background of the sidebar, the status bar and cards.
	Panel fyne.ThemeColorName = "crossfeedPanel"
	// Ring is drawn around the widget that has the focus.
	Ring fyne.ThemeColorName = "crossfeedRing"
	// Outline is drawn around what can be pressed. It is only visible in high contrast.
	Outline fyne.ThemeColorName = "crossfeedOutline"
)

// Versions is the number of colors of versions; further versions reuse them from the first.
const Versions = 8

// Version returns the color of the nth version, counted from 0.
func Version(n int) fyne.ThemeColorName {
	return fyne.ThemeColorName("crossfeedVersion" + strconv.Itoa(n%Versions))
}

type colors map[fyne.ThemeColorName]color.Color

var light = colors{
	theme.ColorNameBackground:  rgb(0xfdfdfc),
	theme.ColorNameForeground:  rgb(0x1c2024),
	theme.ColorNamePlaceHolder: rgb(0x62676e),
	theme.ColorNameDisabled:    rgb(0x595e65),
	theme.ColorNamePrimary:     rgb(0x1f5fbf),
	theme.ColorNameFocus:       veil(0x1f5fbf),
	theme.ColorNameSelection:   rgb(0xd3e2f7),
	theme.ColorNameButton:      rgb(0xe9eaec),
	theme.ColorNameError:       rgb(0xb3261e),
	theme.ColorNameShadow:      veil(0x1c2024),

	theme.ColorNameDisabledButton:    rgb(0xf2f2f3),
	theme.ColorNameHover:             veil(0x4a4f5c),
	theme.ColorNameSeparator:         rgb(0xc9ccd0),
	theme.ColorNameHeaderBackground:  rgb(0xf2f3f3),
	theme.ColorNameMenuBackground:    rgb(0xf7f7f8),
	theme.ColorNameOverlayBackground: rgb(0xf7f7f8),
	theme.ColorNameScrollBar:         rgb(0x8a9098),

	theme.ColorNameForegroundOnPrimary: rgb(0xffffff),

	theme.ColorNameInputBackground: rgb(0xffffff),
	theme.ColorNameInputBorder:     rgb(0x868c94),

	Added: rgb(0xdcf3e0), AddedMarked: rgb(0xa6dfb1),
	Removed: rgb(0xfbe3e0), RemovedMarked: rgb(0xf5b9b1),
	Changed: rgb(0xfdf3cf), ChangedMarked: rgb(0xf6dc83),
	Quiet: rgb(0x5b6068), Attention: rgb(0xa83e06), Good: rgb(0x1a6a32),
	Panel: rgb(0xf2f3f3), Ring: rgb(0x1f5fbf), Outline: color.Transparent,

	Version(0): rgb(0x1f5fbf), Version(1): rgb(0xa8430b), Version(2): rgb(0x1d7238), Version(3): rgb(0x8a2fa8),
	Version(4): rgb(0xa61b47), Version(5): rgb(0x0b6a74), Version(6): rgb(0x6b5a00), Version(7): rgb(0x4a4f5c),
}

var dark = colors{
	theme.ColorNameBackground:  rgb(0x1a1c1f),
	theme.ColorNameForeground:  rgb(0xf0f1f2),
	theme.ColorNamePlaceHolder: rgb(0xa4a9b0),
	theme.ColorNameDisabled:    rgb(0xabb0b7),
	theme.ColorNamePrimary:     rgb(0x7fb2ff),
	theme.ColorNameFocus:       veil(0x7fb2ff),
	theme.ColorNameSelection:   rgb(0x2a4469),
	theme.ColorNameButton:      rgb(0x33373c),
	theme.ColorNameError:       rgb(0xff9a91),
	theme.ColorNameShadow:      veil(0xf0f1f2),

	theme.ColorNameDisabledButton:    rgb(0x26292e),
	theme.ColorNameHover:             veil(0xc3c9d6),
	theme.ColorNameSeparator:         rgb(0x474c53),
	theme.ColorNameHeaderBackground:  rgb(0x22252a),
	theme.ColorNameMenuBackground:    rgb(0x26292e),
	theme.ColorNameOverlayBackground: rgb(0x22252a),
	theme.ColorNameScrollBar:         rgb(0x8a9098),

	theme.ColorNameInputBackground: rgb(0x121416),
	theme.ColorNameInputBorder:     rgb(0x767c85),

	theme.ColorNameForegroundOnPrimary: rgb(0x10141a),

	Added: rgb(0x16361f), AddedMarked: rgb(0x24613a),
	Removed: rgb(0x43201d), RemovedMarked: rgb(0x7a332d),
	Changed: rgb(0x3d3413), ChangedMarked: rgb(0x665413),
	Quiet: rgb(0xb0b5bc), Attention: rgb(0xffb27a), Good: rgb(0x7fd69a),
	Panel: rgb(0x22252a), Ring: rgb(0x7fb2ff), Outline: color.Transparent,

	Version(0): rgb(0x7fb2ff), Version(1): rgb(0xffb27a), Version(2): rgb(0x7fd69a), Version(3): rgb(0xd9a2f0),
	Version(4): rgb(0xff9db8), Version(5): rgb(0x6fd3df), Version(6): rgb(0xe0cc66), Version(7): rgb(0xc3c9d6),
}

func rgb(hex uint32) color.Color {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// veil returns a translucent color.
func veil(hex uint32) color.Color {
	c := rgb(hex).(color.NRGBA)
	c.A = 0x30
	return c
}

// High-contrast colors for light and dark systems. All text has a contrast of at least 7 to 1
// (WCAG 2.1 §1.4.6), and everything that can be pressed or typed in has an outline.
var contrastLight = colors{
	theme.ColorNameBackground:  rgb(0xffffff),
	theme.ColorNameForeground:  rgb(0x000000),
	theme.ColorNamePlaceHolder: rgb(0x3d3d3d),
	theme.ColorNameDisabled:    rgb(0x424242),
	theme.ColorNamePrimary:     rgb(0x00338a),
	theme.ColorNameFocus:       veil(0x00338a),
	theme.ColorNameSelection:   rgb(0xcfe2ff),
	theme.ColorNameButton:      rgb(0xf2f2f2),
	theme.ColorNameError:       rgb(0x8a0000),
	theme.ColorNameShadow:      veil(0x000000),

	theme.ColorNameDisabledButton:    rgb(0xffffff),
	theme.ColorNameHover:             veil(0x000000),
	theme.ColorNameSeparator:         rgb(0x000000),
	theme.ColorNameHeaderBackground:  rgb(0xffffff),
	theme.ColorNameMenuBackground:    rgb(0xffffff),
	theme.ColorNameOverlayBackground: rgb(0xffffff),
	theme.ColorNameScrollBar:         rgb(0x000000),

	theme.ColorNameForegroundOnPrimary: rgb(0xffffff),

	theme.ColorNameInputBackground: rgb(0xffffff),
	theme.ColorNameInputBorder:     rgb(0x000000),

	Added: rgb(0xd6f8dc), AddedMarked: rgb(0x86e89b),
	Removed: rgb(0xffe3e0), RemovedMarked: rgb(0xffb3ab),
	Changed: rgb(0xfff4c2), ChangedMarked: rgb(0xffdc5c),
	Quiet: rgb(0x2e2e2e), Attention: rgb(0x7a2600), Good: rgb(0x00501e),
	Panel: rgb(0xf5f5f5), Ring: rgb(0x00338a), Outline: rgb(0x000000),

	Version(0): rgb(0x00338a), Version(1): rgb(0x7a2600), Version(2): rgb(0x004d1d), Version(3): rgb(0x5b1573),
	Version(4): rgb(0x7a0030), Version(5): rgb(0x00464d), Version(6): rgb(0x4a3d00), Version(7): rgb(0x2b2f38),
}

var contrastDark = colors{
	theme.ColorNameBackground:  rgb(0x000000),
	theme.ColorNameForeground:  rgb(0xffffff),
	theme.ColorNamePlaceHolder: rgb(0xd6d6d6),
	theme.ColorNameDisabled:    rgb(0xb6b6b6),
	theme.ColorNamePrimary:     rgb(0xffe04d),
	theme.ColorNameFocus:       veil(0xffe04d),
	theme.ColorNameSelection:   rgb(0x002a5c),
	theme.ColorNameButton:      rgb(0x141414),
	theme.ColorNameError:       rgb(0xffb8b0),
	theme.ColorNameShadow:      veil(0xffffff),

	theme.ColorNameDisabledButton:    rgb(0x000000),
	theme.ColorNameHover:             veil(0xffffff),
	theme.ColorNameSeparator:         rgb(0xffffff),
	theme.ColorNameHeaderBackground:  rgb(0x000000),
	theme.ColorNameMenuBackground:    rgb(0x000000),
	theme.ColorNameOverlayBackground: rgb(0x000000),
	theme.ColorNameScrollBar:         rgb(0xffffff),

	theme.ColorNameForegroundOnPrimary: rgb(0x000000),

	theme.ColorNameInputBackground: rgb(0x000000),
	theme.ColorNameInputBorder:     rgb(0xffffff),

	Added: rgb(0x00330f), AddedMarked: rgb(0x005a1d),
	Removed: rgb(0x4d0800), RemovedMarked: rgb(0x8a1200),
	Changed: rgb(0x3a2f00), ChangedMarked: rgb(0x5c4a00),
	Quiet: rgb(0xe0e0e0), Attention: rgb(0xffc799), Good: rgb(0xa5ecb8),
	Panel: rgb(0x0d0d0d), Ring: rgb(0xffe04d), Outline: rgb(0xffffff),

	Version(0): rgb(0xb5d4ff), Version(1): rgb(0xffc799), Version(2): rgb(0xa5ecb8), Version(3): rgb(0xecc6ff),
	Version(4): rgb(0xffc2d3), Version(5): rgb(0x9ff0f8), Version(6): rgb(0xfff09a), Version(7): rgb(0xe6e9f0),
}
