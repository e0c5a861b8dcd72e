/** Schemas of policies that take snapshots: SLM of Elasticsearch and SM of OpenSearch. */
import {
  acknowledged,
  anything,
  boolean,
  closed,
  type Described,
  described,
  integer,
  integers,
  list,
  mapOf,
  object,
  orNull,
  ref,
  text,
  textOrList,
  texts,
  words,
} from './schema.js';

const CONTENT = {
  indices: textOrList,
  expand_wildcards: textOrList,
  ignore_unavailable: boolean,
  allow_no_indices: boolean,
  include_global_state: boolean,
  partial: boolean,
  metadata: { type: ['object', 'null'], additionalProperties: true },
};
const bounds = { min_count: integer, max_count: integer };

const cron = closed({
  cron: closed({ expression: text, timezone: text }, ['expression']),
});
const WORK = { schedule: cron, time_limit: text };
const SM_POLICY = {
  description: orNull('string'),
  enabled: boolean,
  creation: closed(WORK),
  deletion: closed({ ...WORK, condition: closed({ max_age: text, ...bounds }) }),
  snapshot_config: closed(
    { repository: text, ...CONTENT, date_format: text, timezone: text, date_format_timezone: text },
    ['repository'],
  ),
};
const SM_ANSWER = {
  name: described('Of answers; ignored in a body.', text),
  schema_version: integer,
  last_updated_time: integer,
  enabled_time: orNull('integer'),
  schedule: object({ interval: object({ ...integers('start_time', 'period'), unit: text }) }),
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
  _id: text,
  ...integers('_version', '_seq_no', '_primary_term'),
  sm_policy: ref('SmPolicy'),
};
const exampleStored = {
  _id: 'nightly-sm-policy',
  _version: 1,
  _seq_no: 0,
  _primary_term: 1,
  sm_policy: sm,
};
const smPut = {
  body: { schema: ref('SmPolicy'), example: sm },
  answer: { schema: object(SM_STORED), example: exampleStored },
};
const COUNTS = [
  'snapshots_taken',
  'snapshots_failed',
  'snapshots_deleted',
  'snapshot_deletion_failures',
];
const stats = object({ policy: text, ...integers(...COUNTS) });
const turn = object({
  current_state: text,
  trigger: object({ time: integer }),
  started: list(text),
  retry: mapOf(anything),
  latest_execution: object({
    status: text,
    start_time: integer,
    end_time: orNull('integer'),
    info: object(texts('message', 'cause')),
  }),
});

export const snapshot_policies: Described = {
  schemas: {
    SlmPolicy: closed(
      {
        schedule: text,
        name: text,
        repository: text,
        config: closed(CONTENT),
        retention: closed({ expire_after: text, ...bounds }),
      },
      ['schedule', 'name', 'repository'],
    ),
    SmPolicy: closed({ ...SM_POLICY, ...SM_ANSWER }, ['snapshot_config']),
  },
  shapes: {
    'slm.put_lifecycle': {
      body: { schema: ref('SlmPolicy'), example: slm },
      answer: acknowledged,
    },
    'slm.get_lifecycle': {
      answer: {
        schema: mapOf(
          object({
            version: integer,
            ...texts('modified_date', 'next_execution'),
            ...integers('modified_date_millis', 'next_execution_millis'),
            invocations_since_last_success: integer,
            policy: ref('SlmPolicy'),
            in_progress: object({
              ...texts('name', 'uuid', 'state', 'start_time'),
              start_time_millis: integer,
              failure: ref('ErrorCause'),
            }),
            last_success: object({
              ...texts('snapshot_name', 'start_time_string', 'time_string'),
              ...integers('start_time', 'time'),
            }),
            last_failure: object({
              ...texts('snapshot_name', 'time_string', 'details'),
              time: integer,
            }),
            stats,
          }),
        ),
        example: { nightly: { version: 1, modified_date_millis: 1795904122352, policy: slm } },
      },
    },
    'slm.execute_lifecycle': {
      answer: {
        schema: object({ snapshot_name: text }),
        example: { snapshot_name: 'nightly-2026.11.29-8zqwj2kdrkyg3m' },
      },
    },
    'slm.get_stats': {
      answer: {
        schema: object({
          ...integers('retention_runs', 'retention_failed', 'retention_timed_out'),
          retention_deletion_time: text,
          retention_deletion_time_millis: integer,
          ...integers(
            'total_snapshots_taken',
            'total_snapshots_failed',
            'total_snapshots_deleted',
            'total_snapshot_deletion_failures',
          ),
          policy_stats: list(stats),
        }),
        example: { retention_runs: 1, total_snapshots_taken: 1, policy_stats: [] },
      },
    },
    'slm.get_status': {
      answer: {
        schema: object({ operation_mode: words('RUNNING', 'STOPPING', 'STOPPED') }),
        example: { operation_mode: 'RUNNING' },
      },
    },
    'sm.create_policy': smPut,
    'sm.update_policy': smPut,
    'sm.get_policy': { answer: { schema: object(SM_STORED), example: exampleStored } },
    'sm.get_policies': {
      answer: {
        schema: object({ policies: list(object(SM_STORED)), total_policies: integer }),
        example: { policies: [exampleStored], total_policies: 1 },
      },
    },
    'sm.delete_policy': {
      answer: {
        schema: ref('WriteResult'),
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
        schema: object({
          policies: list(
            object({
              name: text,
              creation: turn,
              deletion: turn,
              ...integers('policy_seq_no', 'policy_primary_term'),
              enabled: boolean,
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
