/** Base64 on bytes and on text, with Java's errors. */
import { illegalArgument } from './throwable.js';

export function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

export function textOfBytes(bytes: readonly number[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, (one) => one & 255),
  );
}

export function encodeBytes(bytes: readonly number[]): string {
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one & 255)).join(''));
}

/** Bytes as Java has them, signed. */
export function decodeBytes(text: string): number[] {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    const bad = /[^A-Za-z0-9+/=]/.exec(text)?.[0] ?? '=';
    throw illegalArgument(`Illegal base64 character ${bad.charCodeAt(0).toString(16)}`);
  }
  if (text.replace(/=+$/, '').length % 4 === 1)
    throw illegalArgument('Last unit does not have enough valid bits');
  return Array.from(atob(text), (one) => (one.charCodeAt(0) << 24) >> 24);
}

export const encodeBase64Text = (text: string): string => encodeBytes(bytesOf(text));
export const decodeBase64Text = (text: string): string => textOfBytes(decodeBytes(text));
