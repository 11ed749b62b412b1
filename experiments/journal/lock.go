package journal

import "errors"

// LockFile is locked by the process that writes into a folder.
const LockFile = "_lock"

// ErrLocked is returned when another process is writing into the folder.
var ErrLocked = errors.New("another process is writing into this folder: wait for it or choose another folder")
