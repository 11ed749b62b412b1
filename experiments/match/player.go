package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"github.com/tengen-go/tengen/experiments"
	"github.com/tengen-go/tengen/experiments/clock"
)

// Player is one of this program, or another program that speaks the Go Text
// Protocol.
type Player struct {
	Name string `json:"name"` // how tables name the player, unique in the match

	Player *experiments.PlayerSpec `json:"player,omitempty"` // of this program

	Command []string `json:"command,omitempty"` // another program: the executable and its arguments
	Env     []string `json:"env,omitempty"`     // "KEY=value", added to the environment
	Dir     string   `json:"dir,omitempty"`     // to run in

	Clock *clock.Settings `json:"clock,omitempty"` // instead of the match's
}

// External reports whether the player is another program.
func (p *Player) External() bool { return p.Player == nil }

// programName is what a program may be called.
var programName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$`)

// ParsePlayer reads a player as users write it. NAME=COMMAND is another program
// with its arguments, quoted as for a shell; everything else is a player of this
// program as experiments.ParsePlayer reads it, with a name of its own where one
// is given: "gnugo=gnugo --mode gtp --chinese-rules", "light:playouts=2000",
// "new=default:rave=500".
func ParsePlayer(text string) (Player, error) {
	name, rest, named := strings.Cut(text, "=")
	if !named || !programName.MatchString(name) {
		spec, err := experiments.ParsePlayer(text)
		if err != nil {
			err = fmt.Errorf("%w; another program is written NAME=COMMAND, such as \"gnugo=gnugo --mode gtp\"", err)
		}
		return Player{Name: text, Player: &spec}, err
	}
	preset, _, _ := strings.Cut(rest, ":")
	if slices.Contains(experiments.PlayerNames(), preset) {
		spec, err := experiments.ParsePlayer(rest)
		return Player{Name: name, Player: &spec}, err
	}
	command, err := shellquote.Split(rest)
	if err != nil {
		return Player{}, fmt.Errorf("player %q: its command has a quote that is not closed: %w", name, err)
	}
	p := Player{Name: name, Command: command}
	return p, p.Validate()
}

// UnmarshalJSON reads an object, or the text that ParsePlayer reads. Within an
// object, too, player and command may be such texts.
func (p *Player) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		player, err := ParsePlayer(text)
		*p = player
		return err
	}
	*p = Player{}
	type plain Player
	object := struct {
		*plain
		Command json.RawMessage `json:"command"`
	}{plain: (*plain)(p)}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&object); err != nil {
		return fmt.Errorf("player: %w", err)
	}
	if p.Name == "" && p.Player != nil {
		p.Name = p.Player.Name
	}
	switch {
	case object.Command == nil:
		return nil
	case json.Unmarshal(object.Command, &p.Command) == nil:
		return nil
	}
	err := json.Unmarshal(object.Command, &text)
	if err == nil {
		p.Command, err = shellquote.Split(text)
	}
	if err != nil {
		return fmt.Errorf("player %q: command must be a text, or a list of the executable and its arguments: %w", p.Name, err)
	}
	return nil
}

// Validate reports a player that cannot play.
func (p *Player) Validate() error {
	switch {
	case p.Name == "" || strings.ContainsAny(p.Name, " \t\n{"):
		return fmt.Errorf("player %q: it needs a name without blanks", p.Name)
	case p.Player != nil && (p.Command != nil || p.Env != nil || p.Dir != ""):
		return fmt.Errorf("player %s is one of this program: command, env and dir are for other programs", p.Name)
	case p.Player != nil:
		if err := p.Player.Validate(); err != nil {
			return fmt.Errorf("player %s: %w", p.Name, err)
		}
	case !programName.MatchString(p.Name):
		return fmt.Errorf("player %q: the name of a program has letters, digits and . _ + - only, 40 at most", p.Name)
	case len(p.Command) == 0 || p.Command[0] == "":
		return fmt.Errorf("player %s has no command: write %s=COMMAND, such as \"gnugo=gnugo --mode gtp\"", p.Name, p.Name)
	}
	for _, variable := range p.Env {
		if !strings.Contains(variable, "=") {
			return fmt.Errorf("player %s: env %q must be KEY=value", p.Name, variable)
		}
	}
	if p.Clock != nil {
		if err := checkClock(*p.Clock); err != nil {
			return fmt.Errorf("player %s: %w", p.Name, err)
		}
	}
	return nil
}

// checkClock refuses what a match cannot referee.
func checkClock(s clock.Settings) error {
	if s.Kind == clock.Ing {
		return errors.New("clock: ing takes points for overtime, which the table games has no place for; use absolute, byoyomi, canadian, fischer or move")
	}
	return s.Validate()
}

// Label is the player in a few words.
func (p *Player) Label() string {
	if p.External() {
		return p.Name + ": " + shellquote.Join(p.Command...)
	}
	if label := p.Player.Label(); p.Name != p.Player.Name {
		return p.Name + ": " + label
	}
	return p.Player.Label()
}

// text is the player with all settings in one line, as tables hold it. engine
// is what a program calls itself.
func (p *Player) text(engine string) string {
	if !p.External() && p.Name == p.Player.Name {
		return p.Player.Text()
	}
	settings, err := experiments.CanonicalJSON(struct {
		Player
		Name   string `json:"name,omitempty"` // stands before
		Engine string `json:"engine,omitempty"`
	}{Player: *p, Engine: engine})
	if err != nil {
		panic(fmt.Sprintf("match: a player cannot be written: %v", err)) // only plain fields: a bug
	}
	return p.Name + " " + string(settings)
}

// nameOf is the name of the player in a text of tables.
func nameOf(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}
