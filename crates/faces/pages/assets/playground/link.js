// The state of the playground as the fragment of an address: JSON, compressed if the browser can.

/** The largest text that is read from an address, because a small one can be inflated to a large one. */
const MOST = 4 << 20;

/** Returns the fragment of a state. */
export async function packed(state) {
  const json = new Blob([JSON.stringify(state)]);
  if (!globalThis.CompressionStream) return `p=${base64(new Uint8Array(await json.arrayBuffer()))}`;
  const stream = json.stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `z=${base64(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** Returns the state of a fragment; `undefined` if it has none. */
export async function unpacked(fragment) {
  const [, kind, encoded] = /^([pz])=([\w-]+)$/.exec(fragment) ?? [];
  if (!kind) return undefined;
  try {
    const blob = new Blob([bytes(encoded)]);
    const json = await limited(kind === "z" ? blob.stream().pipeThrough(new DecompressionStream("deflate-raw")) : blob.stream());
    const state = JSON.parse(json);
    return state && typeof state === "object" ? state : undefined;
  } catch {
    return undefined;
  }
}

async function limited(stream) {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > MOST) throw new Error("too large");
    text += decoder.decode(value, { stream: true });
  }
}

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
