/** Parses `highlight` of a search, of `inner_hits` and of `top_hits`. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanOf, integerOf, textOf, tokenName } from '../queries/options.js';
import type { QueryNode } from '../queries/query_node.js';
import { type BodyLocator, placeMetadata } from '../request/body_location.js';
import type { Mutable } from '../request/empty_request.js';
import {
  type FieldReaders,
  into,
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
    encoder: into(draft, 'encoder', 'string', textOf),
    tags_schema: ['string', (json) => void Object.assign(draft, tagsOf(textOf(json)))],
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
      fragment_offset: into(draft, 'fragmentOffset', 'number', integerOf),
      matched_fields: into(draft, 'matchedFields', 'string_array', textsIn),
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

function optionReaders(draft: Draft, { parse }: Reading): FieldReaders {
  return {
    pre_tags: into(draft, 'preTags', 'string_array', textsIn),
    post_tags: into(draft, 'postTags', 'string_array', textsIn),
    order: into(draft, 'scoreOrdered', 'string', (json) => textOf(json).toLowerCase() === 'score'),
    type: into(draft, 'type', 'string', textOf),
    fragment_size: into(draft, 'fragmentSize', 'number', integerOf),
    number_of_fragments: into(draft, 'numberOfFragments', 'number', integerOf),
    fragmenter: into(draft, 'fragmenter', 'string', textOf),
    no_match_size: into(draft, 'noMatchSize', 'number', integerOf),
    require_field_match: into(draft, 'requireFieldMatch', 'boolean', booleanOf),
    force_source: into(draft, 'forceSource', 'boolean', booleanOf),
    phrase_limit: into(draft, 'phraseLimit', 'number', integerOf),
    max_analyzer_offset: into(draft, 'maxAnalyzerOffset', 'number', integerOf),
    // OpenSearch reads both options and ignores them.
    highlight_filter: ['boolean', (json) => void booleanOf(json)],
    options: ['object', () => undefined],
    highlight_query: into(draft, 'query', 'object', parse),
    ...boundaryReaders(draft),
  };
}

function boundaryReaders(draft: Draft): FieldReaders {
  return {
    boundary_scanner: into(draft, 'boundaryScanner', 'string', (json) => scannerOf(textOf(json))),
    boundary_max_scan: into(draft, 'boundaryMaxScan', 'number', integerOf),
    boundary_chars: into(draft, 'boundaryChars', 'string', textOf),
    boundary_scanner_locale: into(draft, 'boundaryLocale', 'string', textOf),
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
    metadata: placeMetadata(location),
  });
}

function textsIn(json: JsonValue): readonly string[] {
  return itemsOf(json).map(textOf);
}
