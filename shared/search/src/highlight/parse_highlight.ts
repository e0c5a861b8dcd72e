/** Parses `highlight` of a search, of `inner_hits` and of `top_hits`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, integerOf, textOf, tokenName } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import type { BodyLocator } from '../request/body_location.js';
import type { Mutable } from '../request/empty_request.js';
import {
  type FieldReader,
  type FieldReaders,
  itemsOf,
  objectAt,
  readFields,
  readingField,
} from '../request/object_fields.js';
import type { BoundaryScanner, Highlight, HighlightField, HighlightOptions } from './contract.js';

interface Reading {
  readonly locate: BodyLocator;
  readonly parse: (query: JsonValue) => QueryNode;
}

/** OpenSearch's defaults. */
const DEFAULTS: HighlightOptions = {
  preTags: ['<em>'],
  postTags: ['</em>'],
  encoder: 'default',
  scoreOrdered: false,
  fragmentSize: 100,
  fragmentOffset: -1,
  numberOfFragments: 5,
  boundaryChars: '.,!? \t\n',
  boundaryMaxScan: 20,
  noMatchSize: 0,
  requireFieldMatch: true,
  matchedFields: [],
  phraseLimit: 256,
  forceSource: false,
};

const STYLED = Array.from({ length: 10 }, (_, i) => `<em class="hlt${i + 1}">`);

type Draft = Mutable<Partial<HighlightOptions>> & { query?: QueryNode };

/** Throws x_content_parse_exception and parsing_exception, as OpenSearch does. */
export function parseHighlight(json: JsonObject, reading: Reading): Highlight {
  const { locate } = reading;
  const draft: Draft = {};
  const fields: [pattern: string, own: Draft][] = [];
  const own: FieldReaders = {
    encoder: text((value) => {
      draft.encoder = value;
    }),
    tags_schema: text((value) => Object.assign(draft, tagsOf(value))),
    fields: [
      'object_array',
      (value) => {
        for (const [pattern, inside] of namedObjects(value, locate)) {
          fields.push([pattern, parseField(inside, pattern, reading)]);
        }
      },
    ],
  };
  readFields(json, { ...optionReaders(draft, reading), ...own }, { name: 'highlight', locate });
  checkTags(draft, json, locate);
  const queries = [draft, ...fields.map(([, given]) => given)].flatMap(({ query }) => query ?? []);
  return { fields: fields.map(([pattern, given]) => resolved(pattern, draft, given)), queries };
}

function resolved(pattern: string, whole: Draft, own: Draft): HighlightField {
  const { query, ...options } = { ...DEFAULTS, ...given(whole), ...given(own) };
  return Object.freeze({ pattern, options, query });
}

/** OpenSearch takes -1 for a number that is not given. */
function given(draft: Draft): Draft {
  const options = Object.entries(draft);
  return Object.fromEntries(
    options.filter(([name, value]) => value !== -1 || name === 'maxAnalyzerOffset'),
  );
}

function parseField(inside: JsonObject, pattern: string, reading: Reading): Draft {
  const { locate } = reading;
  return readingField({ name: 'fields', field: pattern, locate, inside }, () => {
    const given = inside[pattern] ?? null;
    if (!isJsonObject(given)) {
      const token = tokenName(given);
      const reason = `[highlight_field] Expected START_OBJECT but was: ${token}`;
      throw new ApiError('x_content_parse_exception', reason);
    }
    const json = objectAt(inside, pattern, { name: 'highlight_field', locate });
    const draft: Draft = {};
    const own: FieldReaders = {
      fragment_offset: number((value) => {
        draft.fragmentOffset = value;
      }),
      matched_fields: texts((value) => {
        draft.matchedFields = value;
      }),
    };
    const readers = { ...optionReaders(draft, reading), ...own };
    readFields(json, readers, { name: 'highlight_field', locate });
    checkTags(draft, json, locate);
    return draft;
  });
}

/** Reads `{a: …, b: …}`, or a list of objects with one field each, which keeps their order. */
function namedObjects(json: JsonValue, locate: BodyLocator): readonly [string, JsonObject][] {
  if (isJsonObject(json)) return Object.keys(json).map((name) => [name, json]);
  if (!isJsonArray(json)) return [];
  return json.map((item) => {
    const [name, ...more] = isJsonObject(item) ? Object.keys(item) : [];
    if (isJsonObject(item) && name !== undefined && more.length === 0) return [name, item];
    const location = locate(item);
    const place = location ? `[${location.line}:${location.column}] ` : '';
    throw new ApiError(
      'x_content_parse_exception',
      `${place}[fields] can be a single object with any number of fields or an array where each entry is an object with a single field`,
    );
  });
}

function optionReaders(draft: Draft, { locate, parse }: Reading): FieldReaders {
  return {
    pre_tags: texts((value) => {
      draft.preTags = value;
    }),
    post_tags: texts((value) => {
      draft.postTags = value;
    }),
    order: text((value) => {
      draft.scoreOrdered = value.toLowerCase() === 'score';
    }),
    type: text((value) => {
      draft.type = value;
    }),
    fragment_size: number((value) => {
      draft.fragmentSize = value;
    }),
    number_of_fragments: number((value) => {
      draft.numberOfFragments = value;
    }),
    fragmenter: text((value) => {
      draft.fragmenter = value;
    }),
    no_match_size: number((value) => {
      draft.noMatchSize = value;
    }),
    require_field_match: flag((value) => {
      draft.requireFieldMatch = value;
    }),
    force_source: flag((value) => {
      draft.forceSource = value;
    }),
    phrase_limit: number((value) => {
      draft.phraseLimit = value;
    }),
    max_analyzer_offset: number((value) => {
      draft.maxAnalyzerOffset = value;
    }),
    // OpenSearch reads both options and ignores them.
    highlight_filter: flag(() => undefined),
    options: ['object', () => undefined],
    highlight_query: [
      'object',
      (value) => {
        draft.query = parse(value);
      },
    ],
    ...boundaryReaders(draft, locate),
  };
}

function boundaryReaders(draft: Draft, _locate: BodyLocator): FieldReaders {
  return {
    boundary_scanner: text((value) => {
      draft.boundaryScanner = scannerOf(value);
    }),
    boundary_max_scan: number((value) => {
      draft.boundaryMaxScan = value;
    }),
    boundary_chars: text((value) => {
      draft.boundaryChars = value;
    }),
    boundary_scanner_locale: text((value) => {
      draft.boundaryLocale = value;
    }),
  };
}

const SCANNERS: ReadonlyMap<string, BoundaryScanner> = new Map([
  ['chars', 'chars'],
  ['word', 'word'],
  ['sentence', 'sentence'],
]);

function scannerOf(given: string): BoundaryScanner {
  const scanner = SCANNERS.get(given.toLowerCase());
  if (scanner !== undefined) return scanner;
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType.${given.toUpperCase()}`,
  );
}

function tagsOf(schema: string): Draft {
  if (schema === 'default') return { preTags: DEFAULTS.preTags, postTags: DEFAULTS.postTags };
  if (schema === 'styled') return { preTags: STYLED, postTags: DEFAULTS.postTags };
  throw new ApiError('illegal_argument_exception', `Unknown tag schema [${schema}]`);
}

function checkTags({ preTags, postTags }: Draft, json: JsonObject, locate: BodyLocator): void {
  if (preTags === undefined || postTags !== undefined) return;
  const location = locate(json);
  throw new ApiError('parsing_exception', 'pre_tags are set but post_tags are not set', {
    metadata: location ? { line: location.line, col: location.column } : {},
  });
}

function text(read: (value: string) => void): FieldReader {
  return ['string', (json) => read(textOf(json))];
}

function texts(read: (values: readonly string[]) => void): FieldReader {
  return ['string_array', (json) => read(itemsOf(json).map(textOf))];
}

function number(read: (value: number) => void): FieldReader {
  return ['number', (json) => read(integerOf(json))];
}

function flag(read: (value: boolean) => void): FieldReader {
  return ['boolean', (json) => read(booleanOf(json))];
}
