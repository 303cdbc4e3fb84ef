// Package k8s tests that Kubernetes runs what `ifmatch load --render k8s` prints. The API
// server, on an etcd, and the Job controller are Kubernetes' own, in the process of the
// test. A small kubelet of ours runs the containers. kubectl is the machine's, or is
// built here.
//
// It is a module of its own, which only `make k8s` builds, because Kubernetes brings more
// code than the rest of the project together. To use another release v1.X.Y, replace
// every v0.37.2 in go.mod with v0.X.Y: those are the modules that k8s.io/kubernetes
// replaces with folders of its own repository, which other modules cannot see.
package k8s
