/** `suggest` by chance: words that are spelled nearly like those of a schema, and the options of the term suggester. */
import type { Json, Made } from '../json.ts';
import type { QueryGenerator } from './queries.ts';

const FAULTY_PERCENT = 8;

export function suggestOf(g: QueryGenerator): Made {
  const made: Made = {};
  for (let i = 0; i <= g.int(2); i++) made[`s${i}`] = suggestionOf(g);
  if (g.chance(20)) made.text = misspelled(g);
  return g.chance(FAULTY_PERCENT) ? g.spoiled(made) : made;
}

function suggestionOf(g: QueryGenerator): Made {
  const options = g.seldom({
    size: 1 + g.int(6),
    shard_size: 1 + g.int(20),
    sort: g.pick(['score', 'frequency']),
    suggest_mode: g.pick(['missing', 'popular', 'always']),
    string_distance: g.pick([
      'internal',
      'damerau_levenshtein',
      'levenshtein',
      'jaro_winkler',
      'ngram',
    ]),
    max_edits: 1 + g.int(2),
    prefix_length: g.int(4),
    min_word_length: 1 + g.int(5),
    min_doc_freq: g.pick<Json>([0, 2, 0.01]),
    max_term_freq: g.pick<Json>([0.01, 0.5, 3]),
    max_inspections: 1 + g.int(8),
    accuracy: g.pick([0.1, 0.7]),
    lowercase_terms: true,
    analyzer: g.pick(['standard', 'whitespace', 'english']),
  });
  const field = g.pick([...g.schema.text, ...g.schema.text, 'kind', 'words', 'nope']);
  return { ...(g.chance(90) ? { text: misspelled(g) } : {}), term: { field, ...options } };
}

/** One letter is left out, doubled or another, in most words. */
function misspelled(g: QueryGenerator): string {
  return g
    .words(3)
    .split(' ')
    .map((word) => (g.chance(80) ? withSlip(word, g) : word))
    .join(' ');
}

function withSlip(word: string, g: QueryGenerator): string {
  const letters = [...word];
  if (letters.length === 0) return 'x';
  const at = g.int(letters.length);
  const letter = letters[at] ?? '';
  const slip = g.pick(['', letter + letter, 'e', `${letters[at + 1] ?? ''}${letter}`]);
  return letters.with(at, slip).join('');
}
