package queue_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
)

func meta(pairs ...string) map[string]*string {
	m := map[string]*string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = to.Ptr(pairs[i+1])
	}
	return m
}

func TestCreateAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	q := s.service.NewQueueClient("letters")
	for _, step := range []struct {
		metadata map[string]*string
		want     string
		status   int
	}{
		{meta("a", "1"), "", 201},                       // QUEUE-LWW-13
		{meta("A", "1"), "", 204},                       // QUEUE-LWW-14
		{meta("a", "2"), "409 QueueAlreadyExists", 409}, // QUEUE-LWW-15
		{nil, "409 QueueAlreadyExists", 409},
		{meta("a", "1", "b", "2"), "409 QueueAlreadyExists", 409},
		{meta("a", "1"), "", 204},
	} {
		_, err := q.Create(ctx, &azqueue.CreateOptions{Metadata: step.metadata})
		if got := s.transport.last.StatusCode; refused(err) != step.want || got != step.status {
			t.Errorf("creating with %v: %v, status %d, want %q, %d", step.metadata, err, got, step.want, step.status)
		}
	}
	p, err := q.GetProperties(ctx, nil)
	if err != nil || len(p.Metadata) != 1 || *p.Metadata["A"] != "1" {
		t.Errorf("the metadata of the first creator is %v, %v", p.Metadata, err)
	}
}

func TestPoliciesAreReplaced(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	set := func(ids ...string) error {
		var list []*azqueue.SignedIdentifier
		for _, id := range ids {
			list = append(list, &azqueue.SignedIdentifier{ID: &id, AccessPolicy: &azqueue.AccessPolicy{Permission: to.Ptr("r"), Expiry: to.Ptr(s.server.Now().Add(time.Hour))}})
		}
		_, err := s.queue.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{QueueACL: list})
		return err
	}
	for _, c := range []struct {
		ids  []string
		want string
		left string
	}{
		{[]string{"a", "b"}, "", "a b"},
		{[]string{"c"}, "", "c"}, // QUEUE-LWW-03 QUEUE-LWW-07
		{[]string{"1", "2", "3", "4", "5", "6"}, "400 InvalidXmlDocument", "c"}, // QUEUE-LWW-08
		{[]string{"a", "a"}, "400 InvalidXmlNodeValue", "c"},
		{[]string{strings.Repeat("x", 65)}, "400 InvalidXmlDocument", "c"},
		{[]string{"1", "2", "3", "4", "5"}, "", "1 2 3 4 5"},
		{nil, "", ""},
	} {
		if err := set(c.ids...); refused(err) != c.want {
			t.Errorf("setting %v: %v, want %q", c.ids, err, c.want)
		}
		r, err := s.queue.GetAccessPolicy(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, p := range r.SignedIdentifiers {
			left = append(left, *p.ID)
		}
		if got := strings.Join(left, " "); got != c.left {
			t.Errorf("after setting %v there are %q, want %q", c.ids, got, c.left)
		}
	}
}

func TestServicePropertiesAreReplacedByPart(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	days := &azqueue.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr[int32](3)}
	logging := &azqueue.Logging{Version: to.Ptr("1.0"), Read: to.Ptr(true), Write: to.Ptr(false), Delete: to.Ptr(false), RetentionPolicy: days}
	cors := []*azqueue.CORSRule{{AllowedOrigins: to.Ptr("*"), AllowedMethods: to.Ptr("GET"), AllowedHeaders: to.Ptr(""), ExposedHeaders: to.Ptr(""), MaxAgeInSeconds: to.Ptr[int32](5)}}
	for _, o := range []*azqueue.SetPropertiesOptions{{Logging: logging}, {CORS: cors}} { // QUEUE-LWW-01 QUEUE-LWW-10
		if _, err := s.service.SetProperties(ctx, o); err != nil || s.transport.last.StatusCode != http.StatusAccepted { // QUEUE-ERR-03
			t.Fatal(err)
		}
	}
	p, err := s.service.GetServiceProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Logging == nil || !*p.Logging.Read || *p.Logging.RetentionPolicy.Days != 3 || len(p.CORS) != 1 || *p.CORS[0].MaxAgeInSeconds != 5 {
		t.Errorf("one part has replaced another: %+v", p.StorageServiceProperties)
	}
	*days.Days = 366
	if _, err := s.service.SetProperties(ctx, &azqueue.SetPropertiesOptions{Logging: logging}); refused(err) != "400 InvalidXmlDocument" {
		t.Errorf("keeping logs for 366 days: %v", err)
	}
}

func TestListQueues(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	for i := range 7 {
		if _, err := s.service.NewQueueClient(fmt.Sprintf("list-%d", i)).Create(ctx, &azqueue.CreateOptions{Metadata: meta("n", fmt.Sprint(i))}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.service.NewQueueClient("list-3").Delete(ctx, nil); err != nil {
		t.Fatal(err)
	}
	list := func(o *azqueue.ListQueuesOptions) string {
		var pages []string
		for p := s.service.NewListQueuesPager(o); p.More(); {
			page, err := p.NextPage(ctx)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, q := range page.Queues {
				name := *q.Name
				for k, v := range q.Metadata {
					name += "(" + k + "=" + *v + ")"
				}
				names = append(names, name)
			}
			pages = append(pages, strings.Join(names, " "))
		}
		return strings.Join(pages, "; ")
	}
	for _, c := range []struct {
		o    azqueue.ListQueuesOptions
		want string
	}{
		{azqueue.ListQueuesOptions{}, "list-0 list-1 list-2 list-4 list-5 list-6 orders"},
		{azqueue.ListQueuesOptions{Prefix: to.Ptr("list-"), MaxResults: to.Ptr[int32](4)}, "list-0 list-1 list-2 list-4; list-5 list-6"},
		{azqueue.ListQueuesOptions{Prefix: to.Ptr("list-5"), Include: azqueue.ListQueuesInclude{Metadata: true}}, "list-5(n=5)"},
		{azqueue.ListQueuesOptions{Prefix: to.Ptr("m")}, ""},
	} {
		if got := list(&c.o); got != c.want {
			t.Errorf("listed %q, want %q", got, c.want)
		}
	}
	if res, _ := s.raw(t, "GET", "/?comp=list&maxresults=0", ""); res.Header.Get("x-ms-error-code") != "OutOfRangeQueryParameterValue" {
		t.Error(res.Status)
	}
}
