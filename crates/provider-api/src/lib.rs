//! The plug-in contract of Rootstock: what an infrastructure provider says about its part of a CloudProfile.
