//! The exports: three functions that work on the module's memory.
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
    /// Runs the static constructors, which register rules and providers. Programs run them before `main`, which a module does not
    /// have.
    fn __wasm_call_ctors();
}

/// The state between calls.
struct State {
    module: Result<Module, RegistryError>,
    buffers: Buffers,
}

/// The state of the module, which has a single thread.
static STATE: Mutex<Option<State>> = Mutex::new(None);

fn with<T>(action: impl FnOnce(&mut State) -> T) -> T {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    action(state.get_or_insert_with(|| {
        // SAFETY: the linker makes this function of constructors that take nothing and that may run before anything else; they
        // run once, behind the lock.
        unsafe { __wasm_call_ctors() };
        State { module: Module::new(), buffers: Buffers::default() }
    }))
}

/// Allocates a buffer for a request, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_alloc(length: usize) -> usize {
    with(|state| state.buffers.allocate(length))
}

/// Answers the request in a buffer, and frees the buffer. The address of the answer is in the upper 32 bits of the result, its
/// length in the lower; the host must free it. Returns 0 if there is no such buffer.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_call(address: usize) -> u64 {
    with(|State { module, buffers }| {
        let Some(request) = buffers.take(address) else { return 0 };
        let answer = match module {
            Ok(module) => module.call(&request),
            Err(why) => Failure::request(why).to_json(),
        };
        let length = answer.len() as u64;
        (buffers.store(answer) as u64) << 32 | length
    })
}

/// Frees a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn rootstock_free(address: usize) {
    with(|state| state.buffers.take(address));
}
