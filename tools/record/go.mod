module github.com/rootstock-rs/rootstock/tools/record

go 1.26.5

require (
	github.com/Masterminds/semver/v3 v3.5.0
	github.com/gardener/gardener v1.149.3
	k8s.io/apimachinery v0.36.3
)
