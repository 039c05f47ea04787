module github.com/rootstock-rs/gardener-rootstock

go 1.23.0

require github.com/tetratelabs/wazero v1.9.0
