//! The log: lines of JSON on standard error.

use std::io;

use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
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
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_target(false)
        .with_max_level(level)
        .with_writer(io::stderr)
        // Failures to write the log must not end the server.
        .log_internal_errors(false)
        .finish();
    // The client library logs each failed request as an error. We log the reason once for each outage.
    let of_the_client = if level == Level::DEBUG { LevelFilter::DEBUG } else { LevelFilter::OFF };
    let subscriber = subscriber.with(Targets::new().with_default(level).with_target("kube", of_the_client));
    let _ = tracing::subscriber::set_global_default(subscriber);
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a bug in Rootstock")));
}
