/**
 * The longest match of the `classic` tokenizer's grammar at a place of a run of words; of two
 * equally long matches, the one that the grammar names first.
 */
import { lettersEnd, numberFrom, type WordRun } from './classic_run.js';

export interface ClassicMatch {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** True when the term excludes the dot that ends the match. */
  readonly cutsDot: boolean;
}

/** `start` is a place in the word, whose beginning may belong to an earlier match. */
export function longestMatch(
  text: string,
  run: WordRun,
  word: number,
  start: number,
): ClassicMatch {
  let end = run.ends[word];
  let type = '<ALPHANUM>';
  const take = (to: number, name: string) => {
    if (to > end) [end, type] = [to, name];
  };
  take(apostropheEnd(text, run, word, start), '<APOSTROPHE>');
  take(acronymEnd(text, run, word, start), '<ACRONYM>');
  take(companyEnd(text, run, word, start), '<COMPANY>');
  take(emailEnd(text, run, word), '<EMAIL>');
  const host = run.dots[word];
  take(host > word ? run.ends[host] : 0, '<HOST>');
  const digitsFirst = numberFrom(text, run, word, start);
  take(Math.max(digitsFirst, run.digitsSecond[word]), '<NUM>');
  // Words with a dot behind each are a host; its name ends before the last dot.
  const dotted = host > word && text[run.ends[host]] === '.';
  const before = end;
  take(dotted ? run.ends[host] + 1 : 0, '<HOST>');
  return { start, end, type, cutsDot: end > before };
}

/** Letters alone, joined by apostrophes, such as O'Reilly's. */
function apostropheEnd(text: string, run: WordRun, word: number, start: number): number {
  return lettersJoinedBy("'", text, run, { word, start, most: Number.POSITIVE_INFINITY });
}

/** Company names such as AT&T and Excite@Home. */
function companyEnd(text: string, run: WordRun, word: number, start: number): number {
  return lettersJoinedBy('&@', text, run, { word, start, most: 2 });
}

interface Place {
  readonly word: number;
  readonly start: number;
  /** The highest number of words. */
  readonly most: number;
}

/**
 * The end of two or more words of letters; of the last word a beginning is enough. 0 if there are
 * none.
 */
function lettersJoinedBy(joints: string, text: string, run: WordRun, place: Place): number {
  let end = 0;
  let at = place.start;
  for (let taken = 1, word = place.word; taken <= place.most && word < run.count; taken++, word++) {
    const letters = lettersEnd(text, at, run.ends[word]);
    if (letters === at) break;
    if (taken > 1) end = letters;
    if (letters < run.ends[word] || word + 1 >= run.count) break;
    if (!joints.includes(text.charAt(letters))) break;
    at = run.starts[word + 1];
  }
  return end;
}

/** The end of an acronym: two or more single letters with a dot behind each. */
function acronymEnd(text: string, run: WordRun, from: number, start: number): number {
  let end = 0;
  let at = start;
  for (let word = from; word < run.count; word++) {
    const last = run.ends[word];
    if (last !== at + 1 || lettersEnd(text, at, last) !== last || text[last] !== '.') break;
    if (word > from) end = last + 1;
    at = run.starts[word + 1] ?? 0;
  }
  return end;
}

function emailEnd(text: string, run: WordRun, word: number): number {
  const name = run.names[word];
  const first = name + 1;
  if (first >= run.count || text[run.ends[name]] !== '@') return 0;
  const last = run.dashes[first];
  return last > first ? run.ends[last] : 0;
}
