package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// analyze runs the command with some queries and returns its answers.
func analyze(t *testing.T, args []string, queries string) (answers []map[string]any, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), append([]string{"analysis"}, args...), strings.NewReader(queries), &out, &errs); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	for line := range strings.Lines(out.String()) {
		var answer map[string]any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		answers = append(answers, answer)
	}
	return answers, errs.String()
}

const analysisQuery = `{"id":"q","rules":"chinese","boardXSize":5,"boardYSize":5,"moves":[["B","C3"]]}` + "\n"

func TestAnalysis(t *testing.T) {
	args := []string{"--playouts", "50", "--seed", "3", "--workers", "2", "--report-winrates-as", "SIDETOMOVE"}
	answers, stderr := analyze(t, args, analysisQuery)
	again, _ := analyze(t, args, analysisQuery)
	if len(answers) != 1 || answers[0]["rootInfo"].(map[string]any)["visits"] != 50.0 || answers[0]["rootInfo"].(map[string]any)["winrate"].(float64) > 0.5 {
		t.Errorf("got %v", answers)
	}
	one, _ := json.Marshal(answers)
	other, _ := json.Marshal(again)
	if string(one) != string(other) {
		t.Error("the same seed gives another answer")
	}
	if !strings.Contains(stderr, "seed=3") {
		t.Errorf("the log is %s", stderr)
	}
}

// TestAnalysisAsKataGo starts it as a tool starts KataGo.
func TestAnalysisAsKataGo(t *testing.T) {
	config := filepath.Join(t.TempDir(), "analysis.cfg")
	if err := os.WriteFile(config, []byte("# settings\nmaxVisits = 40\nreportAnalysisWinratesAs = WHITE\nnnMaxBatchSize = 64\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	answers, stderr := analyze(t, []string{"-model", "none.bin.gz", "-config", config, "-analysis-threads", "3", "-override-config", "homeDataDir=x,analysisPVLen=1"}, analysisQuery)
	root := answers[0]["rootInfo"].(map[string]any)
	if root["visits"] != 40.0 || root["winrate"].(float64) > 0.5 {
		t.Errorf("got %v", root)
	}
	if line := answers[0]["moveInfos"].([]any)[0].(map[string]any)["pv"].([]any); len(line) > 2 {
		t.Errorf("variation %v", line)
	}
	for _, want := range []string{"nnMaxBatchSize", "homeDataDir", "none.bin.gz", "workers=3"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("the log does not say %q: %s", want, stderr)
		}
	}
}

func TestAnalysisBadFlags(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--workers 0", "workers"},
		{"--workers 5000", "1024"},
		{"--threads 0", "--threads"},
		{"--pv-len -1", "variation"},
		{"--report-winrates-as green", "SIDETOMOVE"},
		{"--player uniform", "choose default, light or strong"},
		{"--config /does/not/exist", "--config"},
		{"--override-config maxVisits", "name = value"},
		{"--override-config maxVisits=few", "maxVisits"},
		{"--json", "--json"},
		{"queries.jsonl", "queries.jsonl"},
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"analysis"}, strings.Fields(test.args)...), strings.NewReader(""), &out, &errs)
		if code != exitUsage || !strings.Contains(errs.String(), test.want) {
			t.Errorf("%s: exit code %d, %s; want %q", test.args, code, errs.String(), test.want)
		}
	}
}
