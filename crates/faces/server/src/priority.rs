//! Thread priorities: under load, threads that accept and read requests take precedence over threads that compute answers.
//!
//! On one core, a reactor next to two busy threads would get a third of the time. Connections that it does not get to would wait in
//! the kernel, where the server can neither count nor refuse them. Threads that compute therefore lower their own priority: the
//! server accepts connections as they arrive, refuses excess load at once, and judges in the remaining time.

use std::cell::Cell;

use tokio::task::JoinHandle;

/// The nice value of computing threads: with 10, a reactor thread gets nine times the time of a computing one under contention.
#[cfg(target_os = "linux")]
const NICE_VALUE: i32 = 10;

thread_local! {
    static IS_SET: Cell<bool> = const { Cell::new(false) };
}

/// Runs long computations on a blocking thread with low priority.
pub(crate) fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    tokio::task::spawn_blocking(|| {
        lower_priority();
        work()
    })
}

/// Lowers the priority of the current thread.
fn lower_priority() {
    if IS_SET.replace(true) {
        return;
    }
    // Lowering the priority needs no permission. If it fails nevertheless, the server is only slower under overload.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE_VALUE);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpriority_process;
    use rustix::thread::gettid;

    #[test]
    fn only_the_current_thread_has_a_lower_priority() {
        let before = getpriority_process(Some(gettid())).unwrap_or_default();
        let other = std::thread::spawn(|| {
            super::lower_priority();
            super::lower_priority();
            getpriority_process(Some(gettid())).unwrap_or_default()
        });
        assert_eq!(other.join().ok(), Some(before.clamp(super::NICE_VALUE, 19)));
        assert_eq!(getpriority_process(Some(gettid())).unwrap_or_default(), before);
    }
}
