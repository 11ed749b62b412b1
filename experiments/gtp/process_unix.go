//go:build unix

package gtp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command lead a process group, so that what it starts can be
// ended with it, and Ctrl-C at the terminal does not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group of a process, which may be gone already.
func killGroup(p *os.Process) {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil {
		_ = p.Kill()
	}
}
