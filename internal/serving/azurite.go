package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strconv"
	"strings"
	"syscall"

	"ifmatch/internal/exit"
	"ifmatch/reference"
)

// Emulator is a server that says what Azurite says, for programs that wait for its lines.
type Emulator struct {
	Server         *reference.Server
	Services       []Service
	Stdout, Stderr io.Writer
}

// Service is one service of an emulator, and where it listens; port 0 picks a free one.
type Service struct {
	Name reference.Service
	Host string
	Port int
}

// Join makes a server of several accounts: the first one, which the others join. All are returned, too.
func Join(o reference.Options, accounts []Account) (first *reference.Server, all []*reference.Server) {
	for _, account := range accounts {
		o.Account, o.Key, o.SecondKey = account.Name, account.Key, account.Second
		all = append(all, reference.New(o))
		if len(all) > 1 {
			all[0].Join(all[len(all)-1])
		}
	}
	return all[0], all
}

// Serve listens, and serves until ctx ends. Before it listens it calls announce. Then it closes the server.
func (e Emulator) Serve(ctx context.Context, announce func() error) error {
	err := announce()
	for _, s := range e.Services {
		if err == nil {
			err = e.listen(ctx, s)
		}
	}
	if err != nil {
		_ = e.Server.Close() // the services that listen already
		return err
	}
	go ReleaseMemory(ctx)
	<-ctx.Done()
	e.say("Azurite %s service is closing...\n")
	err = e.Server.Close()
	e.say("Azurite %s service successfully closed\n")
	if err != nil {
		fmt.Fprintln(e.Stderr, "ifmatch:", err) // clients that stayed connected were cut off
	}
	return nil
}

// say prints a line for each service.
func (e Emulator) say(format string) {
	for _, s := range e.Services {
		fmt.Fprintf(e.Stdout, format, title(s.Name))
	}
}

// lines are what Azurite prints before and after a service listens, formatted with its name, the scheme, and host:port.
type lines struct{ before, after string }

// Azurite uses other words if one of its services runs alone.
var (
	azuriteLines = lines{"Azurite %[1]s service is starting at %[2]s://%[3]s\n", "Azurite %[1]s service is successfully listening at %[2]s://%[3]s\n"}
	aloneLines   = lines{"Azurite %[1]s service is starting on %[3]s\n", "Azurite %[1]s service successfully listens on %[2]s://%[3]s\n"}
)

// listen opens a service, and announces it in the words that other programs wait for.
func (e Emulator) listen(ctx context.Context, s Service) error {
	say, scheme := azuriteLines, "http"
	if len(e.Services) == 1 {
		say = aloneLines
	}
	if e.Server.Authority() != nil {
		scheme = "https"
	}
	if s.Port < 0 || s.Port > 65535 {
		return exit.Wrongf("0 picks a free one", "--%sPort %d is not a port", s.Name, s.Port)
	}
	address := net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
	fmt.Fprintf(e.Stdout, say.before, title(s.Name), scheme, address)
	at, err := e.Server.Listen(ctx, s.Name, address)
	if err != nil {
		return Refused(fmt.Sprintf("--%sPort 0 picks a free port", s.Name), err)
	}
	_, port, _ := net.SplitHostPort(at)
	fmt.Fprintf(e.Stdout, say.after, title(s.Name), scheme, net.JoinHostPort(s.Host, port))
	return nil
}

// Refused says why a service cannot listen; free says how to pick a free port.
func Refused(free string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, fs.ErrPermission):
		return exit.Unclear(free, err)
	}
	return exit.Unclear("", err)
}

// title is a service's name as Azurite writes it.
func title(s reference.Service) string { return strings.ToUpper(string(s[:1])) + string(s[1:]) }
