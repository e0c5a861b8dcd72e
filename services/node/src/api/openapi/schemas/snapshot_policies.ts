/** Schemas of policies that take snapshots: SLM of Elasticsearch and SM of OpenSearch. */

import type { Described } from './schema.js';
import * as s from './schema.js';

const CONTENT = {
  indices: s.textOrList,
  expand_wildcards: s.textOrList,
  ignore_unavailable: s.boolean,
  allow_no_indices: s.boolean,
  include_global_state: s.boolean,
  partial: s.boolean,
  metadata: { type: ['object', 'null'], additionalProperties: true },
};
const bounds = { min_count: s.integer, max_count: s.integer };

const cron = s.closed({
  cron: s.closed({ expression: s.text, timezone: s.text }, ['expression']),
});
const WORK = { schedule: cron, time_limit: s.text };
const SM_POLICY = {
  description: s.orNull('string'),
  enabled: s.boolean,
  creation: s.closed(WORK),
  deletion: s.closed({ ...WORK, condition: s.closed({ max_age: s.text, ...bounds }) }),
  snapshot_config: s.closed(
    {
      repository: s.text,
      ...CONTENT,
      date_format: s.text,
      timezone: s.text,
      date_format_timezone: s.text,
    },
    ['repository'],
  ),
};
const SM_ANSWER = {
  name: s.described('Of answers; ignored in a body.', s.text),
  schema_version: s.integer,
  last_updated_time: s.integer,
  enabled_time: s.orNull('integer'),
  schedule: s.object({
    interval: s.object({ ...s.integers('start_time', 'period'), unit: s.text }),
  }),
};

const slm = {
  schedule: '0 30 1 * * ?',
  name: '<nightly-{now/d}>',
  repository: 'kept',
  config: { indices: ['books'] },
  retention: { expire_after: '30d', min_count: 5, max_count: 50 },
};
const sm = {
  description: 'every night',
  creation: { schedule: { cron: { expression: '30 1 * * *', timezone: 'UTC' } } },
  deletion: { condition: { max_age: '30d', min_count: 5 } },
  snapshot_config: { repository: 'kept', indices: 'books' },
};
const SM_STORED = {
  _id: s.text,
  ...s.integers('_version', '_seq_no', '_primary_term'),
  sm_policy: s.ref('SmPolicy'),
};
const exampleStored = {
  _id: 'nightly-sm-policy',
  _version: 1,
  _seq_no: 0,
  _primary_term: 1,
  sm_policy: sm,
};
const smPut = {
  body: { schema: s.ref('SmPolicy'), example: sm },
  answer: { schema: s.object(SM_STORED), example: exampleStored },
};
const COUNTS = [
  'snapshots_taken',
  'snapshots_failed',
  'snapshots_deleted',
  'snapshot_deletion_failures',
];
const stats = s.object({ policy: s.text, ...s.integers(...COUNTS) });
const turn = s.object({
  current_state: s.text,
  trigger: s.object({ time: s.integer }),
  started: s.list(s.text),
  retry: s.mapOf(s.anything),
  latest_execution: s.object({
    status: s.text,
    start_time: s.integer,
    end_time: s.orNull('integer'),
    info: s.object(s.texts('message', 'cause')),
  }),
});

export const snapshot_policies: Described = {
  schemas: {
    SlmPolicy: s.closed(
      {
        schedule: s.text,
        name: s.text,
        repository: s.text,
        config: s.closed(CONTENT),
        retention: s.closed({ expire_after: s.text, ...bounds }),
      },
      ['schedule', 'name', 'repository'],
    ),
    SmPolicy: s.closed({ ...SM_POLICY, ...SM_ANSWER }, ['snapshot_config']),
  },
  shapes: {
    'slm.put_lifecycle': {
      body: { schema: s.ref('SlmPolicy'), example: slm },
      answer: s.acknowledged,
    },
    'slm.get_lifecycle': {
      answer: {
        schema: s.mapOf(
          s.object({
            version: s.integer,
            ...s.texts('modified_date', 'next_execution'),
            ...s.integers('modified_date_millis', 'next_execution_millis'),
            invocations_since_last_success: s.integer,
            policy: s.ref('SlmPolicy'),
            in_progress: s.object({
              ...s.texts('name', 'uuid', 'state', 'start_time'),
              start_time_millis: s.integer,
              failure: s.ref('ErrorCause'),
            }),
            last_success: s.object({
              ...s.texts('snapshot_name', 'start_time_string', 'time_string'),
              ...s.integers('start_time', 'time'),
            }),
            last_failure: s.object({
              ...s.texts('snapshot_name', 'time_string', 'details'),
              time: s.integer,
            }),
            stats,
          }),
        ),
        example: { nightly: { version: 1, modified_date_millis: 1795904122352, policy: slm } },
      },
    },
    'slm.execute_lifecycle': {
      answer: {
        schema: s.object({ snapshot_name: s.text }),
        example: { snapshot_name: 'nightly-2026.11.29-8zqwj2kdrkyg3m' },
      },
    },
    'slm.get_stats': {
      answer: {
        schema: s.object({
          ...s.integers('retention_runs', 'retention_failed', 'retention_timed_out'),
          retention_deletion_time: s.text,
          retention_deletion_time_millis: s.integer,
          ...s.integers(
            'total_snapshots_taken',
            'total_snapshots_failed',
            'total_snapshots_deleted',
            'total_snapshot_deletion_failures',
          ),
          policy_stats: s.list(stats),
        }),
        example: { retention_runs: 1, total_snapshots_taken: 1, policy_stats: [] },
      },
    },
    'slm.get_status': {
      answer: {
        schema: s.object({ operation_mode: s.words('RUNNING', 'STOPPING', 'STOPPED') }),
        example: { operation_mode: 'RUNNING' },
      },
    },
    'sm.create_policy': smPut,
    'sm.update_policy': smPut,
    'sm.get_policy': { answer: { schema: s.object(SM_STORED), example: exampleStored } },
    'sm.get_policies': {
      answer: {
        schema: s.object({ policies: s.list(s.object(SM_STORED)), total_policies: s.integer }),
        example: { policies: [exampleStored], total_policies: 1 },
      },
    },
    'sm.delete_policy': {
      answer: {
        schema: s.ref('WriteResult'),
        example: {
          _index: '.opendistro-ism-config',
          _id: 'nightly-sm-policy',
          _version: 2,
          result: 'deleted',
          _shards: { total: 1, successful: 1, failed: 0 },
        },
      },
    },
    'sm.explain_policy': {
      answer: {
        schema: s.object({
          policies: s.list(
            s.object({
              name: s.text,
              creation: turn,
              deletion: turn,
              ...s.integers('policy_seq_no', 'policy_primary_term'),
              enabled: s.boolean,
            }),
          ),
        }),
        example: {
          policies: [
            {
              name: 'nightly',
              creation: { current_state: 'CREATION_START', trigger: { time: 1795904122352 } },
              policy_seq_no: 0,
              policy_primary_term: 1,
              enabled: true,
            },
          ],
        },
      },
    },
  },
};
