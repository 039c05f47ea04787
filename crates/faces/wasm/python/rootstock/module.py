"""The WebAssembly module that answers questions: a JSON request in, a JSON answer out."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

if TYPE_CHECKING:
    import wasmtime

_PACKAGE = "gardener-rootstock"


class RootstockError(ValueError):
    """The reason why a question has no answer."""

    kind: Literal["request", "question", "documents"]
    """The part that is at fault."""

    def __init__(self, kind: Literal["request", "question", "documents"], message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Document:
    """A document: a text in YAML or JSON, or an object."""

    name: str
    """The name in answers, such as the path."""
    content: str | Mapping[str, Any]
    role: Literal["checked", "known", "old"] = "checked"
    """An object of the question, one that others refer to, or the one before an update."""

    @classmethod
    def read(cls, path: Path, role: Literal["checked", "known", "old"] = "checked") -> Document:
        """Reads a file."""
        return cls(str(path), path.read_text(encoding="utf-8"), role)


Given: TypeAlias = "Document | Path | Mapping[str, Any]"
"""A document, a file, or an object."""

Documents: TypeAlias = "Given | Iterable[Given]"
"""The documents of a question."""


class Settings(TypedDict, total=False):
    """Settings of a question."""

    at: datetime | str
    """The instant at which versions are judged; now by default. As text, in RFC 3339."""
    semantics: Literal["documented", "gardener"]
    """The rules of Gardener's documentation (default), or of Gardener's code."""
    gardener: str
    """The release of Gardener, such as `1.148`; by default the newest one that is known."""
    feature_gates: Mapping[str, bool]
    """Feature gates by name."""
    without_extension_webhooks: bool
    """Whether the effects of the extensions' mutating webhooks are left out."""
    profile: str
    """The name of a CloudProfile, or `NAMESPACE/NAME`; may be left out if there is only one."""
    operation: Literal["state", "create", "update"]
    """For `check`: the operation that objects are judged as."""
    allow_unchecked: bool
    """For `check`: whether documents that cannot be checked are accepted."""
    configuration: Path
    """For `check` and `upkeep_propose`: a `rootstock.toml`."""


def ask(function: str, documents: Documents, question: Any = None, **settings: Unpack[Settings]) -> Any:
    """Asks a question by the name of its answer's form, such as `matrix`.

    Raises a `RootstockError` if there is no answer.
    """
    at = settings.get("at", datetime.now(UTC))
    request: dict[str, Any] = {
        "function": function,
        "at": at if isinstance(at, str) else _rfc3339(at),
        "documents": [_written(one) for one in _listed(documents)],
        "question": {} if question is None else question,
    }
    for name, value in settings.items():
        if name == "configuration":
            path = settings["configuration"]
            request[name] = {"name": str(path), "text": path.read_text(encoding="utf-8")}
        elif name != "at":
            first, *words = name.split("_")
            request[first + "".join(word.capitalize() for word in words)] = value
    answer = json.loads(_call(json.dumps(request).encode()))
    if "error" in answer:
        raise RootstockError(**answer["error"])
    return answer


def version() -> str:
    """Returns the version of the package."""
    return metadata.version(_PACKAGE)


def _rfc3339(instant: datetime) -> str:
    if instant.tzinfo is None:
        raise RootstockError("request", "`at` must have a time zone: datetime(…, tzinfo=UTC)")
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _listed(documents: Documents) -> list[Given]:
    if isinstance(documents, Document | Path | Mapping):
        return [documents]
    if isinstance(documents, str):
        # Refused below, like a text in a list.
        return [documents]
    return list(documents)


def _written(given: Given) -> dict[str, Any]:
    if isinstance(given, Path):
        given = Document.read(given)
    elif isinstance(given, Mapping):
        name = given.get("metadata", {}).get("name", "object")
        given = Document(str(name), given)
    if not isinstance(given, Document):
        raise TypeError(f"a document is a Path, a mapping, or Document(name, text), not {type(given).__name__}")
    field = "text" if isinstance(given.content, str) else "object"
    return {"name": given.name, "role": given.role, field: given.content}


class _Instance:
    """An instance of the module. One call at a time."""

    def __init__(self) -> None:
        wasmtime = _wasmtime()
        configuration = wasmtime.Config()
        # Compiling takes seconds, so the result is kept in the user's cache folder.
        try:
            configuration.cache = True
        except wasmtime.WasmtimeError:
            # Without a writable folder it is compiled each time.
            configuration = wasmtime.Config()
        self.store = wasmtime.Store(wasmtime.Engine(configuration))
        code = resources.files(__package__).joinpath("everything.wasm").read_bytes()
        module = wasmtime.Module(self.store.engine, code)
        self.exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)

    def call(self, request: bytes) -> bytes:
        exports, store = self.exports, self.store
        buffer = exports["rootstock_alloc"](store, len(request)) & 0xFFFFFFFF
        exports["memory"].write(store, request, buffer)
        packed = exports["rootstock_call"](store, buffer) & 0xFFFFFFFFFFFFFFFF
        address, length = packed >> 32, packed & 0xFFFFFFFF
        answer = bytes(exports["memory"].read(store, address, address + length))
        exports["rootstock_free"](store, address)
        return answer


_lock = threading.Lock()
_instance: _Instance | None = None


def _call(request: bytes) -> bytes:
    global _instance
    with _lock:
        instance = _Instance() if _instance is None else _instance
        # After a trap the instance is not usable any more: the next call creates another one.
        _instance = None
        answer = instance.call(request)
        _instance = instance
        return answer


def _wasmtime() -> Any:
    try:
        import wasmtime
    except ImportError as error:
        message = f"the functions of rootstock need wasmtime: pip install wasmtime, or {_PACKAGE}[library]"
        raise ImportError(message) from error
    return wasmtime
