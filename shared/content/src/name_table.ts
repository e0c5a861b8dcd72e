/**
 * A cache of field names, which repeat in every document. It maps the bytes of a name to one shared
 * string without decoding it again: direct-mapped, keyed by a hash of the bytes. Plain ASCII names
 * only; a miss costs one decode.
 */

const SLOTS = 4096;
const LONGEST = 64;

const cachedBytes: (Uint8Array | undefined)[] = new Array(SLOTS);
const cachedNames: string[] = new Array(SLOTS).fill('');

/** The string of `bytes[start, end)`, which must be ASCII without escapes. */
export function internName(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length > LONGEST) return asciiText(bytes, start, end);
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0;
  const slot = hash & (SLOTS - 1);
  const known = cachedBytes[slot];
  if (known !== undefined && known.length === length && sameBytes(known, bytes, start)) {
    return cachedNames[slot] ?? '';
  }
  const name = internalized(asciiText(bytes, start, end));
  cachedBytes[slot] = bytes.slice(start, end);
  cachedNames[slot] = name;
  return name;
}

/**
 * The name as an internalized string, like the name of a property: such strings are compared, and
 * found in maps, by address.
 */
function internalized(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name;
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

/** Decodes eight characters at a time, since every concatenation makes a new string. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  let at = start;
  for (; at + 8 <= end; at += 8) text += eightCharacters(bytes, at);
  if (at + 4 <= end) {
    text += String.fromCharCode(
      bytes[at] ?? 0,
      bytes[at + 1] ?? 0,
      bytes[at + 2] ?? 0,
      bytes[at + 3] ?? 0,
    );
    at += 4;
  }
  for (; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

function eightCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    bytes[at] ?? 0,
    bytes[at + 1] ?? 0,
    bytes[at + 2] ?? 0,
    bytes[at + 3] ?? 0,
    bytes[at + 4] ?? 0,
    bytes[at + 5] ?? 0,
    bytes[at + 6] ?? 0,
    bytes[at + 7] ?? 0,
  );
}
