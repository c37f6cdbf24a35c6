package latchkey

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

var platformUUID = regexp.MustCompile(`"IOPlatformUUID"\s*=\s*"([^"]+)"`)

type storedDevice struct {
	AppKey   string `json:"app_key"`
	DeviceID string `json:"device_id"`
}

// hashDeviceID returns the device id derived from the value of a source; ok is false if the value is empty.
func hashDeviceID(appKey, source, value string) (id string, ok bool) {
	value = strings.ToLower(strings.TrimSpace(value))
	if value == "" {
		return "", false
	}
	return sha256Base64(strings.Join([]string{"latchkey-device-v1", appKey, source, value}, "\n")), true
}

// findDeviceID returns the given id, or else the stored id of this application, or else a new id, which it stores.
func findDeviceID(o Options) (string, error) {
	if o.DeviceID != "" {
		return o.DeviceID, nil
	}
	if id, ok := storedDeviceID(o); ok {
		return id, nil
	}
	if id, ok := systemDeviceID(o.AppKey); ok {
		_ = writeJSON(o.Store, "device", storedDevice{o.AppKey, id}) // else it is found again at the next start
		return id, nil
	}
	return randomDeviceID(o)
}

func storedDeviceID(o Options) (string, bool) {
	var stored storedDevice
	ok := readJSON(o.Store, "device", &stored) && stored.AppKey == o.AppKey && checkDeviceID("", stored.DeviceID) == nil
	return stored.DeviceID, ok
}

// randomDeviceID stores a random id. If another program stores its id at the same time, the first id counts for both.
func randomDeviceID(o Options) (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", misuse("DeviceID", "none was given, and none can be made: %v", err)
	}
	id, _ := hashDeviceID(o.AppKey, "random", hex.EncodeToString(random))
	store := o.Store
	if folder, ok := store.(FolderStore); ok {
		store = newTexts{folder}
	}
	// The second write replaces a text that is no id of this application.
	for _, store := range []Store{store, o.Store} {
		// A random id that is not stored would count as a new device at each start.
		if err := writeJSON(store, "device", storedDevice{o.AppKey, id}); err != nil {
			return "", misuse("Store", "it cannot keep a device id: %v", err)
		}
		if stored, ok := storedDeviceID(o); ok {
			return stored, nil
		}
	}
	return id, nil
}

func systemDeviceID(appKey string) (string, bool) {
	switch runtime.GOOS {
	case "linux":
		for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
			if value, err := os.ReadFile(path); err == nil {
				if id, ok := hashDeviceID(appKey, "machine-id", string(value)); ok {
					return id, true
				}
			}
		}
	case "windows":
		return hashDeviceID(appKey, "machine-guid", machineGUID())
	case "darwin":
		output, _ := exec.Command("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
		if match := platformUUID.FindSubmatch(output); match != nil {
			return hashDeviceID(appKey, "platform-uuid", string(match[1]))
		}
	}
	return "", false
}
