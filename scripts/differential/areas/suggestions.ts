/**
 * Generates random `suggest` sections: words spelled similarly to those of a schema, and the
 * options of the three suggesters.
 */
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
  const kind = g.int(3);
  if (kind === 0) return completionOf(g);
  return kind === 1 ? phraseOf(g) : termOf(g);
}

function completionOf(g: QueryGenerator): Made {
  const field = g.pick(['complete', 'complete', 'within', 'within', 'title', 'nope']);
  const start = g.pick([g.word(), g.pick(g.schema.titles)]);
  const prefix = [...start].slice(0, 1 + g.int(6)).join('');
  const asked = g.pick<Made>([
    { prefix },
    { prefix: g.chance(50) ? prefix : withSlip(prefix, g) },
    { text: prefix },
    { regex: g.pick([`${prefix.replace(/[^a-z]/gi, '.')}.*`, '[a-f].+', 'w.n', '(a|the) .*']) },
  ]);
  const fuzzy = g.pick<Json>([
    {},
    true,
    g.some({
      fuzziness: g.pick<Json>(['AUTO', 0, 1, 2, 'AUTO:2,4']),
      transpositions: g.chance(50),
      min_length: 1 + g.int(4),
      prefix_length: g.int(3),
      unicode_aware: g.chance(50),
      max_determinized_states: 10_000,
    }),
  ]);
  const options: Made = { ...(g.chance(35) ? { fuzzy } : {}), ...contextsOf(field, g) };
  const made = g.some({ size: 1 + g.int(8), skip_duplicates: g.chance(70), analyzer: 'standard' });
  if (asked.regex !== undefined) {
    delete options.fuzzy;
    if (g.chance(30)) options.regex = { flags: g.pick(['ALL', 'NONE', 'INTERVAL|EMPTY']) };
  }
  return { ...asked, completion: { field, ...options, ...made } };
}

function contextsOf(field: string, g: QueryGenerator): Made {
  if (field !== 'within' && !g.chance(5)) return {};
  const kind = () => g.pick([...g.schema.kinds, 'nope']);
  const place = () => ({ lat: g.int(120) - 60, lon: g.int(300) - 150 });
  const contexts = g.some({
    kind: g.pick<Json>([
      kind(),
      [kind(), kind()],
      [{ context: kind(), boost: 2 }, { context: kind() }],
      [{ context: kind().slice(0, 1), prefix: true, boost: 3 }, kind()],
    ]),
    place: g.pick<Json>([
      place(),
      { context: place(), precision: 1 + g.int(4) },
      [{ context: place(), boost: 2, precision: 2 }, place()],
      { context: place(), precision: 2, neighbours: [1, 2] },
      'u33',
    ]),
  });
  return g.chance(85) ? { contexts } : {};
}

function phraseOf(g: QueryGenerator): Made {
  const field = g.pick(['title.tri', 'title.tri', 'title', 'body', 'kind', 'nope']);
  const generator = (): Made => ({
    field: g.pick(['title.tri', 'title', 'body']),
    ...g.some({
      suggest_mode: g.pick(['always', 'missing', 'popular']),
      max_edits: 1 + g.int(2),
      prefix_length: g.int(3),
      min_word_length: 1 + g.int(4),
      size: 1 + g.int(6),
      min_doc_freq: g.pick<Json>([0, 2]),
      pre_filter: 'standard',
      post_filter: 'lowercased',
    }),
  });
  const options = g.seldom({
    size: 1 + g.int(5),
    shard_size: 5 + g.int(20),
    gram_size: 1 + g.int(3),
    real_word_error_likelihood: g.pick([0.5, 0.95, 1]),
    confidence: g.pick([0, 0.9, 2]),
    max_errors: g.pick([0.5, 1, 2, 3]),
    separator: g.pick([' ', '-']),
    token_limit: 1 + g.int(9),
    force_unigrams: g.chance(50),
    analyzer: g.pick(['standard', 'whitespace', 'english']),
    highlight: { pre_tag: '<em>', post_tag: '</em>' },
    smoothing: g.pick<Json>([
      { laplace: { alpha: g.pick([0.2, 0.7]) } },
      { stupid_backoff: { discount: g.pick([0.1, 0.5]) } },
      { linear_interpolation: { trigram_lambda: 0.6, bigram_lambda: 0.3, unigram_lambda: 0.1 } },
    ]),
    collate: {
      query: { source: { match: { title: '{{suggestion}}' } } },
      ...g.some({ prune: true, params: { x: 1 } }),
    },
  });
  const some = g.chance(50)
    ? { direct_generator: [generator(), ...(g.chance(20) ? [generator()] : [])] }
    : {};
  return {
    ...(g.chance(92) ? { text: misspelled(g) } : {}),
    phrase: { field, ...some, ...options },
  };
}

function termOf(g: QueryGenerator): Made {
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

/** A word in which, mostly, one letter is omitted, doubled or replaced. */
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
