package theme

import "fyne.io/fyne/v2/theme"

// Colours of high contrast, where the system is light and where it is dark. All
// text has a contrast of 7 to 1 at least (WCAG 2.1 §1.4.6), and everything that
// can be pressed or typed in has an outline.
var contrastLight = colors{
	theme.ColorNameBackground:  rgb(0xffffff),
	theme.ColorNameForeground:  rgb(0x000000),
	theme.ColorNamePlaceHolder: rgb(0x3d3d3d),
	theme.ColorNameDisabled:    rgb(0x3d3d3d),
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
	theme.ColorNameDisabled:    rgb(0xd6d6d6),
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
