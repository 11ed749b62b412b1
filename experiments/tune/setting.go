package tune

import (
	"strings"

	"github.com/tengen-go/tengen/experiments"
)

// point is a place in the ranges of all parameters, each from 0 to 1.
type point []float64

// Setting is a value for every parameter, as texts, in the order of the plan.
type Setting []string

// start is the setting of the player as it is.
func (p *Plan) start() Setting {
	var values Setting
	for i := range p.Params {
		values = append(values, p.Params[i].current(&p.Player))
	}
	return values
}

// at is the setting at a point.
func (p *Plan) at(where point) Setting {
	var values Setting
	for i := range p.Params {
		values = append(values, p.Params[i].value(where[i]))
	}
	return values
}

// player is the player with a setting, named so that its name says what
// differs.
func (p *Plan) player(values Setting) (experiments.PlayerSpec, error) {
	player := p.Player
	var changes []string
	for i, param := range p.Params {
		if values[i] == param.current(&p.Player) {
			continue
		}
		changed, err := player.With(param.Name, values[i])
		if err != nil {
			return player, err
		}
		player = changed
		changes = append(changes, param.Name+"="+values[i])
	}
	if len(changes) > 0 {
		separator := ":"
		if strings.Contains(player.Name, ":") {
			separator = ","
		}
		player.Name += separator + strings.Join(changes, ",")
	}
	return player, player.Validate()
}
