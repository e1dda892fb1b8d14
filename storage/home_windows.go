package storage

import (
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// fileOf returns the number of a file, and its creation time.
func fileOf(path string) (number, born string) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return "", ""
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(name, 0, share, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return "", ""
	}
	defer func() { _ = windows.CloseHandle(h) }() // nothing was written
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(h, &info); err != nil {
		return "", ""
	}
	return fmt.Sprintf("%d-%d", info.FileIndexHigh, info.FileIndexLow), fmt.Sprint(info.CreationTime.Nanoseconds())
}

// machineName returns the machine GUID that Windows Setup generated.
func machineName() string {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `SOFTWARE\Microsoft\Cryptography`, registry.QUERY_VALUE|registry.WOW64_64KEY)
	if err != nil {
		return ""
	}
	defer func() { _ = key.Close() }() // it was only read
	name, _, err := key.GetStringValue("MachineGuid")
	if err != nil {
		return ""
	}
	return name
}

// diskOf returns the volume that a path is on, or "".
func diskOf(path string) string {
	return strings.ToUpper(filepath.VolumeName(path))
}
