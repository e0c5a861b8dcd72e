/**
 * The area of `_search` over an index with fields of many types: queries, sorts, pages, fetched
 * fields.
 */

import type { Area, Case, IndexPlan, Surroundings } from '../area.ts';
import { ADVERSARIAL, realDocuments, stringsOf } from '../corpus.ts';
import type { Dice } from '../dice.ts';
import { isObject, type Json, type Made } from '../json.ts';
import { highlightOf } from './highlights.ts';
import { languageCase, languageIndex } from './language_search.ts';
import { QueryGenerator, type Schema } from './queries.ts';
import { suggestOf } from './suggestions.ts';

const MAX_DEPTH = 2;
const LANGUAGE_PERCENT = 20;
const HIGHLIGHT_PERCENT = 55;
const SUGGEST_PERCENT = 25;

export const SEARCH: Area = {
  name: 'search',
  prepare: (surroundings) => {
    const { dice, prefix } = surroundings;
    const index = mixedIndex(surroundings);
    const queries = new QueryGenerator(schemaOf(index.documents.filter(isObject)), dice);
    const languages = languageIndex(prefix);
    const next = () =>
      dice.chance(LANGUAGE_PERCENT)
        ? languageCase(dice, languages.name)
        : nextCase(dice, queries, { prefix, index: index.name });
    return { indices: [index, languages], next };
  },
};

function nextCase(
  dice: Dice,
  queries: QueryGenerator,
  { prefix, index }: { readonly prefix: string; readonly index: string },
): Case {
  if (dice.chance(3)) {
    const docs = [{ _index: dice.pick([index, `${prefix}nope`]), _id: '1', _source: false }];
    return { method: 'POST', path: '/_mget', body: { docs } };
  }
  const body: Made = { size: 10, track_total_hits: true };
  if (dice.chance(85)) body.query = queries.spoiled(queries.query(MAX_DEPTH));
  if (dice.chance(HIGHLIGHT_PERCENT)) body.highlight = highlightOf(queries);
  if (dice.chance(SUGGEST_PERCENT)) body.suggest = suggestOf(queries);
  if (dice.chance(35)) addSort(dice, body);
  if (dice.chance(30)) addFetched(dice, body);
  if (dice.chance(5)) body.post_filter = queries.query(1);
  if (dice.chance(5)) body.min_score = dice.pick([0.1, 1, 5]);
  if (dice.chance(8)) body.from = dice.int(20);
  if (dice.chance(8)) body.size = 0;
  if (dice.chance(5)) body.track_scores = true;
  if (dice.chance(6)) body.aggs = { top: { terms: { field: dice.pick(SORTED), size: 3 } } };
  return { method: 'POST', path: `/${index}/_search`, body };
}

function addSort(dice: Dice, body: Made): void {
  const sorts = Array.from({ length: 1 + dice.int(2) }, () => sortOf(dice));
  const chosen = [...sorts, ...(dice.chance(70) ? ['order'] : [])];
  body.sort = chosen;
  if (dice.chance(15)) {
    body.search_after = chosen.map(() => structuredClone(dice.pick<Json>(AFTER)));
  }
}

const AFTER: readonly Json[] = [1, 'a', 5.5, null, '2015-01-01', 1e12, true, '1', {}];

function sortOf(dice: Dice): Json {
  const field = dice.pick([...SORTED, '_score', '_id', 'nope', 'title']);
  if (dice.chance(30)) return field;
  const order = dice.pick(['asc', 'desc']);
  const options: Made = { order };
  if (dice.chance(30)) options.missing = dice.pick<Json>(['_first', '_last', 5, 'x']);
  if (dice.chance(25)) options.mode = dice.pick(['min', 'max', 'avg', 'sum', 'median']);
  if (dice.chance(20)) {
    options.numeric_type = dice.pick(['long', 'double', 'date', 'date_nanos', 'x']);
  }
  if (dice.chance(15)) options.unmapped_type = dice.pick(['long', 'keyword', 'date']);
  if (dice.chance(8)) options.format = dice.pick(['yyyy', 'epoch_millis', 'strict_date']);
  return { [field]: options };
}

function addFetched(dice: Dice, body: Made): void {
  const list = () =>
    Array.from({ length: 1 + dice.int(3) }, (): Json => {
      const field = dice.pick([...FIELDS, 'k*', '*', 'nope', 'title.*', 'd*']);
      if (dice.chance(75)) return field;
      return { field, format: dice.pick(['yyyy-MM', 'epoch_millis', '#.0', 'use_field_mapping']) };
    });
  if (dice.chance(50)) body.fields = list();
  if (dice.chance(50)) body.docvalue_fields = list();
  if (dice.chance(25))
    body.stored_fields = dice.pick<Json>([['stored'], '_none_', ['*'], ['nope']]);
  if (dice.chance(30))
    body._source = dice.pick<Json>([false, true, ['t*'], { excludes: ['body'] }]);
  if (dice.chance(10)) body.version = true;
}

const ANALYSIS: Json = {
  filter: {
    parts: { type: 'word_delimiter_graph', preserve_original: true },
    cut: { type: 'word_delimiter_graph' },
    same: { type: 'synonym_graph', synonyms: ['window, glass pane', 'file => document file'] },
    edges: { type: 'edge_ngram', min_gram: 2, max_gram: 5 },
    grams: { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3 },
  },
  analyzer: {
    idents: { tokenizer: 'whitespace', filter: ['parts', 'lowercase'] },
    cuts: { tokenizer: 'whitespace', filter: ['cut', 'lowercase'] },
    flat: { tokenizer: 'whitespace', filter: ['parts', 'flatten_graph', 'lowercase'] },
    synonyms: { tokenizer: 'standard', filter: ['lowercase', 'same'] },
    folded: { tokenizer: 'standard', filter: ['lowercase', 'asciifolding', 'stop'] },
    starts: { tokenizer: 'standard', filter: ['lowercase', 'edges'] },
    trigrams: { tokenizer: 'standard', filter: ['lowercase', 'grams'] },
    lowercased: { tokenizer: 'keyword', filter: ['lowercase'] },
  },
  normalizer: { low: { filter: ['lowercase', 'asciifolding'] } },
};

const PROPERTIES: Made = {
  title: {
    type: 'text',
    fields: {
      none: { type: 'text', norms: false },
      english: { type: 'text', analyzer: 'english' },
      synonyms: { type: 'text', search_analyzer: 'synonyms' },
      starts: { type: 'text', analyzer: 'starts', search_analyzer: 'standard' },
      sayt: { type: 'search_as_you_type' },
      fvh: { type: 'text', term_vector: 'with_positions_offsets' },
      offsets: { type: 'text', index_options: 'offsets' },
      tri: { type: 'text', analyzer: 'trigrams' },
      raw: { type: 'keyword', ignore_above: 60 },
    },
  },
  body: {
    type: 'text',
    analyzer: 'folded',
    fields: { fvh: { type: 'text', analyzer: 'english', term_vector: 'with_positions_offsets' } },
  },
  ident: {
    type: 'text',
    analyzer: 'flat',
    search_analyzer: 'idents',
    fields: { cut: { type: 'text', analyzer: 'cuts' } },
  },
  only: { type: 'match_only_text' },
  kind: { type: 'keyword' },
  klow: { type: 'keyword', normalizer: 'low' },
  knull: { type: 'keyword', null_value: 'NONE' },
  kconst: { type: 'constant_keyword', value: 'fixed' },
  kwild: { type: 'wildcard' },
  kplain: { type: 'keyword', doc_values: false },
  kcol: { type: 'keyword', index: false },
  klcol: { type: 'keyword', index: false, normalizer: 'low' },
  kboost: { type: 'keyword', boost: 2 },
  kgone: { type: 'keyword', index: false, doc_values: false },
  stored: { type: 'keyword', store: true },
  order: { type: 'integer' },
  words: { type: 'integer' },
  price: { type: 'double' },
  half: { type: 'half_float' },
  scaled: { type: 'scaled_float', scaling_factor: 10 },
  big: { type: 'unsigned_long' },
  lnull: { type: 'long', null_value: -7 },
  flag: { type: 'boolean' },
  lcol: { type: 'long', index: false },
  fcol: { type: 'float', index: false },
  bcol: { type: 'boolean', index: false },
  dcol: { type: 'date', index: false },
  acol: { type: 'ip', index: false },
  date: { type: 'date' },
  dmonth: { type: 'date', format: 'yyyy-MM||epoch_second' },
  dnanos: { type: 'date_nanos' },
  addr: { type: 'ip' },
  place: { type: 'geo_point' },
  span: { type: 'integer_range' },
  rank: { type: 'rank_feature' },
  same: { type: 'alias', path: 'kind' },
  complete: { type: 'completion' },
  within: {
    type: 'completion',
    analyzer: 'standard',
    contexts: [
      { name: 'kind', type: 'category', path: 'kind' },
      { name: 'place', type: 'geo', precision: 3, path: 'place' },
    ],
  },
};

const FIELDS: readonly string[] = [
  ...Object.keys(PROPERTIES),
  'title.raw',
  'title.english',
  'ident.cut',
  '_id',
  '_index',
  'dyn_date',
  'dyn_text',
  'dyn_text.keyword',
  'dyn_long',
];

const SORTED: readonly string[] = [
  'kind',
  'klow',
  'knull',
  'kconst',
  'kcol',
  'klcol',
  'lcol',
  'bcol',
  'dcol',
  'title.raw',
  'words',
  'price',
  'half',
  'scaled',
  'big',
  'lnull',
  'flag',
  'date',
  'dmonth',
  'dnanos',
  'addr',
  'same',
  'dyn_date',
  'dyn_long',
  'dyn_text.keyword',
];

function schemaOf(documents: readonly Made[]): Schema {
  const titles = stringsOf(documents, 'title');
  const cut = titles.flatMap((title) => title.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const idents = stringsOf(documents, 'ident').filter((ident) => ident.length < 40);
  return {
    text: [
      'title',
      'title.none',
      'title.english',
      'title.synonyms',
      'title.starts',
      'title.sayt',
      'title.fvh',
      'title.offsets',
      'body',
      'body.fvh',
      'ident',
      'ident.cut',
      'only',
    ],
    keyword: [
      ...['kind', 'klow', 'knull', 'kconst', 'kwild', 'kplain', 'title.raw', 'same'],
      ...['kcol', 'klcol', 'kboost'],
    ],
    number: ['words', 'price', 'half', 'scaled', 'big', 'lnull', 'dyn_long', 'lcol', 'fcol'],
    date: ['date', 'dmonth', 'dnanos', 'dyn_date', 'dcol'],
    geo: ['place'],
    truth: ['flag', 'bcol'],
    address: ['addr', 'acol'],
    all: FIELDS,
    words: [...new Set(cut.filter((word) => word.length > 1)), ...idents, 'window', 'file'],
    terms: [
      ...new Set([...stringsOf(documents, 'kind'), ...stringsOf(documents, 'klow'), 'fixed']),
    ],
    titles,
    kinds: [...new Set(stringsOf(documents, 'kind'))],
  };
}

const DOCUMENTS = 500;
const STEP = 40;

function mixedIndex({ data, prefix }: Surroundings): IndexPlan {
  const docs = realDocuments(data, 'docs-small', DOCUMENTS, STEP);
  const cities = realDocuments(data, 'cities-small', DOCUMENTS, STEP);
  const real = docs.map((doc, i) => documentOf(doc, cities[i % cities.length] ?? {}, i));
  const texts = ADVERSARIAL.map((text, i) => ({ title: text, body: text, ident: text, words: i }));
  const settings = { number_of_shards: 1, number_of_replicas: 0, analysis: ANALYSIS };
  const body = { settings, mappings: { properties: PROPERTIES } };
  const documents = [...real, ...texts].map((document, order) => ({ ...document, order }));
  return { name: `${prefix}mixed`, body, documents };
}

/** The completions of a title; none for an empty title, because a completion needs an input. */
function completionsOf(title: string, i: number): Made {
  if (title.trim() === '') return {};
  const rest = title.split(' ').slice(1).join(' ');
  return {
    complete: { input: /[a-z]/i.test(rest) ? [title, rest] : title, weight: i },
    within: { input: title, weight: 1000 - i },
  };
}

/** A document: some members are missing, null, empty or arrays. */
function documentOf(doc: Made, city: Made, i: number): Made {
  const { title = '', body = '', api = [], topic = null, words = 0 } = doc;
  const date = `20${10 + (i % 9)}-0${1 + (i % 9)}-1${i % 9}`;
  const all: Made = {
    title,
    body: String(body).slice(0, 400),
    ident: Array.isArray(api) ? api.slice(0, 2) : api,
    only: title,
    kind: topic,
    klow: city.name ?? null,
    knull: i % 3 === 0 ? null : (city.country ?? null),
    kwild: doc.path ?? null,
    kplain: city.country ?? null,
    kcol: i % 7 === 0 ? [topic, city.country ?? null] : topic,
    klcol: city.name ?? null,
    kboost: topic,
    kgone: topic,
    lcol: i % 4 === 0 ? [i, i + 5] : i % 60,
    fcol: i / 8,
    bcol: i % 11 === 0 ? [true, false] : i % 3 === 0,
    dcol: date,
    acol: `10.0.${i % 7}.${i % 250}`,
    stored: [String(i), 'all'],
    words,
    price: Number(words) / 7,
    half: (i % 50) / 4,
    scaled: i / 3,
    big: i % 5 === 0 ? 1e15 + i * 1e6 : i,
    lnull: i % 4 === 0 ? null : i,
    flag: i % 2 === 0,
    date: i % 6 === 0 ? [date, '2001-01-01T10:00:00Z'] : date,
    dmonth: date.slice(0, 7),
    dnanos: `${date}T01:02:03.${String(i * 7919).padStart(9, '0')}Z`,
    addr: `10.0.${i % 7}.${i % 250}`,
    place: city.location ?? null,
    span: { gte: i % 40, lt: (i % 40) + 5 },
    rank: 1 + (i % 30),
    dyn_date: `${date}T00:00:00Z`,
    dyn_text: city.name ?? null,
    dyn_long: i * 3,
    ...completionsOf(String(title), i),
  };
  const some =
    i % 10 === 9
      ? Object.fromEntries(Object.entries(all).filter((_entry, at) => (at + i) % 3 !== 0))
      : all;
  // A completion with contexts needs one.
  if ((some.kind ?? some.place ?? null) === null) delete some.within;
  return some;
}
