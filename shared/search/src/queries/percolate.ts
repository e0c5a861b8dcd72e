/** `percolate`: documents whose stored queries match a document, or any of several. */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { PERCOLATOR } from '@skein/mapping';
import { type Query, scoredDocsQuery } from '@skein/search_library';
import { Percolation, type PercolationOptions } from '../percolator/percolation.js';
import { type FieldReader, type FieldReaders, itemsOf } from '../request/object_fields.js';
import { readHeader } from './header.js';
import { integerOf, textOf, tokenName } from './options.js';
import type { QueryType } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';

export const percolate: QueryType = {
  name: 'percolate',
  parse(body, context) {
    const draft: Draft = { given: [], documents: [] };
    const header = readHeader(body, readersOf(draft), {
      name: 'percolate',
      locate: context.locate,
    });
    const field = checked(draft);
    const { documents, name } = draft;
    return {
      ...header,
      toQuery: (shard) => percolateQuery({ field, documents, name, parse: context.parse }, shard),
    };
  },
};

interface Draft {
  field?: string;
  name?: string;
  index?: string;
  documents: readonly JsonObject[];
  /** Ways in which documents were given. */
  readonly given: string[];
}

function readersOf(draft: Draft): FieldReaders {
  const text = (into: 'field' | 'name' | 'index'): FieldReader => [
    'string',
    (json) => {
      draft[into] = textOf(json);
    },
  ];
  const unused: FieldReader = ['string', textOf];
  return {
    field: text('field'),
    name: text('name'),
    index: text('index'),
    document: [
      'object',
      (json) => {
        draft.given.push('document');
        draft.documents = [documentOf(json)];
      },
    ],
    documents: [
      'object_array',
      (json) => {
        draft.given.push('documents');
        draft.documents = itemsOf(json).map(documentOf);
      },
    ],
    id: [
      'string',
      (json) => {
        draft.given.push('id');
        textOf(json);
      },
    ],
    routing: unused,
    preference: unused,
    version: ['number', integerOf],
    document_type: unused,
  };
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
