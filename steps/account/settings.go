// Package account is what the rooms of the Blob, the Queue and the Table service share: the
// properties of a service, which belong to the whole account. A scenario that changes them
// holds them exclusively and puts them back at its end.
package account

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Address is that of the account.
type Address struct{}

// String is how errors name the account.
func (Address) String() string { return "the account" }

// The elements of the service properties that scenarios set: which requests are logged ("read",
// "write", "none"), and from which origin browsers may come (an origin, "none"). Other elements
// are left alone. QUEUE-LWW-10
const (
	Logging = "logging"
	Origin  = "cors"
)

// Settings are the service properties that a request sets.
type Settings struct {
	Elements map[string]string // Logging and Origin, as far as they are sent
	Document []byte            // a whole body instead of them
}

// Complete asks for a log of the reads if a request asks for nothing.
func (s Settings) Complete() Settings {
	if s.Elements == nil && s.Document == nil {
		s.Elements = map[string]string{Logging: "read"}
	}
	return s
}

// into fills in what an SDK takes: its types name the elements as the documents do, whatever the case of
// their letters.
func (s Settings) into(properties any) error {
	type object = map[string]any
	wanted := object{}
	if who, ok := s.Elements[Logging]; ok {
		wanted["Logging"] = object{"Version": "1.0", "Read": who == "read", "Write": who == "write", "Delete": false, "RetentionPolicy": object{"Enabled": false}}
	}
	switch origin, ok := s.Elements[Origin]; {
	case ok && origin == "none":
		wanted["Cors"] = []object{}
	case ok:
		wanted["Cors"] = []object{{"AllowedOrigins": origin, "AllowedMethods": "GET", "AllowedHeaders": "", "ExposedHeaders": "", "MaxAgeInSeconds": 5}}
	}
	b, err := json.Marshal(wanted)
	if err == nil {
		err = json.Unmarshal(b, properties)
	}
	return err
}

// signed is what one of many clients sets: every element, in its own way.
func signed(text string) Settings {
	log := "read"
	if text[len(text)-1]%2 == 0 {
		log = "write"
	}
	return Settings{Elements: map[string]string{Logging: log, Origin: "http://" + strings.ReplaceAll(text, " ", "-")}}
}

// Term is the request term that sets one element.
func Term[R scenario.Request](of func(req R) *Settings) scenario.Term {
	return scenario.ValueTerm("service properties", `"logging=read", "logging=write", "logging=none", "cors=<origin>" or "cors=none"`,
		"the one element of the service properties that is sent", scenario.ReadPair("service properties"),
		func(req R, v [2]string) { of(req).Elements = map[string]string{v[0]: v[1]} })
}

// State is what a read shows about the service properties.
type State struct {
	scenario.Snapshot
	Properties map[string]string // by Logging and Origin; "none" where nothing is set
}

// Clone copies the state.
func (s *State) Clone() scenario.State {
	return &State{s.Copy(), maps.Clone(s.Properties)}
}

// Differ compares the elements.
func (s *State) Differ(c *scenario.Comparison, got scenario.State) {
	if c.Both {
		c.Properties(s.Properties, got.(*State).Properties)
	}
}

// parse reads the elements from the service properties.
func parse(body []byte) (map[string]string, error) {
	var doc struct {
		Logging struct{ Read, Write bool }
		CORS    struct {
			Rules []struct{ AllowedOrigins string } `xml:"CorsRule"`
		} `xml:"Cors"`
	}
	if err := xml.Unmarshal(sdk.TrimBOM(body), &doc); err != nil {
		return nil, fmt.Errorf("reading the service properties: %w", err)
	}
	var who, origins []string
	if doc.Logging.Read {
		who = append(who, "read")
	}
	if doc.Logging.Write {
		who = append(who, "write")
	}
	for _, rule := range doc.CORS.Rules {
		origins = append(origins, rule.AllowedOrigins)
	}
	shown := func(list []string) string {
		if len(list) == 0 {
			return "none"
		}
		return strings.Join(list, ",")
	}
	return map[string]string{Logging: shown(who), Origin: shown(origins)}, nil
}
