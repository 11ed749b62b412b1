package experiments

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// BuildInfo says which program this is.
type BuildInfo struct {
	Version  string `json:"version"`
	Engine   int    `json:"engine"`
	Commit   string `json:"commit"` // empty if the build does not know it
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Build returns the version of the running program.
func Build() BuildInfo {
	info := BuildInfo{Version: Version, Engine: Engine, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range build.Settings {
			if setting.Key == "vcs.revision" {
				info.Commit = setting.Value
			}
		}
	}
	return info
}

// String returns the version in one line.
func (b BuildInfo) String() string {
	text := fmt.Sprintf("tengen %s, engine %d, %s, %s", b.Version, b.Engine, b.Go, b.Platform)
	if b.Commit != "" {
		text += ", commit " + b.Commit
	}
	return text
}
