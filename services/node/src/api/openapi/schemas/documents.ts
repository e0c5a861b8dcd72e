/** Schemas of documents: single and bulk. */

import type { Described } from './schema.js';
import * as s from './schema.js';

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
    ShardCounts: s.object(
      {
        total: s.integer,
        successful: s.integer,
        skipped: s.integer,
        failed: s.integer,
        failures: s.list(s.mapOf(s.anything)),
      },
      ['total', 'successful', 'failed'],
    ),
    Document: s.described('What was indexed, as it came.', s.mapOf(s.anything)),
    WriteResult: s.object(
      {
        _index: s.text,
        _type: s.text,
        _id: s.text,
        _version: s.integer,
        result: s.words('created', 'updated', 'deleted', 'noop', 'not_found'),
        forced_refresh: s.boolean,
        _shards: s.ref('ShardCounts'),
        _seq_no: s.integer,
        _primary_term: s.integer,
        get: s.mapOf(s.anything),
      },
      ['_index', '_id', 'result', '_shards'],
    ),
    FoundDocument: s.object(
      {
        _index: s.text,
        _type: s.text,
        _id: s.text,
        _version: s.integer,
        _seq_no: s.integer,
        _primary_term: s.integer,
        _routing: s.text,
        found: s.boolean,
        _source: s.ref('Document'),
        _ignored: s.list(s.text),
        fields: s.mapOf(s.list(s.anything)),
        error: s.ref('ErrorCause'),
      },
      ['_index', '_id'],
    ),
    UpdateRequest: s.closed({
      doc: s.ref('Document'),
      doc_as_upsert: s.boolean,
      detect_noop: s.boolean,
      script: s.ref('Script'),
      upsert: s.ref('Document'),
      scripted_upsert: s.boolean,
      _source: s.ref('SourceFilter'),
      ...s.integers('if_seq_no', 'if_primary_term'),
    }),
    MultiGetRequest: s.closed({
      ids: s.list(s.text),
      docs: s.list(
        s.object({
          _index: s.text,
          _id: s.text,
          routing: s.text,
          stored_fields: s.list(s.text),
          _source: s.ref('SourceFilter'),
          version: s.integer,
          version_type: s.text,
        }),
      ),
    }),
    BulkItem: s.object(
      {
        _index: s.text,
        _type: s.text,
        _id: { type: ['string', 'null'] },
        _version: s.integer,
        result: s.text,
        forced_refresh: s.boolean,
        get: s.mapOf(s.anything),
        _shards: s.ref('ShardCounts'),
        _seq_no: s.integer,
        _primary_term: s.integer,
        status: s.integer,
        error: s.ref('ErrorCause'),
      },
      ['_index', 'status'],
    ),
    BulkAnswer: s.object(
      {
        took: s.integer,
        ingest_took: s.integer,
        errors: s.described('True if an item failed.', s.boolean),
        items: s.list(
          s.described('One member, named after the action.', s.mapOf(s.ref('BulkItem'))),
        ),
      },
      ['took', 'errors', 'items'],
    ),
  },
  shapes: {
    index: {
      body: { schema: s.ref('Document'), example: book },
      answer: { schema: s.ref('WriteResult'), example: written },
    },
    create: {
      body: { schema: s.ref('Document'), example: book },
      answer: { schema: s.ref('WriteResult'), example: written },
    },
    update: {
      body: { schema: s.ref('UpdateRequest'), example: { doc: { pages: 640 } } },
      answer: {
        schema: s.ref('WriteResult'),
        example: { ...written, _version: 2, result: 'updated', _seq_no: 1 },
      },
    },
    get: {
      answer: {
        schema: s.ref('FoundDocument'),
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
      body: {
        schema: s.ref('MultiGetRequest'),
        example: { docs: [{ _index: 'books', _id: '1' }] },
      },
      answer: {
        schema: s.object({ docs: s.list(s.ref('FoundDocument')) }, ['docs']),
        example: { docs: [{ _index: 'books', _id: '1', found: true, _source: book }] },
      },
    },
    delete: {
      answer: {
        schema: s.ref('WriteResult'),
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
        schema: s.ref('BulkAnswer'),
        example: { took: 3, errors: false, items: [{ index: { ...written, status: 201 } }] },
      },
    },
  },
};
