/** The patterns of SimpleDateFormat: runs of letters, and text between them. */
import { illegalArgument } from '../../values/throwable.js';

export interface DatePart {
  /** Absent for plain text. */
  readonly letter?: string;
  /** The number of repetitions of the letter. */
  readonly count: number;
  readonly text: string;
}

const LETTERS = 'GyMdkHmsSEDFwWahKzZYuXL';
/** The most letters of a zone in the form of ISO 8601. */
const MAX_ISO_LETTERS = 3;

/** Throws illegal_argument_exception for an unknown letter and for a quote without an end. */
export function parseDatePattern(pattern: string): readonly DatePart[] {
  const parts: DatePart[] = [];
  let plain = '';
  const addPlain = (): void => {
    if (plain !== '') parts.push({ count: 0, text: plain });
    plain = '';
  };
  for (let at = 0; at < pattern.length; ) {
    const letter = pattern[at] ?? '';
    if (letter === "'") {
      const quoted = quotedAt(pattern, at);
      plain += quoted.text;
      at = quoted.end;
    } else if (/[A-Za-z]/.test(letter)) {
      let end = at + 1;
      while (pattern[end] === letter) end++;
      addPlain();
      parts.push(partOf(letter, end - at));
      at = end;
    } else {
      plain += letter;
      at++;
    }
  }
  addPlain();
  return parts;
}

function partOf(letter: string, count: number): DatePart {
  if (!LETTERS.includes(letter)) throw illegalArgument(`Illegal pattern character '${letter}'`);
  if (letter === 'X' && count > MAX_ISO_LETTERS) {
    throw illegalArgument(`invalid ISO 8601 format: length=${count}`);
  }
  return { letter, count, text: '' };
}

/** The text from a quote to the closing one; two quotes in a row are one that is shown. */
function quotedAt(pattern: string, from: number): { readonly text: string; readonly end: number } {
  if (pattern[from + 1] === "'") return { text: "'", end: from + 2 };
  let text = '';
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") text += pattern[at];
    else if (pattern[at + 1] === "'") text += pattern[at++];
    else return { text, end: at + 1 };
  }
  throw illegalArgument('Unterminated quote');
}
