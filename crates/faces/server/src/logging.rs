//! The log: lines of JSON on standard error.

use std::io;

use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;

use crate::arguments::LogLevel;

/// Starts logging, unless a subscriber is already installed.
pub(crate) fn start(level: LogLevel) {
    let level = match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    };
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_target(false)
        .with_writer(io::stderr)
        // Failures to write the log must not end the server.
        .log_internal_errors(false);
    // kube logs each failed attempt as an error. The server logs what it means, once.
    let kube = if level == Level::DEBUG { LevelFilter::DEBUG } else { LevelFilter::OFF };
    let filter = Targets::new().with_default(level).with_target("kube_client", kube);
    let subscriber = tracing_subscriber::registry().with(filter).with(lines);
    let _ = tracing::subscriber::set_global_default(subscriber);
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a bug in Rootstock")));
}
