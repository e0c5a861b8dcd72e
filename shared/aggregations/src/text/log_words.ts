/**
 * The words of a line of a log that say what kind of line it is: of the first line with letters,
 * without numbers, hexadecimal ones and what begins with a digit, as times do, and without names of
 * days, months and zones of time. Elasticsearch's `categorize_text` has a tokenizer with the same
 * purpose.
 */

/** More say no more about it. */
export const MOST_WORDS = 100;

const RUN = /[\p{L}\p{N}_][\p{L}\p{N}_.\-/@]*/gu;
const TRAILING = /[.\-/@]+$/;
const LETTER = /\p{L}/u;
const HEXADECIMAL = /^(?:0x)?[0-9a-f]*[0-9][0-9a-f]*$/i;
const DIGIT = /^\p{N}/u;

const TIMES: ReadonlySet<string> = new Set(
  [
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun',
    'January February March April May June July August September October November December',
    'Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec AM PM',
    'GMT UTC CET CEST EST EDT CST CDT MST MDT PST PDT BST IST JST',
  ].flatMap((names) => names.split(' ')),
);

export function logWords(text: string): readonly string[] {
  const line = text.split('\n').find((each) => LETTER.test(each)) ?? '';
  const words: string[] = [];
  for (const [run] of line.matchAll(RUN)) {
    const word = run.replace(TRAILING, '');
    if (DIGIT.test(word) || !LETTER.test(word) || HEXADECIMAL.test(word) || TIMES.has(word))
      continue;
    words.push(word);
    if (words.length === MOST_WORDS) break;
  }
  return words;
}
