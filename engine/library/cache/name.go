package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// mostEnding is how many letters and digits a plain ending has at most.
const mostEnding = 8

// Name is what the file of an address is called in the cache: the SHA-256 of the
// address, and the ending of its last segment in lower case where that is a plain one
// (letters and digits, at most 8), so that the system's programs know the file. The
// endings of programs are left out: to open a file from a feed must never run it. Nothing
// of an address can lead out of the cache.
func Name(address string) string {
	sum := sha256.Sum256([]byte(address))
	name := hex.EncodeToString(sum[:])
	if ending := ending(address); ending != "" {
		return name + "." + ending
	}
	return name
}

// ending is that of the last segment of an address where it is plain and no program's,
// or "".
func ending(address string) string {
	path := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		path = u.Path
	}
	segment := path[strings.LastIndexAny(path, `/\`)+1:]
	dot := strings.LastIndexByte(segment, '.')
	if dot < 1 { // none, or a hidden file
		return ""
	}
	ending := strings.ToLower(segment[dot+1:])
	if !plain(ending) || slices.Contains(programs, ending) {
		return ""
	}
	return ending
}

// plain tells whether an ending is one of letters and digits, and short.
func plain(ending string) bool {
	return ending != "" && len(ending) <= mostEnding && strings.Trim(ending, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// programs are the endings of files that a system runs, or takes orders from, when
// somebody opens them.
var programs = strings.Fields(`
	ade adp appimage apk app applet appx appxbundle asp aspx bas bash bat bin cab chm cmd
	cnt com command cpl crt csh csproj deb der desktop diagcab dll dmg drv ex ex_ exe fish
	flatpak fxp gadget grp hlp hpj hta htc img inf ins inx iso isp isu its jar jnlp job js
	jse ksh library lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw
	mdz mht mhtml mpkg msc msh msh1 msh2 msi msix mst msp msu mui ocx ops osd out paf pcd
	pdc pif pkg pl plg prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 py pyc pyo pyw pyz pyzw reg
	rgs rpm run scf scpt scr sct search service settings sh shb shs slk snap sys terminal
	theme timer tmp tool url vb vbe vbp vbs vhd vhdx vsmacros vsw webloc website wflow
	workflow ws wsc wsf wsh xbap xll xnk xpi zsh`)

// check refuses what Name did not give.
func check(name string) error {
	sum, ending, with := strings.Cut(name, ".")
	raw, err := hex.DecodeString(sum)
	if err != nil || len(raw) != sha256.Size || sum != strings.ToLower(sum) || with && !plain(ending) {
		return fmt.Errorf("%q is no name of a file of a library", name)
	}
	return nil
}
