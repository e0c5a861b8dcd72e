/**
 * UTF-8 and back. Node's Buffer decodes views of shared memory too, which TextDecoder refuses, and is quicker on short strings.
 * Unpaired surrogates become U+FFFD, as everywhere on the web.
 */
const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** Encoded size without encoding. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
