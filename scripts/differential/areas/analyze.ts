/**
 * The area of `_analyze`: built-in analyzers, chains defined in the request, and analyzers and
 * normalizers of an index.
 */

import type { Area, Case, IndexPlan, Surroundings } from '../area.ts';
import { ADVERSARIAL, realDocuments, stringsOf } from '../corpus.ts';
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';
import {
  ANALYZERS,
  CHAR_FILTERS,
  type Components,
  type Settings,
  TOKEN_FILTERS,
  TOKENIZERS,
} from './components.ts';
import { LANGUAGE_ANALYZERS, languageCase } from './languages.ts';

const ADVERSARIAL_PERCENT = 60;
const SEVERAL_TEXTS_PERCENT = 25;
const EXPLAIN_PERCENT = 25;
const LANGUAGE_PERCENT = 25;
/**
 * The percentage of requests with an index of their own: each costs as much as a hundred others.
 */
const OWN_INDEX_PERCENT = 4;

export const ANALYZE: Area = {
  name: 'analyze',
  prepare: (surroundings) => {
    const generator = new AnalyzeGenerator(surroundings);
    return { indices: [generator.index], next: () => generator.next() };
  },
};

class AnalyzeGenerator {
  readonly index: IndexPlan;
  readonly #dice: Dice;
  readonly #prefix: string;
  readonly #texts: readonly string[];

  constructor({ dice, prefix, data }: Surroundings) {
    this.#dice = dice;
    this.#prefix = prefix;
    const docs = realDocuments(data, 'docs-small', 400, 50);
    const cities = realDocuments(data, 'cities-small', 300, 100);
    this.#texts = [
      ...stringsOf(docs, 'title'),
      ...stringsOf(docs, 'body').map((body) => body.slice(0, 200)),
      ...stringsOf(docs, 'api'),
      ...stringsOf(docs, 'path'),
      ...stringsOf(cities, 'name'),
    ];
    this.index = { name: `${prefix}texts`, body: INDEX, documents: [] };
  }

  next(): Case {
    if (this.#dice.chance(OWN_INDEX_PERCENT)) return this.#withOwnIndex();
    if (this.#dice.chance(LANGUAGE_PERCENT)) {
      const { chain, text } = languageCase(this.#dice);
      return this.#analyze(undefined, chain, text);
    }
    const roll = this.#dice.int(100);
    if (roll < 15) return this.#analyze(undefined, { analyzer: this.#name(ANALYZERS) });
    if (roll < 40) return this.#analyze(this.index.name, this.#dice.pick(OF_INDEX));
    return this.#analyze(this.#dice.chance(20) ? this.index.name : undefined, this.#chain());
  }

  #analyze(index: string | undefined, chain: Made, text: Json = this.#text()): Case {
    const body: Made = { ...structuredClone(chain), text };
    if (this.#dice.chance(EXPLAIN_PERCENT)) {
      body.explain = true;
      if (this.#dice.chance(30)) body.attributes = structuredClone(this.#dice.pick(ATTRIBUTES));
    }
    return { method: 'POST', path: index ? `/${index}/_analyze` : '/_analyze', body };
  }

  #text(): Json {
    if (!this.#dice.chance(SEVERAL_TEXTS_PERCENT)) return this.#oneText();
    return Array.from({ length: 1 + this.#dice.int(3) }, () => this.#oneText());
  }

  #oneText(): string {
    const from = this.#dice.chance(ADVERSARIAL_PERCENT) ? ADVERSARIAL : this.#texts;
    return this.#dice.pick(from);
  }

  #chain(): Made {
    const chain: Made = {};
    if (this.#dice.chance(90)) chain.tokenizer = this.#link(TOKENIZERS);
    const filters = this.#links(TOKEN_FILTERS, 3);
    const charFilters = this.#dice.chance(25) ? this.#links(CHAR_FILTERS, 2) : [];
    if (filters.length > 0) chain.filter = filters;
    if (charFilters.length > 0) chain.char_filter = charFilters;
    return chain;
  }

  #links(from: Components, most: number): Json[] {
    return Array.from({ length: this.#dice.int(most + 1) }, () => this.#link(from));
  }

  #link(from: Components): Json {
    const name = this.#name(from);
    if (this.#dice.chance(25)) return name;
    return { type: name, ...this.#settings(from[name] ?? {}) };
  }

  #settings(of: Settings): Made {
    const entries = Object.entries(of).filter(() => this.#dice.chance(65));
    return Object.fromEntries(
      entries.map(([key, values]) => [key, structuredClone(this.#dice.pick(values))]),
    );
  }

  #name(from: Components): string {
    return this.#dice.pick(Object.keys(from));
  }

  #withOwnIndex(): Case {
    const name = `${this.#prefix}tmp`;
    const isNormalizer = this.#dice.chance(40);
    const used: Made = isNormalizer ? { normalizer: 'own' } : { analyzer: 'own' };
    const analysis = isNormalizer ? this.#normalizer() : this.#analyzer();
    const body = { settings: { number_of_replicas: 0, analysis } };
    return {
      ...this.#analyze(name, used),
      before: [{ method: 'PUT', path: `/${name}`, body }],
      cleanup: [name],
    };
  }

  #normalizer(): Made {
    const filter = this.#named(TOKEN_FILTERS, 'filter', 2);
    const charFilter = this.#named(CHAR_FILTERS, 'char_filter', 1);
    const own = { type: 'custom', filter: names(filter), char_filter: names(charFilter) };
    return { filter, char_filter: charFilter, normalizer: { own } };
  }

  #analyzer(): Made {
    if (this.#dice.chance(50)) {
      const from = this.#dice.chance(50) ? ANALYZERS : LANGUAGE_ANALYZERS;
      const type = this.#name(from);
      return { analyzer: { own: { type, ...this.#settings(from[type] ?? {}) } } };
    }
    const tokenizer = this.#name(TOKENIZERS);
    const filter = this.#named(TOKEN_FILTERS, 'filter', 3);
    const charFilter = this.#named(CHAR_FILTERS, 'char_filter', 1);
    const gap = this.#dice.chance(40) ? { position_increment_gap: this.#dice.int(5) - 1 } : {};
    const links = { tokenizer: 'own', filter: names(filter), char_filter: names(charFilter) };
    return {
      tokenizer: { own: { type: tokenizer, ...this.#settings(TOKENIZERS[tokenizer] ?? {}) } },
      filter,
      char_filter: charFilter,
      analyzer: { own: { type: 'custom', ...links, ...gap } },
    };
  }

  #named(from: Components, kind: string, most: number): Made {
    return Object.fromEntries(
      Array.from({ length: this.#dice.int(most + 1) }, (_, i) => {
        const type = this.#name(from);
        return [`${kind}${i}`, { type, ...this.#settings(from[type] ?? {}) }];
      }),
    );
  }
}

const names = (links: Made): Json => Object.keys(links);

const ATTRIBUTES: readonly Json[] = [
  ['positionLength'],
  ['bytes', 'keyword'],
  ['POSITIONLENGTH', 'termFrequency'],
  'keyword',
  ['nope'],
  [],
  ['type', 'payload'],
];

const INDEX: Json = {
  settings: {
    number_of_replicas: 0,
    analysis: {
      tokenizer: { dashes: { type: 'pattern', pattern: '-' } },
      char_filter: { digits: { type: 'pattern_replace', pattern: '\\d+', replacement: '#' } },
      filter: {
        names: { type: 'synonym_graph', synonyms: ['fox, red wolf', 'quick brown => fast'] },
        parts: { type: 'word_delimiter_graph', preserve_original: true },
        pairs: { type: 'shingle', output_unigrams: false },
      },
      analyzer: {
        gapped: { tokenizer: 'standard', filter: ['lowercase', 'stop'], position_increment_gap: 7 },
        graph: { tokenizer: 'whitespace', filter: ['lowercase', 'names'] },
        idents: { tokenizer: 'whitespace', filter: ['parts', 'flatten_graph', 'lowercase'] },
        paired: { tokenizer: 'standard', filter: ['lowercase', 'pairs'] },
        hashed: { tokenizer: 'dashes', char_filter: ['digits', 'html_strip'], filter: ['trim'] },
        few: { type: 'standard', stopwords: ['the', 'to'], max_token_length: 6 },
      },
      normalizer: {
        low: { filter: ['lowercase', 'asciifolding'] },
        hashing: { char_filter: ['digits'], filter: ['uppercase', 'trim'] },
      },
    },
  },
  mappings: {
    properties: {
      plain: { type: 'text' },
      gapped: { type: 'text', analyzer: 'gapped', position_increment_gap: 3 },
      graph: { type: 'text', analyzer: 'graph' },
      term: { type: 'keyword' },
      low: { type: 'keyword', normalizer: 'low' },
      number: { type: 'long' },
    },
  },
};

const OF_INDEX: readonly Made[] = [
  {},
  ...['gapped', 'graph', 'idents', 'paired', 'hashed', 'few', 'standard', 'english', 'nope'].map(
    (analyzer) => ({ analyzer }),
  ),
  ...['low', 'hashing', 'lowercase', 'nope'].map((normalizer) => ({ normalizer })),
  ...['plain', 'gapped', 'graph', 'term', 'low', 'number', 'nope'].map((field) => ({ field })),
  { tokenizer: 'dashes', char_filter: ['digits'], filter: ['names', 'parts'] },
  { tokenizer: 'standard', filter: ['names'] },
  { filter: ['lowercase'], char_filter: ['digits'] },
];
