/** A text with one character for each byte: different bytes are different texts. */
export function latin1Decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
