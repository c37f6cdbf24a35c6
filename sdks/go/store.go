package latchkey

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

const maxStored = 64 << 10 // bytes

// Store keeps short texts by name: "device", "ticket" and "time". Use a separate store for each application. Several
// goroutines may call its methods.
type Store interface {
	Read(name string) (string, error)
	Write(name, text string) error
}

// FolderStore is a folder with a file for each text. The folder is created at the first write.
type FolderStore string

func userStore(appKey string) Store {
	name := filepath.Join("latchkey", sha256Base64(appKey)[:16])
	folder, err := os.UserConfigDir()
	if err != nil {
		folder = "." // without a home: the working folder
	}
	store := FolderStore(filepath.Join(folder, name))
	if runtime.GOOS != "windows" {
		return store
	}
	// On Windows, that folder may roam, and several PCs would share one device id. The cache folder is %LocalAppData%.
	local, err := os.UserCacheDir()
	if err != nil {
		return store
	}
	_, hasMachineID := systemDeviceID(appKey)
	return moveStore(store, FolderStore(filepath.Join(local, name)), hasMachineID)
}

// moveStore copies the texts that the new folder lacks from the old folder, and returns the new folder. The old device
// id may be that of another PC, so it is copied only if this PC has no machine id.
func moveStore(old, local FolderStore, hasMachineID bool) FolderStore {
	names := []string{"time", "ticket"}
	if !hasMachineID {
		names = append(names, "device")
	}
	for _, name := range names {
		if _, err := local.Read(name); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		text, err := old.Read(name)
		if err == nil && local.Write(name, text) != nil {
			return old // so that no text is lost
		}
	}
	return local
}

// Read returns the text of a file.
func (f FolderStore) Read(name string) (string, error) {
	file, err := os.Open(filepath.Join(string(f), name))
	if err != nil {
		return "", err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxStored))
	return string(content), err
}

// Write replaces a file atomically, so that a crash leaves either the old or the new text.
func (f FolderStore) Write(name, text string) error {
	return f.put(name, text, os.Rename)
}

// newTexts is a folder whose files are created, but not replaced.
type newTexts struct{ FolderStore }

func (n newTexts) Write(name, text string) error {
	return n.put(name, text, func(from, to string) error {
		err := os.Link(from, to)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return os.Rename(from, to) // such as a file system without links
		}
		return os.Remove(from)
	})
}

func (f FolderStore) put(name, text string, place func(from, to string) error) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(string(f), name+".*.tmp")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = place(file.Name(), filepath.Join(string(f), name))
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// readJSON reports whether the store has a text with this name. Unreadable content counts as missing.
func readJSON(store Store, name string, into any) bool {
	text, err := store.Read(name)
	return err == nil && json.Unmarshal([]byte(text), into) == nil
}

func writeJSON(store Store, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return store.Write(name, string(text)+"\n")
}
