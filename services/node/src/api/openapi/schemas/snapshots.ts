/** Schemas of snapshot repositories, snapshots and restores. */

import type { Described } from './schema.js';
import * as s from './schema.js';

const expression = {
  indices: s.textOrList,
  ignore_unavailable: s.boolean,
};
const counts = s.object({ total: s.integer, failed: s.integer, successful: s.integer });
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
    Repository: s.closed({ type: s.text, settings: s.mapOf(s.anything) }, ['type']),
    SnapshotRequest: s.closed({
      ...expression,
      allow_no_indices: s.boolean,
      expand_wildcards: s.textOrList,
      partial: s.boolean,
      include_global_state: s.boolean,
      metadata: s.mapOf(s.anything),
    }),
    CloneSnapshotRequest: s.closed({ ...expression }, ['indices']),
    RestoreRequest: s.closed({
      ...expression,
      allow_no_indices: s.boolean,
      partial: s.boolean,
      include_global_state: s.boolean,
      include_aliases: s.boolean,
      rename_pattern: s.text,
      rename_replacement: s.text,
      rename_alias_pattern: s.text,
      rename_alias_replacement: s.text,
      index_settings: s.ref('IndexSettings'),
      ignore_index_settings: s.textOrList,
      storage_type: s.words('local', 'remote_snapshot'),
    }),
    Snapshot: s.object(
      {
        snapshot: s.text,
        uuid: s.text,
        version: s.text,
        version_id: s.integer,
        remote_store_index_shallow_copy: s.boolean,
        indices: s.list(s.text),
        data_streams: s.list(s.text),
        include_global_state: s.boolean,
        metadata: s.mapOf(s.anything),
        state: s.words('IN_PROGRESS', 'SUCCESS', 'PARTIAL', 'FAILED'),
        start_time: s.text,
        start_time_in_millis: s.integer,
        end_time: s.text,
        end_time_in_millis: s.integer,
        duration_in_millis: s.integer,
        failures: s.list(s.mapOf(s.anything)),
        shards: counts,
      },
      ['snapshot', 'uuid', 'indices', 'state'],
    ),
  },
  shapes: {
    'snapshot.create_repository': {
      body: { schema: s.ref('Repository'), example: repository },
      answer: s.acknowledged,
    },
    'snapshot.get_repository': {
      answer: { schema: s.mapOf(s.ref('Repository')), example: { kept: repository } },
    },
    'snapshot.create': {
      body: {
        schema: s.ref('SnapshotRequest'),
        example: { indices: 'books', include_global_state: false },
      },
      answer: {
        schema: s.object({ accepted: s.boolean, snapshot: s.ref('Snapshot') }),
        example: { snapshot: taken },
      },
    },
    'snapshot.clone': {
      body: { schema: s.ref('CloneSnapshotRequest'), example: { indices: 'books' } },
      answer: s.acknowledged,
    },
    'snapshot.get': {
      answer: {
        schema: s.object({ snapshots: s.list(s.ref('Snapshot')) }, ['snapshots']),
        example: { snapshots: [taken] },
      },
    },
    'snapshot.restore': {
      body: {
        schema: s.ref('RestoreRequest'),
        example: { indices: 'books', rename_pattern: '(.+)', rename_replacement: 'old-$1' },
      },
      answer: {
        schema: s.object({
          accepted: s.boolean,
          snapshot: s.object({ snapshot: s.text, indices: s.list(s.text), shards: counts }),
        }),
        example: {
          snapshot: { snapshot: 'first', indices: ['old-books'], shards: taken.shards },
        },
      },
    },
  },
};
