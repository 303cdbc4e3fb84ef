package weather_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"ifmatch/reference"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// The answer to a write is lost: it took effect, and the client cannot know. A client that repeats it as it stands meets its
// own write.
func Example() {
	server := reference.New(reference.Options{})
	defer server.Close()
	sky := weather.New(weather.Spec{})
	at := weather.Place{Service: reference.Blob, Operation: func(r *http.Request) operation.Operation { return server.Operation(reference.Blob, r) }}
	front := httptest.NewServer(weather.Handler(sky, at, server.Handler(reference.Blob)))
	defer front.Close()

	if err := sky.Next(weather.LoseAnswer, "Create Container"); err != nil {
		fmt.Println(err)
		return
	}
	request, _ := http.NewRequest(http.MethodPut, front.URL+"/"+server.Account()+"/books?restype=container", strings.NewReader(""))
	_, err := http.DefaultClient.Do(request)
	fmt.Println("answered:", err == nil)
	fmt.Println("still to come:", sky.Waiting())
	// Output:
	// answered: false
	// still to come: 0
}
