/** `terms`: any of several exact values, all with the same score. */
import {
  float32,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { base64Decode } from '@skein/mapping';
import { checkMaximum } from '@skein/reading';
import type { Query } from '@skein/search_library';
import { sourceValues } from '../fetch/source_values.js';
import { type FieldReader, type FieldReaders, readFields } from '../request/object_fields.js';
import { termsCanMatch } from './can_match.js';
import { checkConstant } from './check_constant.js';
import { requireFieldName } from './field_query.js';
import { readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { NO_MATCHES } from './match_none.js';
import { booleanOf, isScalar, textOf, tokenName } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import {
  HEAVY_NOW,
  LEAF,
  type NeededDocument,
  needsOf,
  notFilled,
  type QueryType,
} from './query_type.js';

const isText: FieldReader = ['string', textOf];
const LOOKUP_FIELDS: FieldReaders = {
  index: isText,
  id: isText,
  path: isText,
  routing: isText,
  store: ['boolean', booleanOf],
};

/** The default of `index.max_terms_count`. */
const MAX_TERMS_COUNT = 65_536;

export const terms: QueryType<Params> = {
  name: 'terms',
  parse(body, context) {
    let lookup: TermsLookup | undefined;
    let found: { field: string; values: JsonArray } | undefined;
    const options: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonArray(json)) {
        if (found)
          throw parsingError(context, '[terms] query does not support multiple fields', body);
        found = { field: key, values: termValues('terms', [key, json], context) };
      } else if (isJsonObject(json)) {
        if (found) throw secondField(found.field, key, context);
        checkLookup(json, context);
        found = { field: key, values: [] };
        lookup = lookupOf(json);
      } else options[key] = json;
    }
    const draft = { isBitmap: false };
    const header = readOptions(
      { query: 'terms', options, context },
      { value_type: intoDraft(draft, 'isBitmap', isBitmapType) },
    );
    const { isBitmap } = draft;
    if (!found) {
      const reason =
        '[terms] query requires a field name, followed by array of terms or a document lookup specification';
      throw parsingError(context, reason, body);
    }
    const { field, values } = found;
    requireFieldName(
      field,
      () => new ApiError('illegal_argument_exception', 'field name cannot be null.'),
    );
    if (isBitmap && lookup === undefined) checkBitmap(values);
    return { ...header, params: { field, values, lookup, isBitmap } };
  },
  ...LEAF,
  needs: ({ values, lookup }) => {
    if (lookup !== undefined) return { ...HEAVY_NOW, documents: [lookup.document] };
    return needsOf('light', values);
  },
  fill: (params, found) => {
    const { lookup } = params;
    if (lookup === undefined) return params;
    const values = sourceValues(found(lookup.document), lookup.path).filter(isScalar);
    return { ...params, lookup: undefined, values };
  },
  check: checkConstant(bindTerms),
  bind: bindTerms,
  canMatch: (params, point) => {
    const { field, values, lookup } = params;
    if (lookup !== undefined) return true;
    return values.length > 0 && termsCanMatch(field, point, (shard) => bindTerms(params, shard));
  },
  toJson: ({ field, values, isBitmap }, { boost }) => ({
    terms: {
      [field]: values,
      boost: float32(boost),
      ...(isBitmap ? { value_type: 'bitmap' } : {}),
    },
  }),
};

function isBitmapType(json: JsonValue): boolean {
  const type = textOf(json);
  if (type.toLowerCase() === 'bitmap') return true;
  if (type.toLowerCase() === 'default') return false;
  throw new ApiError('illegal_argument_exception', `${type} is not valid value_type`);
}

function checkBitmap(values: JsonArray): void {
  const [value] = values;
  if (values.length !== 1 || typeof value !== 'string') {
    throw new ApiError(
      'illegal_argument_exception',
      'Invalid value for bitmap type: Expected a single-element array with a base64 encoded serialized bitmap.',
    );
  }
  bitmapOf(value);
}

/** Decodes the bitmap, with or without padding. */
function bitmapOf(text: string): Uint8Array {
  const bytes = base64Decode(text.padEnd(Math.ceil(text.length / 4) * 4, '='));
  if (bytes !== undefined) return bytes;
  const illegal = /[^A-Za-z0-9+/]/.exec(text)?.[0];
  const reason =
    illegal === undefined
      ? 'Input byte[] should at least have 2 bytes for base64 bytes'
      : `Illegal base64 character ${illegal.charCodeAt(0).toString(16)}`;
  throw new ApiError('illegal_argument_exception', reason);
}

interface Params {
  readonly field: string;
  readonly values: JsonArray;
  /** The document that stores the values, if they must be fetched. */
  readonly lookup: TermsLookup | undefined;
  /** `value_type`: the only value is a Roaring bitmap in Base64. */
  readonly isBitmap: boolean;
}

interface TermsLookup {
  readonly document: NeededDocument;
  readonly path: string;
}

function secondField(first: string, second: string, context: QueryParseContext): ApiError {
  const reason = `[terms] query does not support more than one field. Already got: [${first}] but also found [${second}]`;
  return parsingError(context, reason);
}

/**
 * The values of a list. OpenSearch's parser takes an opening bracket as a value, and the end of the
 * inner list as the end of the whole.
 */
export function termValues(
  query: string,
  [option, list]: readonly [option: string, list: JsonArray],
  context: QueryParseContext,
): JsonArray {
  const given = list.slice(0, nestedAt(list));
  if (given.includes(null)) {
    throw parsingError(context, 'No value specified for terms query', list);
  }
  const unsupported = `[${query}] query does not support [${option}]`;
  // The parser takes the end of a list inside an object as the end of the whole too.
  if (given.some(holdsList)) throw parsingError(context, unsupported, list);
  if (given.length === list.length) return list;
  const next = afterFirstEnd(list);
  const isValue = next === 'VALUE_STRING' || next === 'VALUE_NUMBER' || next === 'VALUE_BOOLEAN';
  const reason = isValue ? unsupported : `[${query}] unknown token [${next}] after [${option}]`;
  throw parsingError(context, reason, list);
}

function holdsList(json: JsonValue): boolean {
  if (!isJsonObject(json)) return false;
  return Object.values(json).some((inner = null) => isJsonArray(inner) || holdsList(inner));
}

function nestedAt(list: JsonArray): number {
  const at = list.findIndex(isJsonArray);
  return at < 0 ? list.length : at;
}

/** The token after the nested list that ends first. */
function afterFirstEnd(list: JsonArray): string {
  const at = nestedAt(list);
  const inner = list[at];
  if (isJsonArray(inner) && nestedAt(inner) < inner.length) return afterFirstEnd(inner);
  return at + 1 < list.length ? tokenName(list[at + 1]) : 'END_ARRAY';
}

/** The lookup of an object that `checkLookup` has accepted. */
function lookupOf({ index, id, path, routing }: JsonObject): TermsLookup {
  const document: NeededDocument = {
    query: terms.name,
    index: textOf(index ?? null),
    id: textOf(id ?? null),
    routing: isScalar(routing) ? textOf(routing) : undefined,
    mayBeMissing: false,
  };
  return { document, path: textOf(path ?? null) };
}

/**
 * `{index, id, path, routing}`: the values come from another document, which the coordinating node
 * fetches.
 */
function checkLookup(json: JsonObject, { locate }: QueryParseContext): void {
  readFields(json, LOOKUP_FIELDS, { name: 'terms_lookup', locate });
  const missing = ['index', 'id', 'path'].filter((key) => json[key] === undefined);
  if (missing.length > 0) {
    throw new ApiError('illegal_argument_exception', `Required [${missing.join(', ')}]`);
  }
}

function bindTerms({ field, values, lookup, isBitmap }: Params, context: QueryShardContext): Query {
  if (lookup !== undefined) throw notFilled();
  checkMaximum(context, values.length, {
    setting: 'index.max_terms_count',
    fallback: MAX_TERMS_COUNT,
    what: (count) => `The number of terms [${count}] used in the Terms Query request`,
  });
  const mapped = context.mapping.field(field);
  if (mapped === undefined || values.length === 0) return NO_MATCHES;
  const [value] = values;
  if (!isBitmap || values.length !== 1 || typeof value !== 'string') {
    return mapped.termsQuery(values, context);
  }
  if (mapped.bitmapQuery) return mapped.bitmapQuery(bitmapOf(value));
  // Other types take the bitmap for a term: a date refuses it, a keyword has no such value.
  mapped.termsQuery(values, context);
  return NO_MATCHES;
}
