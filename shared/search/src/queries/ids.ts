/** `ids`: documents selected by their ids. */

import { compareBytes, utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { describedQuery, type Query, termText } from '@skein/search_library';
import { itemsOf } from '../request/object_fields.js';
import { readPlainHeader } from './header.js';
import { NO_MATCHES } from './match_none.js';
import { textsOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { LEAF, LIGHT, type QueryType } from './query_type.js';

interface Params {
  readonly values: readonly string[];
}

export const ids: QueryType<Params> = {
  name: 'ids',
  parse(body, context) {
    let values: readonly string[] | undefined;
    const read = (json: JsonValue) => {
      values = textsOf(itemsOf(json), context.locate);
    };
    const readers = { values: ['string_array', read] } as const;
    const header = readPlainHeader(body, readers, { name: 'ids', context });
    return { ...header, params: { values: values ?? [] } };
  },
  ...LEAF,
  needs: () => LIGHT,
  bind: ({ values }, shard) => idsQuery(values, shard),
  canMatch: ({ values }, { shard }) => values.length > 0 && shard.mapping.fieldNames().length > 0,
};

function idsQuery(values: readonly string[], context: QueryShardContext): Query {
  const field = context.mapping.field('_id');
  if (values.includes('')) {
    throw new ApiError('illegal_argument_exception', "Ids can't be empty");
  }
  if (!field || values.length === 0) return NO_MATCHES;
  return describedQuery(() => idsText(values), field.termsQuery(values, context));
}

/** The query's text, with the ids in OpenSearch's encoding. */
function idsText(values: readonly string[]): string {
  const encoded = [...new Set(values)].map(encodedId).sort(compareBytes);
  return `_id:(${encoded.map(termText).join(' ')})`;
}

const NUMERIC = 0xfe;
const UTF8 = 0xff;
/** Bytes from here on, at the start, mark the encoding of an id. */
const FIRST_MARK = 0xfd;

/** Encodes an id as two digits per byte, as the bytes of its URL-safe Base64, or as its text. */
function encodedId(id: string): Uint8Array {
  if (/^[0-9]+$/.test(id)) return Uint8Array.from([NUMERIC, ...digitPairs(id)]);
  const bytes = /^[\w-]+$/.test(id) ? base64UrlBytes(id) : undefined;
  if (bytes === undefined) return Uint8Array.from([UTF8, ...utf8(id)]);
  const marked = (bytes[0] ?? 0) >= FIRST_MARK;
  return Uint8Array.from(marked ? [FIRST_MARK, ...bytes] : bytes);
}

function digitPairs(id: string): number[] {
  return Array.from({ length: Math.ceil(id.length / 2) }, (_, i) => {
    const second = id[2 * i + 1];
    return (Number(id[2 * i]) << 4) | (second === undefined ? 0xf : Number(second));
  });
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns `undefined` if the text is not the encoding of any bytes. */
function base64UrlBytes(text: string): number[] | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    bits = ((bits << 6) | ALPHABET.indexOf(character)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  const isExact = text.length % 4 !== 1 && (bits & ((1 << held) - 1)) === 0;
  return isExact ? bytes : undefined;
}
