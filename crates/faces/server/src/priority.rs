//! Who may compute when there is not processor enough for all: threads that listen come before those that judge.
//!
//! On one core a reactor beside two busy threads gets a third of the time. What it does not get to waits in the kernel, where
//! nobody counts it and nobody refuses it. So threads that compute say that they are less urgent: connections are looked at as
//! they come, what there is no room for is refused at once, and what is left of the time is for judging.

use std::cell::Cell;

use tokio::task::JoinHandle;

/// How much less urgent computing is: with 10, a thread that listens gets nine times the time of one that computes while both want it.
#[cfg(target_os = "linux")]
const LESS_URGENT: i32 = 10;

thread_local! {
    static IS_SET: Cell<bool> = const { Cell::new(false) };
}

/// Computes on a thread that may be busy for long, and that gives way to those that listen.
pub(crate) fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    tokio::task::spawn_blocking(|| {
        give_way();
        work()
    })
}

/// Lets the thread of the caller give way from now on.
fn give_way() {
    if IS_SET.replace(true) {
        return;
    }
    // To be less urgent needs no permission. Where it does not work all the same, the server is slower under too much load.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), LESS_URGENT);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpriority_process;
    use rustix::thread::gettid;

    #[test]
    fn only_the_thread_of_the_caller_gives_way() {
        let before = getpriority_process(Some(gettid())).unwrap_or_default();
        let other = std::thread::spawn(|| {
            super::give_way();
            super::give_way();
            getpriority_process(Some(gettid())).unwrap_or_default()
        });
        assert_eq!(other.join().ok(), Some(before.clamp(super::LESS_URGENT, 19)));
        assert_eq!(getpriority_process(Some(gettid())).unwrap_or_default(), before);
    }
}
