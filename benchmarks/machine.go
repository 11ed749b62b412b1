package benchmarks

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/datasets"
	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/playout"
)

// Machine is where and with what a benchmark was run.
type Machine struct {
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores,omitempty"` // processors that the program may use; this to Kernel are not in the table bench
	OS      string `json:"os,omitempty"`
	Arch    string `json:"arch,omitempty"`
	Kernel  string `json:"kernel,omitempty"` // of playout.Batch: "AVX-512" or "portable"
	Go      string `json:"go"`
	Version string `json:"version"`
}

// ThisMachine describes the machine it runs on.
func ThisMachine() Machine {
	return Machine{
		CPU: cpuModel(), Cores: runtime.GOMAXPROCS(0), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Kernel: playout.Kernel(), Go: runtime.Version(), Version: experiments.Version,
	}
}

// machineOf is what a row says of the machine.
func machineOf(row datasets.BenchRow) Machine {
	return Machine{CPU: row.CPU, Go: row.GoVersion, Version: row.Version}
}

// String is the machine in one line.
func (m Machine) String() string {
	text := m.CPU
	if m.Cores > 0 {
		text += fmt.Sprintf(", %d processors, %s/%s, kernel %s", m.Cores, m.OS, m.Arch, m.Kernel)
	}
	return text + fmt.Sprintf(", %s, tengen %s", m.Go, m.Version)
}

// cpuModel reads the processor's name where the system tells it.
var cpuModel = sync.OnceValue(func() string {
	names := map[string]string{}
	if file, err := os.Open("/proc/cpuinfo"); err == nil {
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if key, value, ok := strings.Cut(lines.Text(), ":"); ok {
				names[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
		}
	}
	// The second is what some arm machines have.
	return cmp.Or(names["model name"], names["Model"], runtime.GOARCH)
})
