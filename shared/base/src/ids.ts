/**
 * Identifiers, made from a `Random`: 128 bits as 22 characters of base64url, in the form of
 * OpenSearch's UUIDs.
 */
import type { Random } from './ports.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function base64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] ?? 0;
    const b = bytes[i + 1] ?? 0;
    const c = bytes[i + 2] ?? 0;
    const remaining = bytes.length - i;
    text += (ALPHABET[a >> 2] ?? '') + (ALPHABET[((a & 3) << 4) | (b >> 4)] ?? '');
    if (remaining > 1) text += ALPHABET[((b & 15) << 2) | (c >> 6)] ?? '';
    if (remaining > 2) text += ALPHABET[c & 63] ?? '';
  }
  return text;
}

/** A random 128-bit identifier (22 characters): index UUIDs, node ids, allocation ids. */
export function randomId(random: Random): string {
  return base64Url(random.bytes(16));
}

/** A document id the server makes (20 characters, 120 random bits). */
export function randomDocumentId(random: Random): string {
  return base64Url(random.bytes(15));
}
