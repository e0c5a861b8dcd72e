/**
 * The words of a log message that tell what kind of message it is. They come from the first line
 * with letters. Numbers, hexadecimal numbers, words that begin with a digit (such as times), and
 * names of days, months and time zones are left out. Elasticsearch's `categorize_text` has a
 * tokenizer with the same purpose.
 */

/** The number of words at most; further words do not tell more. */
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
