/** Schemas of snapshot repositories, snapshots and restores. */
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  integer,
  list,
  mapOf,
  object,
  ref,
  text,
  textOrList,
  words,
} from './schema.js';

const expression = {
  indices: textOrList,
  ignore_unavailable: boolean,
};
const counts = object({ total: integer, failed: integer, successful: integer });
const taken = {
  snapshot: 'first',
  uuid: 'Xc79Jo6xEeq3rkhiuqCXkw',
  indices: ['books'],
  include_global_state: false,
  state: 'SUCCESS',
  shards: { total: 1, failed: 0, successful: 1 },
};
const repository = { type: 'fs', settings: { location: 'kept' } };

export const snapshots: Described = {
  schemas: {
    Repository: closed({ type: text, settings: mapOf(anything) }, ['type']),
    SnapshotRequest: closed({
      ...expression,
      allow_no_indices: boolean,
      expand_wildcards: textOrList,
      partial: boolean,
      include_global_state: boolean,
      metadata: mapOf(anything),
    }),
    CloneSnapshotRequest: closed({ ...expression }, ['indices']),
    RestoreRequest: closed({
      ...expression,
      allow_no_indices: boolean,
      partial: boolean,
      include_global_state: boolean,
      include_aliases: boolean,
      rename_pattern: text,
      rename_replacement: text,
      rename_alias_pattern: text,
      rename_alias_replacement: text,
      index_settings: ref('IndexSettings'),
      ignore_index_settings: textOrList,
      storage_type: words('local', 'remote_snapshot'),
    }),
    Snapshot: object(
      {
        snapshot: text,
        uuid: text,
        version: text,
        version_id: integer,
        remote_store_index_shallow_copy: boolean,
        indices: list(text),
        data_streams: list(text),
        include_global_state: boolean,
        metadata: mapOf(anything),
        state: words('IN_PROGRESS', 'SUCCESS', 'PARTIAL', 'FAILED'),
        start_time: text,
        start_time_in_millis: integer,
        end_time: text,
        end_time_in_millis: integer,
        duration_in_millis: integer,
        failures: list(mapOf(anything)),
        shards: counts,
      },
      ['snapshot', 'uuid', 'indices', 'state'],
    ),
  },
  shapes: {
    'snapshot.create_repository': {
      body: { schema: ref('Repository'), example: repository },
      answer: acknowledged,
    },
    'snapshot.get_repository': {
      answer: { schema: mapOf(ref('Repository')), example: { kept: repository } },
    },
    'snapshot.create': {
      body: {
        schema: ref('SnapshotRequest'),
        example: { indices: 'books', include_global_state: false },
      },
      answer: {
        schema: object({ accepted: boolean, snapshot: ref('Snapshot') }),
        example: { snapshot: taken },
      },
    },
    'snapshot.clone': {
      body: { schema: ref('CloneSnapshotRequest'), example: { indices: 'books' } },
      answer: acknowledged,
    },
    'snapshot.get': {
      answer: {
        schema: object({ snapshots: list(ref('Snapshot')) }, ['snapshots']),
        example: { snapshots: [taken] },
      },
    },
    'snapshot.restore': {
      body: {
        schema: ref('RestoreRequest'),
        example: { indices: 'books', rename_pattern: '(.+)', rename_replacement: 'old-$1' },
      },
      answer: {
        schema: object({
          accepted: boolean,
          snapshot: object({ snapshot: text, indices: list(text), shards: counts }),
        }),
        example: {
          snapshot: { snapshot: 'first', indices: ['old-books'], shards: taken.shards },
        },
      },
    },
  },
};
