package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// mostEnding is the maximum length of a plain extension.
const mostEnding = 8

// Name returns the name of an address's file in the cache: the SHA-256 of the address, plus
// the lower-case extension of its last segment if that is plain (at most 8 letters and
// digits), so that the system's programs recognize the file. Extensions of programs are left
// out, because opening a file from a feed must never run it. No address can lead out of the
// cache.
func Name(address string) string {
	sum := sha256.Sum256([]byte(address))
	name := hex.EncodeToString(sum[:])
	if ending := ending(address); ending != "" {
		return name + "." + ending
	}
	return name
}

// ending returns the extension of the last segment of an address if it is plain and not a
// program's, or "".
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

// plain reports whether an extension is short and consists of letters and digits.
func plain(ending string) bool {
	return ending != "" && len(ending) <= mostEnding && strings.Trim(ending, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// programs are the extensions of files that a system runs, or takes instructions from, when
// they are opened.
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

// check rejects names that Name cannot have returned.
func check(name string) error {
	sum, ending, with := strings.Cut(name, ".")
	raw, err := hex.DecodeString(sum)
	if err != nil || len(raw) != sha256.Size || sum != strings.ToLower(sum) || with && !plain(ending) {
		return fmt.Errorf("%q is no name of a file of a library", name)
	}
	return nil
}
