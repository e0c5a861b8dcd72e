/**
 * The searches of a load over the glosses of WordNet: words by their rank in the text, so that
 * every turn searches other words.
 */

const RARE = ['aardvark', 'zither', 'quasar', 'lantern', 'harpoon', 'saffron', 'walnut', 'glacier'];
const COMMON = ['person', 'small', 'large', 'plant', 'water', 'body', 'make', 'genus'];
const WORDS = ['music', 'river', 'metal', 'war', 'fruit', 'king', 'paper', 'storm', 'law', 'ship'];
const PARTS = ['noun', 'verb', 'adj', 'adv'];

const pick = (words: readonly string[], turn: number) => words[turn % words.length] ?? '';

/** The body of one turn, by the name of its class. */
export const SEARCHES: Readonly<Record<string, (turn: number) => object>> = {
  'term, rare': (turn) => ({ query: { match: { gloss: pick(RARE, turn) } } }),
  'term, frequent': (turn) => ({ query: { match: { gloss: pick(COMMON, turn) } } }),
  'or, 2 terms': (turn) => ({
    query: { match: { gloss: `${pick(WORDS, turn)} ${pick(COMMON, turn >> 2)}` } },
  }),
  'and, 2 terms': (turn) => ({
    query: {
      match: {
        gloss: { query: `${pick(COMMON, turn)} ${pick(COMMON, turn + 3)}`, operator: 'and' },
      },
    },
  }),
  'bool, filter': (turn) => ({
    query: {
      bool: {
        must: { match: { gloss: pick(WORDS, turn) } },
        filter: { term: { part_of_speech: pick(PARTS, turn) } },
      },
    },
  }),
  'sorted by a number': (turn) => ({
    query: { match: { gloss: pick(WORDS, turn) } },
    sort: [{ category: 'desc' }],
  }),
};
