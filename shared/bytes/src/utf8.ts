/**
 * Encodes and decodes UTF-8. Node's Buffer decodes views of shared memory too, which TextDecoder
 * refuses, and is quicker on short strings. Unpaired surrogates become U+FFFD, as everywhere on the
 * web.
 */
const encoder = new TextEncoder();

/** Length up to which ASCII texts are encoded by hand, since a call of the encoder costs more. */
const SHORT_TEXT = 48;

export function utf8(text: string): Uint8Array {
  const { length } = text;
  if (length > SHORT_TEXT) return encoder.encode(text);
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoder.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** Length up to which ASCII bytes are decoded by hand, since a call of the decoder costs more. */
const SHORT_BYTES = 12;

export function utf8Decode(bytes: Uint8Array): string {
  return utf8DecodeRange(bytes, 0, bytes.length);
}

/** Decodes `bytes[start, end)`. */
export function utf8DecodeRange(bytes: Uint8Array, start: number, end: number): string {
  const short = end - start <= SHORT_BYTES ? shortAscii(bytes, start, end) : undefined;
  if (short !== undefined) return short;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** The encoded size, computed without encoding. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The text; `undefined` when it is not ASCII. */
function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte > 0x7f) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
