package k8s

import (
	"context"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app/testing"
	"k8s.io/kubernetes/pkg/controller/job"
)

// cluster is Kubernetes in this process: etcd, the API server with its default
// admission, the scheduler and the Job controller. It has no nodes yet.
type cluster struct {
	client kubernetes.Interface
	admin  *rest.Config
}

// startCluster starts Kubernetes and stops it with the test.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	options := apiserver.NewDefaultTestServerOptions()
	options.DisableInvariantChecks = true // of its own metrics
	server := apiserver.StartTestServerOrDie(t, options, nil, startEtcd(t))
	t.Cleanup(server.TearDownFn)
	client, err := kubernetes.NewForConfig(server.ClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	startJobController(ctx, t, client, &running)
	return &cluster{client, server.ClientConfig}
}

// startEtcd starts etcd on loopback ports, and returns the API server's configuration
// for it.
func startEtcd(t *testing.T) *storagebackend.Config {
	t.Helper()
	anyPort := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config := embed.NewConfig()
	config.Dir = t.TempDir()
	config.LogLevel = "error"
	config.UnsafeNoFsync = true // the data is not needed after a crash
	config.ListenClientUrls, config.AdvertiseClientUrls = anyPort, anyPort
	config.ListenPeerUrls, config.AdvertisePeerUrls = anyPort, anyPort
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		t.Fatalf("start etcd: %v", err)
	}
	t.Cleanup(etcd.Close)
	select {
	case <-etcd.Server.ReadyNotify():
	case <-time.After(time.Minute):
		t.Fatal("start etcd: it is not ready after a minute")
	}
	storage := storagebackend.NewDefaultConfig("registry", nil)
	storage.Transport.ServerList = []string{"http://" + etcd.Clients[0].Addr().String()}
	return storage
}

// startJobController starts the controller that creates pods for Jobs.
func startJobController(ctx context.Context, t *testing.T, client kubernetes.Interface, running *sync.WaitGroup) {
	t.Helper()
	factory := informers.NewSharedInformerFactory(client, 0)
	controller, err := job.NewController(ctx, client, factory.Core().V1().Pods(), factory.Batch().V1().Jobs(), nil, nil)
	if err != nil {
		t.Fatalf("start the Job controller: %v", err)
	}
	factory.Start(ctx.Done())
	running.Go(func() { controller.Run(ctx, 2) })
}

// writeKubeconfig writes a configuration that makes kubectl the administrator, in a
// namespace.
func (c *cluster) writeKubeconfig(t *testing.T, namespace string) string {
	t.Helper()
	const name = "test"
	file := filepath.Join(t.TempDir(), "kubeconfig")
	err := clientcmd.WriteToFile(api.Config{
		Clusters: map[string]*api.Cluster{name: {
			Server:                   c.admin.Host,
			TLSServerName:            c.admin.ServerName,
			CertificateAuthority:     c.admin.CAFile,
			CertificateAuthorityData: c.admin.CAData,
		}},
		AuthInfos:      map[string]*api.AuthInfo{name: {Token: c.admin.BearerToken}},
		Contexts:       map[string]*api.Context{name: {Cluster: name, AuthInfo: name, Namespace: namespace}},
		CurrentContext: name,
	}, file)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
