/** Decodes a text whose encoding is given by a byte order mark, a declaration, or its bytes. */
import { detect } from 'chardet';

interface DecodedText {
  readonly text: string;
  /** The IANA name. */
  readonly charset: string;
}

const MARKS: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
];
/** The number of bytes that are examined to detect an encoding. */
const LOOKED_AT = 65_536;

/** `told` is the encoding that the text declares, as web pages do. */
export function decodeText(bytes: Uint8Array, told?: string): DecodedText {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  if (marked !== undefined) return { text: decoded(bytes, marked) ?? '', charset: marked };
  const asTold = told === undefined ? undefined : decoded(bytes, told);
  if (told !== undefined && asTold !== undefined) {
    return { text: asTold, charset: told.toUpperCase() };
  }
  const utf8 = validUtf8(bytes);
  // ASCII text is valid in all encodings: Tika names the smallest.
  if (utf8 !== undefined)
    return { text: utf8, charset: utf8.length === bytes.length ? 'ISO-8859-1' : 'UTF-8' };
  const guessed = detect(bytes.subarray(0, LOOKED_AT)) ?? 'windows-1252';
  const text = decoded(bytes, guessed);
  if (text !== undefined) return { text, charset: guessed };
  return { text: decoded(bytes, 'windows-1252') ?? '', charset: 'windows-1252' };
}

/** Returns undefined if the encoding is unknown. */
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
