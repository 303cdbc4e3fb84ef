package interop

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference/operation"
)

// TestExamplesOfAztables: the examples in Microsoft's documentation of aztables work against the reference, each
// against its own server.
func TestExamplesOfAztables(t *testing.T) {
	t.Parallel()
	runExamples(t, client{
		module:      "github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
		name:        "aztables",
		withKey:     "WithSharedKey",
		service:     operation.TableService,
		endpoint:    "TableEndpoint",
		examples:    tableExamples,
		provide:     provideTables,
		environment: tableEnvironment,
	})
}

// tableExamples are all examples of the pinned aztables. None needs a feature that only Azure has.
var tableExamples = []example{
	{folder: "aztables", name: "ExampleNewSharedKeyCredential"},
	{folder: "aztables", name: "ExampleNewServiceClient"},
	{folder: "aztables", name: "ExampleNewServiceClient_sovereignCloud"},
	{folder: "aztables", name: "ExampleNewServiceClientWithSharedKey"},
	{folder: "aztables", name: "ExampleNewServiceClientWithNoCredential"},
	{folder: "aztables", name: "ExampleServiceClient_GetAccountSASURL"},
	{folder: "aztables", name: "ExampleClient_SubmitTransaction", needs: []string{"table tableName"}},
	{folder: "aztables", name: "ExampleServiceClient_CreateTable"},
	{folder: "aztables", name: "ExampleServiceClient_DeleteTable", needs: []string{"table fromServiceClient"}},
	{folder: "aztables", name: "ExampleClient_CreateTable"},
	{folder: "aztables", name: "ExampleClient_Delete", needs: []string{"table fromTableClient"}},
	{folder: "aztables", name: "ExampleNewClient"},
	{folder: "aztables", name: "ExampleNewClientWithSharedKey"},
	{folder: "aztables", name: "ExampleClient_UpsertEntity", needs: []string{"table myTable"}},
	{folder: "aztables", name: "ExampleClient_DeleteEntity", needs: []string{"table myTable", "entity myTable/pk001/rk001"}},
	{
		folder: "aztables", name: "ExampleClient_NewListEntitiesPager",
		needs: []string{"table myTable", "entity myTable/pk001/rk001", "entity myTable/pk002/rk001", "entity myTable/pk003/rk001"},
		prints: []string{
			"There are 2 entities in page #1\n", "Received: pk002, rk001, test, 1234.12, 2013-08-02 17:37:43 +0000 UTC",
			"There are 3 entities in page #0\n", "Received: pk003, rk001, test, 1234.12, 2013-08-02 17:37:43 +0000 UTC",
		},
	},
	{
		folder: "aztables", name: "ExampleServiceClient_NewListTablesPager", needs: []string{"table another", "table myTableName", "table zebra"},
		prints: []string{"There are 2 tables in page #1\n\tTableName: myTableName\n\tTableName: zebra\n"},
	},
	{folder: "aztables", name: "ExampleServiceClient_SetProperties", fails: []string{"InvalidXmlDocument"}},
}

// provideTables creates "table NAME" or "entity TABLE/PARTITION/ROW", the latter with a string, a number and a time.
func provideTables(ctx context.Context, connection, kind, name string) error {
	client, err := aztables.NewServiceClientFromConnectionString(connection, nil)
	if err != nil {
		return err
	}
	switch kind {
	case "table":
		_, err = client.CreateTable(ctx, name, nil)
		return err
	case "entity":
		table, keys, _ := strings.Cut(name, "/")
		partition, row, _ := strings.Cut(keys, "/")
		text, err := json.Marshal(aztables.EDMEntity{
			Entity: aztables.Entity{PartitionKey: partition, RowKey: row},
			Properties: map[string]any{
				"String":   "test",
				"Double":   1234.1234,
				"DateTime": aztables.EDMDateTime(time.Date(2013, time.August, 2, 17, 37, 43, 0, time.UTC)),
			},
		})
		if err == nil {
			_, err = client.NewClient(table).AddEntity(ctx, text, nil)
		}
		return err
	}
	return fmt.Errorf("a table account has no %q", kind)
}

// tableEnvironment returns the variables that aztables' examples read.
func tableEnvironment(_, account, key string) (map[string]string, error) {
	return map[string]string{
		"TABLES_STORAGE_ACCOUNT_NAME":        account,
		"TABLES_PRIMARY_STORAGE_ACCOUNT_KEY": key,
		// The example that reads this only puts it into an address.
		"TABLES_SHARED_ACCESS_SIGNATURE": "sv=2019-02-02&sig=bm9uZQ%3D%3D",
	}, nil
}

// TestExamplesOfAzqueue: the examples in Microsoft's documentation of azqueue work against the reference, each
// against its own server.
func TestExamplesOfAzqueue(t *testing.T) {
	t.Parallel()
	runExamples(t, client{
		module:      "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2",
		name:        "azqueue",
		withKey:     "WithSharedKeyCredential",
		service:     operation.QueueService,
		endpoint:    "QueueEndpoint",
		examples:    queueExamples,
		provide:     provideQueues,
		environment: queueEnvironment,
	})
}

// queueExamples are all examples of the pinned azqueue. None needs a feature that only Azure has.
var queueExamples = []example{
	{folder: "azqueue", name: "Example_client_NewClient", prints: []string{"/devstoreaccount1/\n"}},
	{folder: "azqueue", name: "Example_client_NewClientWithSharedKeyCredential", prints: []string{"/devstoreaccount1/\n"}},
	{folder: "azqueue", name: "Example_client_NewClientFromConnectionString", prints: []string{"/devstoreaccount1"}},
	{folder: "azqueue", name: "Example_client_CreateQueue"},
	{folder: "azqueue", name: "Example_client_DeleteQueue", needs: []string{"queue testqueue"}},
	{folder: "azqueue", name: "Example_client_NewListQueuesPager", needs: []string{"queue one", "queue two"}, prints: []string{"&{0x"}},
	// these three print the address of the message's text
	{folder: "azqueue", name: "Example_client_Enqueue_DequeueMessage", prints: []string{"\n0x"}},
	{folder: "azqueue", name: "Example_client_PeekMessages", prints: []string{"\n3\n"}},
	{folder: "azqueue", name: "Example_client_Update_Message", prints: []string{"\n0x"}},
	{folder: "azqueue", name: "Example_client_Clear_Messages"},
}

// provideQueues creates "queue NAME".
func provideQueues(ctx context.Context, connection, kind, name string) error {
	if kind != "queue" {
		return fmt.Errorf("a queue account has no %q", kind)
	}
	client, err := azqueue.NewServiceClientFromConnectionString(connection, nil)
	if err != nil {
		return err
	}
	_, err = client.CreateQueue(ctx, name, nil)
	return err
}

// queueEnvironment returns the variables that azqueue's examples read.
func queueEnvironment(connection, account, key string) (map[string]string, error) {
	return map[string]string{
		"AZURE_STORAGE_ACCOUNT_NAME":      account,
		"AZURE_STORAGE_ACCOUNT_KEY":       key,
		"AZURE_STORAGE_CONNECTION_STRING": connection,
	}, nil
}
