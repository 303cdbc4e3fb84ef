module ifmatch/internal/deps

go 1.26.0

require ifmatch v0.0.0

replace ifmatch => ../..

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/tools v0.51.0
)

require (
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
)
