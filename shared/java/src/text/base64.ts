/**
 * Base64 of bytes and text, with Java's errors: the basic alphabet, the URL-safe one, and the MIME
 * form with lines (RFC 4648, RFC 2045).
 */
import { illegalArgument } from '../values/throwable.js';
import { joinedText } from './joined_text.js';

export interface Alphabet {
  readonly kind: 'basic' | 'url' | 'mime';
}

export interface Encoding extends Alphabet {
  readonly padded: boolean;
  /** Characters per line; 0 for a single line. */
  readonly lineLength: number;
  readonly separator: string;
}

export const BASIC: Encoding = { kind: 'basic', padded: true, lineLength: 0, separator: '' };

export function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function textOfBytes(bytes: readonly number[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, (one) => one & 255),
  );
}

export function encodeBytes(bytes: readonly number[], how: Encoding = BASIC): string {
  const plain = btoa(Array.from(bytes, (one) => String.fromCharCode(one & 255)).join(''));
  const whole = how.padded ? plain : plain.replace(/=+$/, '');
  const spelled = how.kind === 'url' ? whole.replaceAll('+', '-').replaceAll('/', '_') : whole;
  return how.lineLength === 0 ? spelled : lines(spelled, how);
}

function lines(text: string, { lineLength, separator }: Encoding): string {
  const count = Math.ceil(text.length / lineLength);
  const parts = Array.from({ length: count }, (_, i) =>
    text.slice(i * lineLength, (i + 1) * lineLength),
  );
  return joinedText(parts, separator);
}

/** Decodes to signed bytes, as Java has them. */
export function decodeBytes(given: string, { kind }: Alphabet = BASIC): number[] {
  const text = kind === 'mime' ? given.replace(/[^A-Za-z0-9+/=]/g, '') : given;
  const foreign = kind === 'url' ? /[^A-Za-z0-9_=-]/ : /[^A-Za-z0-9+/=]/;
  const bad = foreign.exec(text)?.[0];
  if (bad !== undefined)
    throw illegalArgument(`Illegal base64 character ${bad.charCodeAt(0).toString(16)}`);
  const digits = text.replace(/=+$/, '');
  const inner = digits.indexOf('=');
  checkEnd(text, digits, inner);
  const basic = kind === 'url' ? digits.replaceAll('-', '+').replaceAll('_', '/') : digits;
  return Array.from(atob(basic), (one) => (one.charCodeAt(0) << 24) >> 24);
}

function checkEnd(text: string, digits: string, inner: number): void {
  const end = inner < 0 ? digits.length : inner;
  const rest = end % 4;
  const pads = text.length - digits.length;
  if (rest === 1) {
    throw illegalArgument(
      pads > 0 || inner >= 0
        ? 'Input byte array has wrong 4-byte ending unit'
        : 'Last unit does not have enough valid bits',
    );
  }
  const wrong = inner >= 0 || (pads > 0 && (rest === 0 || pads !== 4 - rest));
  if (!wrong) return;
  throw illegalArgument(
    inner >= 0 &&
      rest !== 0 &&
      end + (4 - rest) < text.length &&
      text.charAt(end + 4 - rest - 1) === '='
      ? `Input byte array has incorrect ending byte at ${end + 4 - rest}`
      : 'Input byte array has wrong 4-byte ending unit',
  );
}

export const encodeBase64Text = (text: string): string => encodeBytes(bytesOf(text));
export const decodeBase64Text = (text: string): string => textOfBytes(decodeBytes(text));
