/** `percolate`: documents whose stored queries match at least one of the given documents. */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { askedVersion, longOf } from '@skein/reading';
import { type Query, scoredDocsQuery } from '@skein/search_library';
import { Percolation, type PercolationOptions } from '../percolator/percolation.js';
import { type FieldReader, type FieldReaders, into, itemsOf } from '../request/object_fields.js';
import { readHeader } from './header.js';
import { textOf, tokenName } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type NeededDocument, notFilled, type QueryType } from './query_type.js';

export const percolate: QueryType<Params> = {
  name: 'percolate',
  parse(body, context) {
    const draft: Draft = { given: [], documents: [] };
    const header = readHeader(body, readersOf(draft), {
      name: 'percolate',
      locate: context.locate,
    });
    const field = checked(draft);
    const { documents, name } = draft;
    return { ...header, params: { field, documents, name, named: namedDocument(draft) } };
  },
  ...LEAF,
  needs: ({ named }) => ({
    ...HEAVY,
    documents: named ? [named] : [],
    now: true,
    innerHits: true,
    otherDocuments: true,
  }),
  fill: (params, found) => {
    const { named } = params;
    if (named === undefined) return params;
    return { ...params, named: undefined, documents: [foundDocument(found(named), named)] };
  },
  bind: ({ named, ...asked }, shard) => {
    if (named !== undefined) throw notFilled();
    return percolateQuery(asked, shard);
  },
};

interface Params {
  readonly field: string;
  readonly documents: readonly JsonObject[];
  readonly name: string | undefined;
  /** The document to fetch. */
  readonly named: NeededDocument | undefined;
}

function namedDocument({ index, id, routing, version }: Draft): NeededDocument | undefined {
  if (id === undefined) return undefined;
  const asked = askedVersion(version);
  return { query: percolate.name, index, id, routing, version: asked, mayBeMissing: false };
}

function foundDocument(source: JsonValue, { index, id }: NeededDocument): JsonObject {
  if (isJsonObject(source)) return source;
  throw new ApiError(
    'resource_not_found_exception',
    `indexed document [${index}/${id}] couldn't be found`,
  );
}

interface Draft {
  field?: string;
  name?: string;
  index?: string;
  id?: string;
  routing?: string;
  version?: number;
  documents: readonly JsonObject[];
  /** The options by which documents were given. */
  readonly given: string[];
}

function readersOf(draft: Draft): FieldReaders {
  const text = (into: 'field' | 'name' | 'index' | 'routing'): FieldReader => [
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
        draft.id = textOf(json);
      },
    ],
    routing: text('routing'),
    preference: unused,
    version: into(draft, 'version', 'number', longOf),
    document_type: unused,
  };
}

function documentOf(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw illegalArgument(`[percolate] a document must be an object but was ${tokenName(json)}`);
}

/** Checks the options and returns the field. */
function checked({ field, given, index, documents }: Draft): string {
  if (field === undefined) throw illegalArgument('Required [field]');
  if (given.length === 0) {
    throw illegalArgument(
      'Required one of fields [document, documents, id], but none were specified. ',
    );
  }
  if (given.length > 1) {
    const order = ['document', 'documents', 'id'].filter((key) => given.includes(key));
    throw illegalArgument(`The following fields are not allowed together: [${order.join(', ')}] `);
  }
  if (given[0] === 'id') {
    if (index === undefined) throw illegalArgument('[index] is a required argument');
  } else if (documents.length === 0) throw illegalArgument('[documents] must not be empty');
  return field;
}

type Asked = Omit<PercolationOptions, 'context'>;

function percolateQuery({ field: name, ...asked }: Asked, context: QueryShardContext): Query {
  const field = context.mapping.field(name);
  if (field === undefined) throw unbound(`field [${name}] does not exist`);
  if (!field.holdsQueries) {
    throw unbound(
      `expected field [${name}] to be of type [percolator], but is of type [${field.typeName}]`,
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
