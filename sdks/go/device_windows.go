package latchkey

import (
	"syscall"
	"unsafe"
)

const keyWow64 = 0x100 // KEY_WOW64_64KEY: the 64-bit view, also for a 32-bit program

func machineGUID() string {
	path, _ := syscall.UTF16PtrFromString(`SOFTWARE\Microsoft\Cryptography`)
	name, _ := syscall.UTF16PtrFromString("MachineGuid")
	var key syscall.Handle
	if syscall.RegOpenKeyEx(syscall.HKEY_LOCAL_MACHINE, path, 0, syscall.KEY_READ|keyWow64, &key) != nil {
		return ""
	}
	defer syscall.RegCloseKey(key)
	var kind uint32
	var value [128]uint16
	size := uint32(len(value) * 2)
	if syscall.RegQueryValueEx(key, name, nil, &kind, (*byte)(unsafe.Pointer(&value[0])), &size) != nil ||
		kind != syscall.REG_SZ {
		return ""
	}
	return syscall.UTF16ToString(value[:])
}
