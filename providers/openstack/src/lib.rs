//! Rootstock's plug-in for Gardener's openstack provider.
