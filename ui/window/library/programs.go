package library

import (
	"path/filepath"
	"slices"
	"strings"
)

// programs are the endings of what the system would run instead of showing it. What came
// from somebody else is never run by a click here.
var programs = strings.Fields(`
	.exe .com .bat .cmd .scr .pif .msi .msp .mst .msc .cpl .dll .sys .ocx .drv .hta .inf .ins .isp .reg .scf .lnk .url .gadget
	.vb .vbs .vbe .vbscript .js .jse .mjs .ws .wsf .wsh .wsc .sct .ps1 .ps1xml .ps2 .ps2xml .psc1 .psc2 .psm1 .msh .msh1 .msh2
	.application .appref-ms .appx .appxbundle .msix .msixbundle .settingcontent-ms .library-ms .search-ms .diagcab .chm .hlp .xll .xbap
	.jar .jnlp .class .py .pyc .pyo .pyw .pyz .pl .rb .php .lua .tcl
	.sh .bash .zsh .csh .ksh .fish .run .bin .out .elf .so .appimage .desktop .deb .rpm .snap .flatpak .flatpakref .flatpakrepo .service
	.app .command .tool .action .workflow .terminal .term .scpt .scptd .applescript .osx .pkg .mpkg .dmg .dylib .kext .prefpane .webloc .inetloc .fileloc
	.apk .ipa .iso .img .vhd .vhdx`)

// runs tells whether the system might run a file of one of these names.
func runs(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.TrimRight(name, ". ") // Windows passes these over
		return slices.Contains(programs, strings.ToLower(filepath.Ext(name)))
	})
}
