package benchmarks

import (
	"bufio"
	"os"
	"runtime"
	"strings"

	"github.com/tengen-go/tengen/experiments"
)

// Machine is where and with what a benchmark was run.
type Machine struct {
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"` // processors that the program may use
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Go      string `json:"go"`
	Version string `json:"version"`
}

// ThisMachine describes the machine it runs on.
func ThisMachine() Machine {
	return Machine{
		CPU: cpuModel(), Cores: runtime.GOMAXPROCS(0), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Go: runtime.Version(), Version: experiments.Version,
	}
}

// cpuModel reads the processor's name where the system tells it.
func cpuModel() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
