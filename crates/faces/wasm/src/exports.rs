//! What a host calls: three functions over the module's memory.
#![expect(
    unsafe_code,
    reason = "a function without a name cannot be called, and `no_mangle` is an unsafe attribute; constructors are foreign"
)]
#![expect(unreachable_pub, reason = "the host reaches them")]

use std::sync::{Mutex, PoisonError};

use rootstock_provider_api::RegistryError;

use crate::buffers::Buffers;
use crate::failure::Failure;
use crate::module::Module;

unsafe extern "C" {
    /// Runs what the linker has gathered to be run first: by it rules and providers register themselves. Programs do it before
    /// `main`; a module has none.
    fn __wasm_call_ctors();
}

/// What stays between two calls.
struct State {
    module: Result<Module, RegistryError>,
    buffers: Buffers,
}

/// A module has one thread.
static STATE: Mutex<Option<State>> = Mutex::new(None);

fn with<T>(use_it: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    use_it(state.get_or_insert_with(|| {
        // SAFETY: the linker makes this function of constructors that take nothing and that may run before anything else; they
        // run once, behind the lock.
        unsafe { __wasm_call_ctors() };
        State { module: Module::new(), buffers: Buffers::default() }
    }))
}

/// Makes a buffer for a request of so many bytes; its address.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_alloc(length: usize) -> usize {
    with(|state| state.buffers.make(length))
}

/// Answers the request in a buffer, and frees the buffer. The answer's address is in the upper 32 bits, its
/// length in the lower; it stays until it is freed. 0 if there is no such buffer.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_call(address: usize) -> u64 {
    with(|State { module, buffers }| {
        let Some(request) = buffers.take(address) else { return 0 };
        let answer = match module {
            Ok(module) => module.call(&request),
            Err(why) => Failure::request(why).to_json(),
        };
        let length = answer.len() as u64;
        (buffers.keep(answer) as u64) << 32 | length
    })
}

/// Frees a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_free(address: usize) {
    with(|state| state.buffers.take(address));
}
