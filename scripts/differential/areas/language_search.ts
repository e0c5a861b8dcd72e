/**
 * Generates searches in the languages of all analyzers: words of their sentences, highlighted, and
 * suggestions for words with a similar spelling.
 */
import type { Case, IndexPlan } from '../area.ts';
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';
import { highlightOf } from './highlights.ts';
import { TEXTS_BY_ANALYZER } from './languages.ts';
import { QueryGenerator, type Schema } from './queries.ts';
import { suggestOf } from './suggestions.ts';

const ANALYZERS = Object.keys(TEXTS_BY_ANALYZER);

export function languageIndex(prefix: string): IndexPlan {
  const text = (analyzer: string): Json => ({
    type: 'text',
    analyzer,
    fields: {
      fvh: { type: 'text', analyzer, term_vector: 'with_positions_offsets' },
      offsets: { type: 'text', analyzer, index_options: 'offsets' },
    },
  });
  const properties: Made = {
    ...Object.fromEntries(ANALYZERS.map((name) => [name, text(name)])),
    kind: { type: 'keyword' },
    order: { type: 'integer' },
  };
  const documents = Object.entries(TEXTS_BY_ANALYZER).flatMap(([kind, texts]) =>
    texts.map((sentence, order): Made => ({ [kind]: sentence, kind, order })),
  );
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  return { name: `${prefix}langs`, body: { settings, mappings: { properties } }, documents };
}

function schemaOf(analyzer: string): Schema {
  const texts = TEXTS_BY_ANALYZER[analyzer] ?? [];
  const text = [analyzer, `${analyzer}.fvh`, `${analyzer}.offsets`];
  const words = [...new Set(texts.flatMap((each) => each.split(/[\s.,;:!?]+/u)))];
  return {
    text,
    keyword: ['kind'],
    number: ['order'],
    date: [],
    geo: [],
    all: [...text, 'kind', 'order'],
    words: words.filter((word) => word !== '' && word.length < 40),
    terms: ANALYZERS,
    titles: texts,
    kinds: [analyzer],
  };
}

const HIGHLIGHT_PERCENT = 75;
const SUGGEST_PERCENT = 20;

/** Generates one case. Hits with equal scores are sorted by the order of their documents. */
export function languageCase(dice: Dice, index: string): Case {
  const queries = new QueryGenerator(schemaOf(dice.pick(ANALYZERS)), dice);
  const body: Made = { size: 30, track_total_hits: true, query: queries.query(1) };
  if (dice.chance(HIGHLIGHT_PERCENT)) body.highlight = highlightOf(queries);
  if (dice.chance(SUGGEST_PERCENT)) body.suggest = suggestOf(queries);
  return { method: 'POST', path: `/${index}/_search`, body };
}
