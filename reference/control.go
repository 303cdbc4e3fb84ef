package reference

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/weather"
)

// controlPrefix begins the paths that control a listening server with a virtual clock, sporadic faults or weather. In a
// request to a service it would name an account "ifmatch", and the accounts of this server are its own.
const controlPrefix = "/ifmatch/"

// withControl answers control requests from this machine and passes the rest to the service:
//
//	POST /ifmatch/advance?d=15s     move the clock, answer with its time
//	POST /ifmatch/copies?hold=true  hold asynchronous copies, or finish them
//	GET  /ifmatch/clock             the clock's time
//	GET  /ifmatch/faults            how often each sporadic fault appeared, and the last occasions
//	GET  /ifmatch/weather           the disturbances of requests, and how often each happened
//	POST /ifmatch/weather?spec=5%25 replace them (weather.Parse); an empty spec ends them
//	POST /ifmatch/weather?next=lose-answer&operation=Put+Blob
//	                                disturb the next request for an operation in one way
//
// Answers are JSON. The first three paths exist only with a virtual clock, and faults only with sporadic faults. The
// weather paths exist with either of these, or with weather in the options. A server that others rely on has none of
// them.
func (s *Server) withControl(service http.Handler, v *clock.Virtual) http.Handler {
	control := http.NewServeMux()
	if s.faults != nil {
		control.HandleFunc("GET "+controlPrefix+"faults", func(w http.ResponseWriter, _ *http.Request) {
			count, last := s.Shown()
			reply(w, http.StatusOK, map[string]any{"shown": count, "last": last})
		})
	}
	if v != nil {
		s.controlClock(control, v)
	}
	s.controlWeather(control)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasPrefix(r.URL.Path, controlPrefix):
			service.ServeHTTP(w, r)
		case !local(r):
			reply(w, http.StatusForbidden, map[string]string{"error": "control requests are accepted from this machine only"})
		default:
			control.ServeHTTP(w, r)
		}
	})
}

// withoutControl tells those who would control a server that it cannot be, and passes the rest to the service.
func (s *Server) withoutControl(service http.Handler) http.Handler {
	if s.account+"/" == controlPrefix[1:] {
		return service
	}
	needs := map[string]string{
		"weather": "--weather (seed=1 disturbs nothing until it is changed), --fault or --clock virtual", "faults": "--fault and a sporadic fault",
		"advance": "--clock virtual", "clock": "--clock virtual", "copies": "--clock virtual",
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, found := strings.CutPrefix(r.URL.Path, controlPrefix)
		if need := needs[name]; found && need != "" && local(r) {
			reply(w, http.StatusNotFound, map[string]string{"error": "this server has no " + controlPrefix + name + ": start it with " + need})
			return
		}
		service.ServeHTTP(w, r)
	})
}

// controlWeather adds the paths that show and change the weather.
func (s *Server) controlWeather(control *http.ServeMux) {
	show := func(w http.ResponseWriter) {
		met := map[string]int64{}
		for k, n := range s.sky.Met() {
			met[k.String()] = n
		}
		reply(w, http.StatusOK, map[string]any{"spec": s.sky.Spec().String(), "met": met, "waiting": s.sky.Waiting()})
	}
	control.HandleFunc("GET "+controlPrefix+"weather", func(w http.ResponseWriter, _ *http.Request) { show(w) })
	control.HandleFunc("POST "+controlPrefix+"weather", func(w http.ResponseWriter, r *http.Request) {
		if err := s.changeWeather(r.URL.Query()); err != nil {
			reply(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
			return
		}
		show(w)
	})
}

// changeWeather carries out a control request to change the weather.
func (s *Server) changeWeather(q url.Values) error {
	switch {
	case q.Has("next") == q.Has("spec"):
		return errors.New("give either spec, the disturbances of all requests, or next and operation, the disturbance of one request")
	case q.Has("next"):
		k, err := weather.ParseKind(q.Get("next"))
		if err != nil {
			return err
		}
		return s.sky.Next(k, q.Get("operation"))
	}
	spec := weather.Spec{}
	if text := q.Get("spec"); text != "" {
		var err error
		if spec, err = weather.Parse(text); err != nil {
			return err
		}
	}
	s.sky.Set(spec)
	return nil
}

// controlClock adds the paths that move a virtual clock and hold copies.
func (s *Server) controlClock(control *http.ServeMux, v *clock.Virtual) {
	control.HandleFunc("GET "+controlPrefix+"clock", func(w http.ResponseWriter, _ *http.Request) {
		reply(w, http.StatusOK, map[string]string{"now": v.Now().Format(time.RFC3339Nano)})
	})
	control.HandleFunc("POST "+controlPrefix+"advance", func(w http.ResponseWriter, r *http.Request) {
		d, err := time.ParseDuration(r.URL.Query().Get("d"))
		if err != nil || d < 0 {
			reply(w, http.StatusBadRequest, map[string]string{"error": "d must be a duration of zero or more, such as 15s"})
			return
		}
		reply(w, http.StatusOK, map[string]string{"now": v.Advance(d).Format(time.RFC3339Nano)})
	})
	control.HandleFunc("POST "+controlPrefix+"copies", func(w http.ResponseWriter, r *http.Request) {
		hold, err := strconv.ParseBool(r.URL.Query().Get("hold"))
		if err != nil {
			reply(w, http.StatusBadRequest, map[string]string{"error": "hold must be true or false"})
			return
		}
		s.HoldCopies(hold)
		reply(w, http.StatusOK, map[string]bool{"hold": hold})
	})
}

// local reports whether a request comes from this machine and not from a web page, for which a browser would send
// Origin.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback() && r.Header.Get("Origin") == ""
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}
