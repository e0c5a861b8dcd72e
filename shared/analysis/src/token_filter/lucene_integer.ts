/** Integers inside terms, as Lucene's `ArrayUtil.parseInt` reads them. */
import { ApiError } from '@skein/errors';

const DIGIT = /^\p{Nd}$/u;
const ASCII = /^-?\d{1,10}$/;

export function luceneInteger(text: string): number {
  if (text === '') throw fault('chars length is 0');
  if (text === '-') throw fault("can't convert to an int");
  const plain = ASCII.test(text) ? text : [...text].map(asciiDigit).join('');
  if (!ASCII.test(plain)) throw fault('Unable to parse');
  const value = Number(plain);
  if (value >= 2 ** 31 || value < -(2 ** 31)) throw fault('Unable to parse');
  return value;
}

/** The ASCII digit of any script's digit: a script's digits stand in their block from 0 to 9. */
function asciiDigit(character: string): string {
  if (!DIGIT.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

function fault(reason: string): ApiError {
  return new ApiError('number_format_exception', reason);
}
