/** Schemas of lifecycle policies, in the languages of Elasticsearch (ILM) and OpenSearch (ISM). */
import type { JsonObject } from '@skein/content';
import type { Described } from './schema.js';
import * as s from './schema.js';

const rules = s.mapOf(s.text);
const size = s.text;
const count = s.integer;

const ILM_ACTIONS = {
  allocate: s.closed({
    require: rules,
    include: rules,
    exclude: rules,
    number_of_replicas: count,
    total_shards_per_node: count,
  }),
  delete: s.closed({ delete_searchable_snapshot: s.boolean }),
  forcemerge: s.closed({ max_num_segments: count }, ['max_num_segments']),
  freeze: s.closed({}),
  migrate: s.closed({ enabled: s.boolean }),
  readonly: s.closed({}),
  rollover: s.closed({
    max_age: s.text,
    max_docs: count,
    max_size: size,
    max_primary_shard_size: size,
    max_primary_shard_docs: count,
    min_age: s.text,
    min_docs: count,
    min_size: size,
    min_primary_shard_size: size,
    min_primary_shard_docs: count,
  }),
  set_priority: s.closed({ priority: { type: ['integer', 'null'] } }, ['priority']),
  shrink: s.closed({
    number_of_shards: count,
    max_primary_shard_size: size,
  }),
  unfollow: s.closed({}),
  wait_for_snapshot: s.closed({ policy: s.text }, ['policy']),
};
const phase = s.closed({ min_age: s.text, actions: s.ref('IlmActions') });

const cron = s.closed({ cron: s.closed({ expression: s.text, timezone: s.text }) });
const template = s.closed({ source: s.text, lang: s.words('mustache') }, ['source']);
const url = s.openObject({ url: s.text }, s.anything);
const CONDITIONS = {
  min_index_age: s.text,
  min_doc_count: count,
  min_size: size,
  min_rollover_age: s.text,
  min_state_age: s.text,
  no_alias: s.boolean,
  cron: cron,
};
const aliasNames = { alias: s.text, aliases: s.list(s.text) };
const aliasAddition = s.openObject(
  {
    ...aliasNames,
    ...Object.fromEntries(
      ['routing', 'index_routing', 'search_routing'].map((name) => [name, s.text]),
    ),
    filter: s.ref('Query'),
    is_write_index: s.boolean,
    is_hidden: s.boolean,
  },
  s.anything,
);
const ISM_ACTIONS = {
  alias: s.closed(
    {
      actions: s.list(
        s.closed({ add: aliasAddition, remove: s.openObject(aliasNames, s.anything) }),
      ),
    },
    ['actions'],
  ),
  allocation: s.closed({ require: rules, include: rules, exclude: rules, wait_for: s.boolean }),
  close: s.closed({}),
  delete: s.closed({}),
  force_merge: s.closed({ max_num_segments: count }, ['max_num_segments']),
  index_priority: s.closed({ priority: count }, ['priority']),
  notification: s.ref('IsmNotification'),
  open: s.closed({}),
  read_only: s.closed({}),
  read_write: s.closed({}),
  replica_count: s.closed({ number_of_replicas: count }, ['number_of_replicas']),
  rollover: s.closed({
    min_size: size,
    min_primary_shard_size: size,
    min_doc_count: count,
    min_index_age: s.text,
    copy_alias: s.boolean,
    prevent_empty_rollover: s.boolean,
  }),
  shrink: s.closed({
    num_new_shards: count,
    max_shard_size: size,
    percentage_of_source_shards: s.number,
    target_index_name_template: template,
    aliases: s.list(s.mapOf(s.anything)),
    switch_aliases: s.boolean,
    force_unsafe: s.boolean,
  }),
  snapshot: s.closed({ repository: s.text, snapshot: s.text }, ['repository', 'snapshot']),
};

const ilmPolicy: JsonObject = {
  phases: {
    hot: { actions: { rollover: { max_docs: 1000 } } },
    delete: { min_age: '30d', actions: { delete: {} } },
  },
};
const ismPolicy: JsonObject = {
  description: 'keeps indices for a month',
  default_state: 'kept',
  states: [
    {
      name: 'kept',
      actions: [],
      transitions: [{ state_name: 'old', conditions: { min_index_age: '30d' } }],
    },
    { name: 'old', actions: [{ delete: {} }], transitions: [] },
  ],
};
const stored = { _id: s.text, ...s.integers('_version', '_seq_no', '_primary_term') };
const exampleStored = { _id: 'monthly', _version: 1, _seq_no: 0, _primary_term: 1 };
const changed = {
  answer: {
    schema: s.object({
      updated_indices: s.integer,
      failures: s.boolean,
      failed_indices: s.list(s.object(s.texts('index_name', 'index_uuid', 'reason'))),
    }),
    example: { updated_indices: 1, failures: false, failed_indices: [] },
  },
};
const step = s.closed({ phase: s.text, action: s.text, name: s.text }, ['phase']);
const stateFilter = s.closed({ state: s.text }, ['state']);
const since = s.object({ name: s.text, start_time: s.integer });
const policyId = (product: string) => `index.${product}.index_state_management.policy_id`;

export const policies: Described = {
  schemas: {
    IlmActions: s.closed(ILM_ACTIONS),
    IlmPolicy: s.closed(
      {
        phases: s.closed({ hot: phase, warm: phase, cold: phase, frozen: phase, delete: phase }),
        _meta: s.mapOf(s.anything),
        deprecated: s.boolean,
      },
      [],
    ),
    IsmNotification: s.closed(
      {
        destination: s.closed({
          slack: url,
          chime: url,
          custom_webhook: s.closed({
            ...Object.fromEntries(
              ['url', 'scheme', 'host', 'path', 'username', 'password'].map((name) => [
                name,
                s.text,
              ]),
            ),
            port: s.integer,
            method: s.words('POST', 'PUT', 'PATCH'),
            header_params: s.mapOf(s.text),
            query_params: s.mapOf(s.text),
          }),
        }),
        message_template: template,
      },
      ['destination', 'message_template'],
    ),
    IsmAction: s.described(
      'One action, and how it is tried.',
      s.closed({
        ...ISM_ACTIONS,
        timeout: s.text,
        retry: s.closed({
          count,
          backoff: s.words('exponential', 'constant', 'linear'),
          delay: s.text,
        }),
      }),
    ),
    IsmState: s.closed(
      {
        name: s.text,
        actions: s.list(s.ref('IsmAction')),
        transitions: s.list(
          s.closed({ state_name: s.text, conditions: s.closed(CONDITIONS) }, ['state_name']),
        ),
      },
      ['name'],
    ),
    IsmPolicy: s.closed(
      {
        policy_id: s.text,
        description: s.text,
        default_state: s.text,
        states: s.list(s.ref('IsmState')),
        ism_template: s.oneOf(s.list(s.ref('IsmTemplate')), s.ref('IsmTemplate'), { type: 'null' }),
        error_notification: s.oneOf(s.ref('IsmNotification'), { type: 'null' }),
        last_updated_time: s.integer,
        schema_version: s.integer,
        user: s.anything,
      },
      ['description', 'default_state', 'states'],
    ),
    IsmTemplate: s.closed(
      { index_patterns: s.list(s.text), priority: s.integer, last_updated_time: s.integer },
      ['index_patterns'],
    ),
    IsmStanding: s.object({
      [policyId('plugins')]: s.orNull('string'),
      [policyId('opendistro')]: s.orNull('string'),
      ...s.texts('index', 'index_uuid', 'policy_id'),
      ...s.integers('policy_seq_no', 'policy_primary_term', 'index_creation_date'),
      enabled: s.orNull('boolean'),
      rolled_over: s.boolean,
      transition_to: s.orNull('string'),
      state: since,
      action: s.object({
        name: s.text,
        ...s.integers('start_time', 'index', 'consumed_retries'),
        failed: s.boolean,
        last_rollover: s.orNull('integer'),
      }),
      step: s.object({ name: s.text, start_time: s.integer, step_status: s.text }),
      retry_info: s.object({ failed: s.boolean, consumed_retries: s.integer }),
      info: s.object({ message: s.text }),
      policy: s.ref('IsmPolicy'),
    }),
  },
  shapes: {
    'ilm.put_lifecycle': {
      body: {
        schema: s.closed({ policy: s.ref('IlmPolicy') }, ['policy']),
        example: { policy: ilmPolicy },
      },
      answer: s.acknowledged,
    },
    'ilm.get_lifecycle': {
      answer: {
        schema: s.mapOf(
          s.object({
            version: s.integer,
            modified_date: s.text,
            policy: s.ref('IlmPolicy'),
            in_use_by: s.object({
              indices: s.list(s.text),
              data_streams: s.list(s.text),
              composable_templates: s.list(s.text),
            }),
          }),
        ),
        example: {
          monthly: { version: 1, modified_date: '2026-11-29T02:00:00.000Z', policy: ilmPolicy },
        },
      },
    },
    'ilm.explain_lifecycle': {
      answer: {
        schema: s.object({
          indices: s.mapOf(
            s.object({
              index: s.text,
              managed: s.boolean,
              ...s.texts('policy', 'time_since_index_creation', 'age', 'phase', 'action', 'step'),
              ...s.integers('index_creation_date_millis', 'lifecycle_date_millis'),
              ...s.integers('phase_time_millis', 'action_time_millis', 'step_time_millis'),
              failed_step: s.text,
              is_auto_retryable_error: s.boolean,
              failed_step_retry_count: s.integer,
              step_info: s.object(s.texts('message', 'type', 'reason')),
              phase_execution: s.object({
                policy: s.text,
                phase_definition: phase,
                ...s.integers('version', 'modified_date_in_millis'),
              }),
            }),
          ),
        }),
        example: {
          indices: {
            'logs-000001': { index: 'logs-000001', managed: true, policy: 'monthly', phase: 'hot' },
          },
        },
      },
    },
    'ilm.get_status': {
      answer: {
        schema: s.object({ operation_mode: s.words('RUNNING', 'STOPPING', 'STOPPED') }),
        example: { operation_mode: 'RUNNING' },
      },
    },
    'ilm.move_to_step': {
      body: {
        schema: s.closed({ current_step: step, next_step: step }, ['current_step', 'next_step']),
        example: {
          current_step: { phase: 'hot', action: 'rollover', name: 'check-rollover-ready' },
          next_step: { phase: 'delete', action: 'delete', name: 'delete' },
        },
      },
      answer: s.acknowledged,
    },
    'ilm.remove_policy': {
      answer: {
        schema: s.object({ has_failures: s.boolean, failed_indexes: s.list(s.text) }),
        example: { has_failures: false, failed_indexes: [] },
      },
    },
    'ilm.retry': { answer: s.acknowledged },
    'ism.put_policy': {
      body: {
        schema: s.closed({ policy: s.ref('IsmPolicy') }, ['policy']),
        example: { policy: ismPolicy },
      },
      answer: {
        schema: s.object({ ...stored, policy: s.object({ policy: s.ref('IsmPolicy') }) }),
        example: { ...exampleStored, policy: { policy: ismPolicy } },
      },
    },
    'ism.get_policy': {
      answer: {
        schema: s.object({ ...stored, policy: s.ref('IsmPolicy') }),
        example: { ...exampleStored, policy: ismPolicy },
      },
    },
    'ism.get_policies': {
      answer: {
        schema: s.object({
          policies: s.list(s.object({ ...stored, policy: s.ref('IsmPolicy') })),
          total_policies: s.integer,
        }),
        example: { policies: [{ ...exampleStored, policy: ismPolicy }], total_policies: 1 },
      },
    },
    'ism.delete_policy': {
      answer: {
        schema: s.ref('WriteResult'),
        example: {
          _index: '.opendistro-ism-config',
          _id: 'monthly',
          _version: 2,
          result: 'deleted',
          _shards: { total: 1, successful: 1, failed: 0 },
        },
      },
    },
    'ism.add_policy': {
      body: {
        schema: s.closed({ policy_id: s.text }, ['policy_id']),
        example: { policy_id: 'monthly' },
      },
      ...changed,
    },
    'ism.change_policy': {
      body: {
        schema: s.closed(
          {
            policy_id: s.text,
            state: s.text,
            include: s.oneOf(stateFilter, s.list(stateFilter)),
          },
          ['policy_id'],
        ),
        example: { policy_id: 'monthly', include: [{ state: 'kept' }] },
      },
      ...changed,
    },
    'ism.remove_policy': changed,
    'ism.retry_index': {
      body: { schema: s.closed({ state: s.text }), example: { state: 'kept' } },
      ...changed,
    },
    'ism.explain': {
      body: {
        schema: s.openObject(
          {
            filter: s.closed({
              policy_id: s.text,
              state: s.text,
              action_type: s.text,
              failed: s.boolean,
            }),
          },
          s.anything,
        ),
        example: { filter: { policy_id: 'monthly' } },
      },
      answer: {
        schema: {
          type: 'object',
          properties: { total_managed_indices: s.integer },
          additionalProperties: s.ref('IsmStanding'),
        },
        example: {
          books: { index: 'books', policy_id: 'monthly', enabled: true },
          total_managed_indices: 1,
        },
      },
    },
  },
};
