// Package k8s has Kubernetes run what `ifmatch load --render k8s` prints: the API server,
// on an etcd, and the Job controller are Kubernetes' own, in the process of the test, and
// a small kubelet of ours runs the containers. kubectl is the machine's, or built here.
//
// It is a module of its own, which only `make k8s` builds, because Kubernetes brings more
// code than all the rest of the project together. For another release v1.X.Y of it, every
// v0.37.2 in go.mod becomes v0.X.Y: those are the modules that k8s.io/kubernetes replaces
// by folders of its own repository, which other modules cannot see.
package k8s
