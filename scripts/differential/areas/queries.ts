/**
 * Generates random queries of all types over a schema, most of them valid, some of them with an
 * unknown option, a value of the wrong type, or a missing field. One seed gives one sequence.
 */

import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';

/** The fields of an index by the queries that they allow. */
export interface Schema {
  readonly text: readonly string[];
  readonly keyword: readonly string[];
  readonly number: readonly string[];
  readonly date: readonly string[];
  readonly geo: readonly string[];
  /** Booleans, and IP addresses; absent: the index has none. */
  readonly truth?: readonly string[];
  readonly address?: readonly string[];
  /** All fields, including those of types that few queries take. */
  readonly all: readonly string[];
  /** `words` of the text fields, and `terms` of the keyword fields. */
  readonly words: readonly string[];
  readonly terms: readonly string[];
  /** `titles` are prefixes of completions, and `kinds` the contexts of completions. */
  readonly titles: readonly string[];
  readonly kinds: readonly string[];
}

/** The percentage of queries that get an error. */
const FAULTY_PERCENT = 15;

export class QueryGenerator {
  readonly #dice: Dice;
  readonly #schema: Schema;

  constructor(schema: Schema, dice: Dice) {
    this.#schema = schema;
    this.#dice = dice;
  }

  query(depth: number): Made {
    const compound = depth > 0 && this.#chance(40);
    return compound ? this.#pick(COMPOUNDS)(this, depth - 1) : this.#pick(LEAVES)(this);
  }

  /** Sometimes puts an error into the query. */
  spoiled(made: Made): Made {
    if (!this.#chance(FAULTY_PERCENT)) return made;
    const places: Made[] = [];
    collect(made, places);
    const place = places.length === 0 ? made : this.#pick(places);
    const keys = Object.keys(place);
    const key = this.#pick(keys.length === 0 ? ['x'] : keys);
    const kind = this.#int(4);
    if (kind === 0) place[`un${key}`] = 1;
    else if (kind === 1) place[key] = this.#pick<Json>([null, -1, 'abc', [], {}, true, [1], 1.5]);
    else if (kind === 2) delete place[key];
    else place.boost = this.#pick<Json>([-1, 'x', 0, 1e40]);
    return made;
  }

  get schema(): Schema {
    return this.#schema;
  }

  word(): string {
    return this.#pick(this.#schema.words);
  }

  words(most: number): string {
    return Array.from({ length: 1 + this.#int(most) }, () => this.word()).join(' ');
  }

  pick<T>(from: readonly T[]): T {
    return this.#pick(from);
  }

  int(below: number): number {
    return this.#int(below);
  }

  chance(percent: number): boolean {
    return this.#chance(percent);
  }

  /** Keeps each entry with a probability of 30 %. */
  some(options: Made): Made {
    return Object.fromEntries(Object.entries(options).filter(() => this.#chance(30)));
  }

  /** Keeps each entry with a probability of 12 %. */
  seldom(options: Made): Made {
    return Object.fromEntries(Object.entries(options).filter(() => this.#chance(12)));
  }

  #pick<T>(from: readonly T[]): T {
    return this.#dice.pick(from);
  }

  #chance(percent: number): boolean {
    return this.#dice.chance(percent);
  }

  #int(below: number): number {
    return this.#dice.int(below);
  }
}

function collect(json: Json, into: Made[]): void {
  if (json === null || typeof json !== 'object') return;
  if (!Array.isArray(json)) into.push(json);
  for (const each of Object.values(json)) collect(each, into);
}

type Leaf = (g: QueryGenerator) => Made;
type Compound = (g: QueryGenerator, depth: number) => Made;

/** The percentage of fields whose type does not fit the query. */
const MISFIT_PERCENT = 8;

const fitting = (g: QueryGenerator, fields: readonly string[]) =>
  g.pick(g.chance(MISFIT_PERCENT) ? g.schema.all : fields);
const text = (g: QueryGenerator) => fitting(g, g.schema.text);
const keyword = (g: QueryGenerator) => fitting(g, g.schema.keyword);
const term = (g: QueryGenerator) => g.pick(g.schema.terms);

/** A piece of Lucene's query language. */
function queryText(g: QueryGenerator): string {
  return g.pick([
    () => g.words(3),
    () => `${g.word()} AND ${g.word()}`,
    () => `${g.word()} OR NOT ${g.word()}`,
    () => `+${g.word()} -${g.word()} ${g.word()}`,
    () => `+"${g.words(2)}" -${g.word()}`,
    () => `"${g.words(3)}"~${g.int(4)}`,
    () => `"${g.words(2)}"^2`,
    () => `"${g.word()}*"`,
    () => `${text(g)}:${g.word()}*`,
    () => `${text(g)}:(${g.word()} ${g.word()})`,
    () => `${keyword(g)}:"${term(g)}"`,
    () => `${g.word().slice(0, 3).toUpperCase()}*`,
    () => `*${g.word().slice(-3)}`,
    () => `${g.word().slice(0, 1)}?${g.word().slice(2)}`,
    () => `(${g.word()} OR ${g.word()})^2 ${g.word()}~1`,
    () => `${g.word()}~ ${g.word()}~2`,
    () => `/${g.word().slice(0, 2)}.*/`,
    () => `${g.pick(g.schema.number)}:[1 TO ${g.int(90)}}`,
    () => `${g.pick(g.schema.number)}:>=${g.int(50)}`,
    () => `${g.pick(g.schema.date.length === 0 ? ['nope'] : g.schema.date)}:[2013 TO 2019-05}`,
    () => `_exists_:${g.pick(g.schema.all)}`,
    () => `${keyword(g)}:[${term(g)} TO *]`,
    () => `${g.word()} && ${g.word()} || !${g.word()}`,
    () => '*',
    () => '*:*',
    () => `${g.word()} AND (`,
    () => `${g.word()}\\:${g.word()}`,
    () => '',
  ])();
}

function simpleText(g: QueryGenerator): string {
  return g.pick([
    () => g.words(3),
    () => `${g.word()} + ${g.word()}`,
    () => `"${g.words(2)}"`,
    () => `"${g.words(2)}"~3`,
    () => `+"${g.words(3)}" + ${g.word()}`,
    () => `"${g.words(2)}" | -${g.word()}`,
    () => `-"${g.words(2)}"`,
    () => `${g.word()}~1 ${g.word().slice(0, 3)}*`,
    () => `${g.word()}~ | ${g.word()}~2`,
    () => `(${g.word()} | ${g.word()}) + -${g.word()}`,
    () => `${g.word().slice(0, 3).toUpperCase()}*`,
    () => `"${g.word()} ${g.word().slice(0, 2)}*"`,
    () => `${g.word()}\\* ( "${g.word()}`,
    () => '*',
    () => '',
  ])();
}

/** Values of `cutoff_frequency`: shares of all documents, and numbers of documents. */
const CUTOFFS: readonly Json[] = [0, 0.01, 0.1, 0.5, 5, 100];

const truth = (g: QueryGenerator) => fitting(g, g.schema.truth ?? g.schema.all);
const address = (g: QueryGenerator) => fitting(g, g.schema.address ?? g.schema.all);
const truthValue = (g: QueryGenerator) => g.pick<Json>([true, false, 'true', 'false', null]);
const network = (g: QueryGenerator) =>
  `10.0.${g.int(8)}.${g.int(250)}${g.pick(['', '/24', '/28'])}`;

const LEAVES: readonly Leaf[] = [
  (g) => ({ term: { [truth(g)]: truthValue(g) } }),
  (g) => ({ terms: { [truth(g)]: [truthValue(g), truthValue(g)].slice(g.int(2)) } }),
  (g) => ({ range: { [truth(g)]: g.some({ gte: truthValue(g), gt: truthValue(g), lt: true }) } }),
  (g) => ({ term: { [address(g)]: network(g) } }),
  (g) => ({ terms: { [address(g)]: [network(g), network(g), network(g)].slice(g.int(3)) } }),
  (g) => ({ range: { [address(g)]: g.some({ gte: '10.0.1.0', lt: '10.0.4.77' }) } }),
  () => ({ match_all: {} }),
  (g) => ({ match: { [text(g)]: g.words(3) } }),
  (g) => ({
    match: { [text(g)]: { query: g.words(3), cutoff_frequency: g.pick<Json>(CUTOFFS) } },
  }),
  (g) => ({
    common: {
      [text(g)]: {
        query: g.words(4),
        cutoff_frequency: g.pick<Json>(CUTOFFS),
        low_freq_operator: g.pick<Json>(['or', 'and']),
        high_freq_operator: g.pick<Json>(['or', 'and']),
        minimum_should_match: g.pick<Json>(['1', { low_freq: '50%' }, { high_freq: 2 }]),
      },
    },
  }),
  (g) => ({
    match: {
      [text(g)]: {
        query: g.words(4),
        ...g.some({
          operator: g.pick(['and', 'or']),
          minimum_should_match: g.pick<Json>([1, 2, '50%', '2<75%', '-1']),
          fuzziness: g.pick<Json>(['AUTO', 1, 2]),
          prefix_length: g.int(3),
          boost: 1 + g.int(3),
          zero_terms_query: g.pick(['none', 'all']),
          auto_generate_synonyms_phrase_query: false,
          lenient: true,
        }),
      },
    },
  }),
  (g) => ({ match_phrase: { [text(g)]: { query: g.words(3), ...g.some({ slop: g.int(5) }) } } }),
  (g) => ({ match_phrase_prefix: { [text(g)]: `${g.words(2)} ${g.word().slice(0, 3)}` } }),
  (g) => ({ match_bool_prefix: { [text(g)]: `${g.words(2)} ${g.word().slice(0, 3)}` } }),
  (g) => ({
    multi_match: {
      query: g.words(3),
      fields: [text(g), `${text(g)}^2`],
      type: g.pick([
        'best_fields',
        'most_fields',
        'cross_fields',
        'phrase',
        'phrase_prefix',
        'bool_prefix',
      ]),
      ...g.some({
        tie_breaker: 0.3,
        operator: 'and',
        fuzziness: g.pick<Json>(['AUTO', 1]),
        minimum_should_match: g.pick<Json>([1, 2, '50%']),
        slop: g.int(3),
        analyzer: 'whitespace',
      }),
    },
  }),
  (g) => ({ term: { [keyword(g)]: term(g) } }),
  (g) => ({
    term: { [keyword(g)]: { value: term(g), ...g.some({ boost: 2, case_insensitive: true }) } },
  }),
  (g) => ({ term: { [text(g)]: g.word() } }),
  (g) => ({ terms: { [keyword(g)]: [term(g), term(g), term(g)] } }),
  (g) => ({ term: { [g.pick(g.schema.number)]: g.int(100) } }),
  (g) => ({
    range: {
      [g.pick(g.schema.number)]: g.some({ gte: g.int(100), lt: g.int(1000), gt: -5, lte: 1e5 }),
    },
  }),
  (g) => ({ range: { [keyword(g)]: g.some({ gte: term(g), lt: term(g) }) } }),
  (g) =>
    g.schema.date.length === 0
      ? { match_none: {} }
      : {
          range: {
            [g.pick(g.schema.date)]: { gte: g.pick(['2013-06-01', 'now-10y', '2018||/M', '2013']) },
          },
        },
  (g) => ({
    prefix: { [keyword(g)]: { value: term(g).slice(0, 2), ...g.some({ case_insensitive: true }) } },
  }),
  (g) => ({ wildcard: { [keyword(g)]: `${term(g).slice(0, 2)}*${term(g).slice(-1)}` } }),
  (g) => ({ wildcard: { [text(g)]: { value: `${g.word().slice(0, 2)}?${g.pick(['*', ''])}` } } }),
  (g) => ({ regexp: { [text(g)]: `${g.word().slice(0, 2)}[a-m].${g.pick(['*', '+', '{1,4}'])}` } }),
  (g) => ({
    fuzzy: {
      [text(g)]: {
        value: g.word(),
        ...g.some({ fuzziness: 1, prefix_length: 1, transpositions: false }),
      },
    },
  }),
  (g) => ({
    exists: { field: g.pick([...g.schema.keyword, ...g.schema.number, ...g.schema.text]) },
  }),
  (g) => ({ ids: { values: [String(g.int(900)), String(g.int(900)), 'nope'] } }),
  (g) => ({
    query_string: {
      query: `${queryText(g)}${g.chance(50) ? ` ${queryText(g)}` : ''}`,
      ...g.some({
        default_field: text(g),
        default_operator: g.pick(['and', 'or', 'AND']),
        lenient: true,
        minimum_should_match: g.pick<Json>([1, 2, '50%', '-1']),
        analyze_wildcard: g.chance(50),
        phrase_slop: g.int(3),
        fuzziness: g.pick<Json>(['AUTO', 1]),
        quote_field_suffix: '.none',
        type: g.pick(['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix']),
        analyzer: g.pick(['standard', 'whitespace', 'english', 'keyword']),
        auto_generate_synonyms_phrase_query: g.chance(50),
      }),
    },
  }),
  (g) => ({
    query_string: {
      query: queryText(g),
      fields: g.pick<Json>([[text(g)], [text(g), `${text(g)}^2`], ['*'], [keyword(g), text(g)]]),
      ...g.some({ tie_breaker: 0.3, default_operator: 'and', lenient: true }),
    },
  }),
  (g) => ({
    simple_query_string: {
      query: `${simpleText(g)}${g.chance(60) ? ` ${simpleText(g)}` : ''}`,
      fields: g.pick<Json>([[text(g)], [text(g), `${text(g)}^3`], ['*'], [keyword(g)]]),
      ...g.some({
        default_operator: g.pick(['and', 'or']),
        minimum_should_match: g.pick<Json>([1, 2, '75%']),
        flags: g.pick(['ALL', 'OR|AND|PREFIX', 'PHRASE|FUZZY|SLOP', 'NONE', 'WHITESPACE|NOT']),
        analyze_wildcard: true,
        lenient: true,
        analyzer: g.pick(['standard', 'whitespace']),
        auto_generate_synonyms_phrase_query: false,
        fuzzy_prefix_length: 1,
        fuzzy_transpositions: false,
      }),
    },
  }),
  (g) => ({
    intervals: {
      [text(g)]: g.pick<Made>([
        { match: { query: g.words(2), max_gaps: g.int(5), ordered: g.chance(50) } },
        {
          any_of: {
            intervals: [
              { match: { query: g.word() } },
              { prefix: { prefix: g.word().slice(0, 4) } },
            ],
          },
        },
        {
          all_of: {
            intervals: [{ match: { query: g.word() } }, { match: { query: g.word() } }],
            max_gaps: 10,
          },
        },
      ]),
    },
  }),
  (g) => {
    const field = text(g);
    const clauses = [{ span_term: { [field]: g.word() } }, { span_term: { [field]: g.word() } }];
    return { span_near: { clauses, slop: g.int(8), in_order: g.chance(50) } };
  },
  (g) => {
    const field = text(g);
    const clauses = [
      { span_term: { [field]: g.word() } },
      { span_gap: { [field]: g.int(4) } },
      { span_term: { [field]: g.word() } },
    ];
    return { span_near: { clauses, slop: g.int(4) } };
  },
  (g) => {
    const field = text(g);
    return { span_first: { match: { span_term: { [field]: g.word() } }, end: 1 + g.int(5) } };
  },
  (g) => ({
    more_like_this: {
      fields: [text(g)],
      like: g.words(6),
      min_term_freq: 1,
      min_doc_freq: 1,
      ...g.some({ max_query_terms: 3 }),
    },
  }),
  (g) => ({
    terms_set: {
      [keyword(g)]: {
        terms: [term(g), term(g)],
        minimum_should_match_field: g.pick(g.schema.number),
      },
    },
  }),
  (g) =>
    g.schema.geo.length === 0
      ? { match_none: {} }
      : {
          geo_distance: {
            distance: `${1 + g.int(2000)}km`,
            [g.pick(g.schema.geo)]: { lat: g.int(120) - 60, lon: g.int(300) - 150 },
          },
        },
  (g) =>
    g.schema.geo.length === 0
      ? { match_none: {} }
      : {
          geo_bounding_box: {
            [g.pick(g.schema.geo)]: {
              top_left: { lat: 30 + g.int(40), lon: g.int(100) - 100 },
              bottom_right: { lat: g.int(30), lon: g.int(100) },
            },
          },
        },
];

const COMPOUNDS: readonly Compound[] = [
  (g, depth) => {
    const list = (most: number): Json[] =>
      Array.from({ length: 1 + g.int(most) }, () => g.query(depth));
    const made = g.some({ must: list(2), should: list(3), filter: list(2), must_not: list(1) });
    return { bool: { ...made, ...(g.chance(20) ? { minimum_should_match: g.int(3) } : {}) } };
  },
  (g, depth) => ({ constant_score: { filter: g.query(depth), boost: 1 + g.int(3) } }),
  (g, depth) => ({
    dis_max: { queries: [g.query(depth), g.query(depth)], ...g.some({ tie_breaker: 0.4 }) },
  }),
  (g, depth) => ({
    boosting: { positive: g.query(depth), negative: g.query(depth), negative_boost: 0.4 },
  }),
  (g, depth) => ({
    function_score: {
      query: g.query(depth),
      functions: [
        { filter: g.query(0), weight: 1 + g.int(4) },
        {
          field_value_factor: {
            field: g.pick(g.schema.number),
            factor: 1.5,
            modifier: g.pick(['log1p', 'sqrt', 'none']),
            missing: 1,
          },
        },
      ],
      ...g.some({
        score_mode: g.pick(['sum', 'max', 'avg', 'first']),
        boost_mode: g.pick(['sum', 'replace', 'max']),
        max_boost: 10,
        min_score: 1,
      }),
    },
  }),
];
