/**
 * Metaphone (Lawrence Philips, "Hanging on the Metaphone", Computer Language 7 (12), 1990): encodes
 * English words by their audible consonants. 0 is the sound of "th", X that of "sh".
 */
import type { PhoneticEncoder } from './encoder.js';

export const METAPHONE: PhoneticEncoder = {
  names: ['metaphone'],
  create: () => (word) => {
    const code = metaphone(word.toUpperCase());
    return code === '' ? [] : [code];
  },
};

const MAX_LENGTH = 4;
const VOWELS = 'AEIOU';
/** Vowels that make a C or a G before them soft. */
const FRONT_VOWELS = 'EIY';
/** Letters after which an H is silent. */
const BEFORE_SILENT_H = 'CSPTG';

function metaphone(word: string): string {
  if (word.length <= 1) return word;
  const text = withoutSilentStart(word);
  let code = '';
  for (let at = 0; at < text.length && code.length < MAX_LENGTH; ) {
    const letter = text.charAt(at);
    // A doubled letter is heard once.
    if (letter !== 'C' && at > 0 && text.charAt(at - 1) === letter) {
      at++;
      continue;
    }
    const { sound, length } = soundAt(text, at);
    code += sound;
    at += length;
  }
  return code.slice(0, MAX_LENGTH);
}

function withoutSilentStart(word: string): string {
  if (/^(?:[KGP]N|AE|WR)/.test(word)) return word.slice(1);
  if (word.startsWith('WH')) return `W${word.slice(2)}`;
  return word.startsWith('X') ? `S${word.slice(1)}` : word;
}

interface Sound {
  readonly sound: string;
  /** The number of letters that make the sound. */
  readonly length: number;
}

const SILENT: Sound = { sound: '', length: 1 };
const one = (sound: string): Sound => ({ sound, length: 1 });

function soundAt(text: string, at: number): Sound {
  const letter = text.charAt(at);
  const next = text.charAt(at + 1);
  switch (letter) {
    case 'A':
    case 'E':
    case 'I':
    case 'O':
    case 'U':
      return at === 0 ? one(letter) : SILENT;
    case 'B':
      return text.charAt(at - 1) === 'M' && next === '' ? SILENT : one('B');
    case 'C':
      return one(soundOfC(text, at));
    case 'D':
      if (next === 'G' && isFront(text.charAt(at + 2))) return { sound: 'J', length: 3 };
      return one('T');
    case 'G':
      return one(soundOfG(text, at));
    case 'H':
      if (next === '' || (at > 0 && BEFORE_SILENT_H.includes(text.charAt(at - 1)))) return SILENT;
      return isVowel(next) ? one('H') : SILENT;
    case 'F':
    case 'J':
    case 'L':
    case 'M':
    case 'N':
    case 'R':
      return one(letter);
    case 'K':
      return at > 0 && text.charAt(at - 1) === 'C' ? SILENT : one('K');
    case 'P':
      return one(next === 'H' ? 'F' : 'P');
    case 'Q':
      return one('K');
    case 'S':
      return one(/^S(?:H|IO|IA)/.test(text.slice(at, at + 3)) ? 'X' : 'S');
    case 'T':
      return one(soundOfT(text.slice(at, at + 3)));
    case 'V':
      return one('F');
    case 'W':
    case 'Y':
      return isVowel(next) ? one(letter) : SILENT;
    case 'X':
      return one('KS');
    case 'Z':
      return one('S');
    default:
      return SILENT;
  }
}

function soundOfC(text: string, at: number): string {
  const next = text.charAt(at + 1);
  const isBehindS = text.charAt(at - 1) === 'S';
  if (isBehindS && isFront(next)) return '';
  if (text.startsWith('CIA', at)) return 'X';
  if (isFront(next)) return 'S';
  if (next !== 'H' || isBehindS) return 'K';
  return at === 0 && text.length >= 3 && isVowel(text.charAt(2)) ? 'K' : 'X';
}

function soundOfG(text: string, at: number): string {
  const next = text.charAt(at + 1);
  if (next === 'H' && !isVowel(text.charAt(at + 2))) return '';
  if (at > 0 && next === 'N') return '';
  return isFront(next) && text.charAt(at - 1) !== 'G' ? 'J' : 'K';
}

function soundOfT(start: string): string {
  if (start === 'TIA' || start === 'TIO') return 'X';
  if (start === 'TCH') return '';
  return start.startsWith('TH') ? '0' : 'T';
}

function isVowel(letter: string): boolean {
  return letter !== '' && VOWELS.includes(letter);
}

function isFront(letter: string): boolean {
  return letter !== '' && FRONT_VOWELS.includes(letter);
}
