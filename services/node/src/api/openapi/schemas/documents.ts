/** Schemas of documents: single and bulk. */
import {
  anything,
  boolean,
  closed,
  type Described,
  described,
  integer,
  list,
  mapOf,
  object,
  ref,
  text,
  words,
} from './schema.js';

const written = {
  _index: 'books',
  _id: '1',
  _version: 1,
  result: 'created',
  _shards: { total: 2, successful: 1, failed: 0 },
  _seq_no: 0,
  _primary_term: 1,
};
const book = { title: 'Moby Dick', pages: 635 };

export const documents: Described = {
  schemas: {
    ShardCounts: object(
      {
        total: integer,
        successful: integer,
        skipped: integer,
        failed: integer,
        failures: list(mapOf(anything)),
      },
      ['total', 'successful', 'failed'],
    ),
    Document: described('What was indexed, as it came.', mapOf(anything)),
    WriteResult: object(
      {
        _index: text,
        _type: text,
        _id: text,
        _version: integer,
        result: words('created', 'updated', 'deleted', 'noop', 'not_found'),
        forced_refresh: boolean,
        _shards: ref('ShardCounts'),
        _seq_no: integer,
        _primary_term: integer,
        get: mapOf(anything),
      },
      ['_index', '_id', 'result', '_shards'],
    ),
    FoundDocument: object(
      {
        _index: text,
        _type: text,
        _id: text,
        _version: integer,
        _seq_no: integer,
        _primary_term: integer,
        _routing: text,
        found: boolean,
        _source: ref('Document'),
        _ignored: list(text),
        fields: mapOf(list(anything)),
        error: ref('ErrorCause'),
      },
      ['_index', '_id'],
    ),
    UpdateRequest: closed({
      doc: ref('Document'),
      doc_as_upsert: boolean,
      detect_noop: boolean,
      script: ref('Script'),
      upsert: ref('Document'),
      scripted_upsert: boolean,
      _source: ref('SourceFilter'),
    }),
    MultiGetRequest: closed({
      ids: list(text),
      docs: list(
        object({
          _index: text,
          _id: text,
          routing: text,
          stored_fields: list(text),
          _source: ref('SourceFilter'),
          version: integer,
          version_type: text,
        }),
      ),
    }),
    BulkItem: object(
      {
        _index: text,
        _type: text,
        _id: { type: ['string', 'null'] },
        _version: integer,
        result: text,
        forced_refresh: boolean,
        get: mapOf(anything),
        _shards: ref('ShardCounts'),
        _seq_no: integer,
        _primary_term: integer,
        status: integer,
        error: ref('ErrorCause'),
      },
      ['_index', 'status'],
    ),
    BulkAnswer: object(
      {
        took: integer,
        ingest_took: integer,
        errors: described('Whether any item failed.', boolean),
        items: list(described('One member, named after the action.', mapOf(ref('BulkItem')))),
      },
      ['took', 'errors', 'items'],
    ),
  },
  shapes: {
    index: {
      body: { schema: ref('Document'), example: book },
      answer: { schema: ref('WriteResult'), example: written },
    },
    create: {
      body: { schema: ref('Document'), example: book },
      answer: { schema: ref('WriteResult'), example: written },
    },
    update: {
      body: { schema: ref('UpdateRequest'), example: { doc: { pages: 640 } } },
      answer: {
        schema: ref('WriteResult'),
        example: { ...written, _version: 2, result: 'updated', _seq_no: 1 },
      },
    },
    get: {
      answer: {
        schema: ref('FoundDocument'),
        example: {
          _index: 'books',
          _id: '1',
          _version: 1,
          _seq_no: 0,
          _primary_term: 1,
          found: true,
          _source: book,
        },
      },
    },
    mget: {
      body: { schema: ref('MultiGetRequest'), example: { docs: [{ _index: 'books', _id: '1' }] } },
      answer: {
        schema: object({ docs: list(ref('FoundDocument')) }, ['docs']),
        example: { docs: [{ _index: 'books', _id: '1', found: true, _source: book }] },
      },
    },
    delete: {
      answer: {
        schema: ref('WriteResult'),
        example: { ...written, _version: 3, result: 'deleted', _seq_no: 2 },
      },
    },
    bulk: {
      lines: {
        description:
          'A line for each action, followed by a line with the document unless the action is `delete`.',
        example:
          '{"index":{"_index":"books","_id":"2"}}\n{"title":"Omoo","pages":316}\n{"delete":{"_index":"books","_id":"9"}}\n',
      },
      answer: {
        schema: ref('BulkAnswer'),
        example: { took: 3, errors: false, items: [{ index: { ...written, status: 201 } }] },
      },
    },
  },
};
