/** Base64 (RFC 4648 §4), padded. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Without repeated groups, which take stack space for each repetition. */
const FORM = /^[A-Za-z0-9+/]*={0,2}$/;

export function base64Encode(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += (ALPHABET[bits >> 18] ?? '') + (ALPHABET[(bits >> 12) & 63] ?? '');
    text += left > 1 ? (ALPHABET[(bits >> 6) & 63] ?? '') : '=';
    text += left > 2 ? (ALPHABET[bits & 63] ?? '') : '=';
  }
  return text;
}

/** Undefined if the text is not Base64. */
export function base64Decode(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !FORM.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let j = 0; j < 4; j++)
      bits = (bits << 6) | Math.max(0, ALPHABET.indexOf(text[i + j] ?? 'A'));
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8)
      bytes[at++] = (bits >> shift) & 255;
  }
  return bytes;
}
