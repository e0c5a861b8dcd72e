/** `percolate`: documents whose stored queries match a document, or any of several. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { PERCOLATOR } from '@skein/mapping';
import { type Query, scoredDocsQuery } from '@skein/search_library';
import { Percolation, type PercolationOptions } from '../percolator/percolation.js';
import { boostOf, integerOf, textOf, tokenName } from './options.js';
import type { QueryType } from './query_node.js';
import { placePrefix } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

export const percolate: QueryType = {
  name: 'percolate',
  parse(body, context) {
    const draft: Draft = { given: [], documents: [], boost: 1 };
    for (const [key, json = null] of Object.entries(body)) {
      if (!readKey(draft, key, json)) {
        const place = placePrefix(context, body);
        throw new ApiError(
          'x_content_parse_exception',
          `${place}[percolate] unknown field [${key}]`,
        );
      }
    }
    const field = checked(draft);
    const { documents, name, boost, queryName } = draft;
    return {
      boost,
      queryName,
      toQuery: (shard) => percolateQuery({ field, documents, name, parse: context.parse }, shard),
    };
  },
};

interface Draft {
  field?: string;
  name?: string;
  index?: string;
  queryName?: string;
  boost: number;
  documents: readonly JsonObject[];
  /** Ways in which documents were given. */
  readonly given: string[];
}

function readKey(draft: Draft, key: string, json: JsonValue): boolean {
  switch (key) {
    case 'field':
      draft.field = textOf(json);
      return true;
    case 'name':
      draft.name = textOf(json);
      return true;
    case 'document':
      draft.given.push(key);
      draft.documents = [documentOf(json)];
      return true;
    case 'documents':
      draft.given.push(key);
      draft.documents = isJsonArray(json) ? json.map(documentOf) : [documentOf(json)];
      return true;
    case 'id':
      draft.given.push(key);
      textOf(json);
      return true;
    case 'index':
      draft.index = textOf(json);
      return true;
    case 'routing':
    case 'preference':
      textOf(json);
      return true;
    case 'version':
      integerOf(json);
      return true;
    case 'boost':
      draft.boost = boostOf(json);
      return true;
    case '_name':
      draft.queryName = textOf(json);
      return true;
    default:
      return false;
  }
}

function documentOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw illegal(`[percolate] a document must be an object but was ${tokenName(json)}`);
}

/** The field. */
function checked({ field, given, index, documents }: Draft): string {
  if (field === undefined) throw illegal('Required [field]');
  if (given.length === 0) {
    throw illegal('Required one of fields [document, documents, id], but none were specified. ');
  }
  if (given.length > 1) {
    const order = ['document', 'documents', 'id'].filter((key) => given.includes(key));
    throw illegal(`The following fields are not allowed together: [${order.join(', ')}] `);
  }
  if (given[0] === 'id') {
    if (index === undefined) throw illegal('[index] is a required argument');
  } else if (documents.length === 0) throw illegal('[documents] must not be empty');
  return field;
}

type Asked = Omit<PercolationOptions, 'context'>;

function percolateQuery({ field: name, ...asked }: Asked, context: QueryShardContext): Query {
  const field = context.mapping.field(name);
  if (field === undefined) throw unbound(`field [${name}] does not exist`);
  if (field.typeName !== PERCOLATOR) {
    throw unbound(
      `expected field [${name}] to be of type [${PERCOLATOR}], but is of type [${field.typeName}]`,
    );
  }
  const percolation = new Percolation({ ...asked, field: field.name, context });
  context.percolations.push(percolation);
  return scoredDocsQuery({
    find: (segment, searcher) => percolation.find(segment, searcher),
    toString: () => `PercolateQuery{field=${name}}`,
  });
}

function unbound(reason: string): ApiError {
  return new ApiError('query_shard_exception', reason);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
