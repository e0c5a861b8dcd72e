/** Bytes of a text whose encoding is told by a mark, by somebody, or by how they look. */
import { detect } from 'chardet';

export interface DecodedText {
  readonly text: string;
  /** As IANA names it. */
  readonly charset: string;
}

const MARKS: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
];
/** Bytes that are looked at to tell an encoding. */
const LOOKED_AT = 65_536;

/** `told`: by the text itself, as web pages do. */
export function decodeText(bytes: Uint8Array, told?: string): DecodedText {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  if (marked !== undefined) return { text: decoded(bytes, marked) ?? '', charset: marked };
  const asTold = told === undefined ? undefined : decoded(bytes, told);
  if (told !== undefined && asTold !== undefined) {
    return { text: asTold, charset: told.toUpperCase() };
  }
  const utf8 = validUtf8(bytes);
  // A text of ASCII alone is of all encodings: Tika names the smallest.
  if (utf8 !== undefined)
    return { text: utf8, charset: utf8.length === bytes.length ? 'ISO-8859-1' : 'UTF-8' };
  const guessed = detect(bytes.subarray(0, LOOKED_AT)) ?? 'windows-1252';
  const text = decoded(bytes, guessed);
  if (text !== undefined) return { text, charset: guessed };
  return { text: decoded(bytes, 'windows-1252') ?? '', charset: 'windows-1252' };
}

/** undefined: nobody knows the encoding. */
export function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function validUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
