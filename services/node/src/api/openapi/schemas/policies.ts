/** Schemas of lifecycle policies, in the languages of Elasticsearch (ILM) and OpenSearch (ISM). */
import type { JsonObject } from '@skein/content';
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
  number,
  object,
  oneOf,
  openObject,
  orNull,
  ref,
  text,
  texts,
  words,
} from './schema.js';

const rules = mapOf(text);
const size = text;
const count = integer;

const ILM_ACTIONS = {
  allocate: closed({
    require: rules,
    include: rules,
    exclude: rules,
    number_of_replicas: count,
    total_shards_per_node: count,
  }),
  delete: closed({ delete_searchable_snapshot: boolean }),
  forcemerge: closed({ max_num_segments: count }, ['max_num_segments']),
  freeze: closed({}),
  migrate: closed({ enabled: boolean }),
  readonly: closed({}),
  rollover: closed({
    max_age: text,
    max_docs: count,
    max_size: size,
    max_primary_shard_size: size,
    max_primary_shard_docs: count,
    min_age: text,
    min_docs: count,
    min_size: size,
    min_primary_shard_size: size,
    min_primary_shard_docs: count,
  }),
  set_priority: closed({ priority: { type: ['integer', 'null'] } }, ['priority']),
  shrink: closed({
    number_of_shards: count,
    max_primary_shard_size: size,
  }),
  unfollow: closed({}),
  wait_for_snapshot: closed({ policy: text }, ['policy']),
};
const phase = closed({ min_age: text, actions: ref('IlmActions') });

const cron = closed({ cron: closed({ expression: text, timezone: text }) });
const template = closed({ source: text, lang: words('mustache') }, ['source']);
const url = openObject({ url: text }, anything);
const CONDITIONS = {
  min_index_age: text,
  min_doc_count: count,
  min_size: size,
  min_rollover_age: text,
  min_state_age: text,
  no_alias: boolean,
  cron: cron,
};
const aliasNames = { alias: text, aliases: list(text) };
const aliasAddition = openObject(
  {
    ...aliasNames,
    ...Object.fromEntries(
      ['routing', 'index_routing', 'search_routing'].map((name) => [name, text]),
    ),
    filter: ref('Query'),
    is_write_index: boolean,
    is_hidden: boolean,
  },
  anything,
);
const ISM_ACTIONS = {
  alias: closed(
    { actions: list(closed({ add: aliasAddition, remove: openObject(aliasNames, anything) })) },
    ['actions'],
  ),
  allocation: closed({ require: rules, include: rules, exclude: rules, wait_for: boolean }),
  close: closed({}),
  delete: closed({}),
  force_merge: closed({ max_num_segments: count }, ['max_num_segments']),
  index_priority: closed({ priority: count }, ['priority']),
  notification: ref('IsmNotification'),
  open: closed({}),
  read_only: closed({}),
  read_write: closed({}),
  replica_count: closed({ number_of_replicas: count }, ['number_of_replicas']),
  rollover: closed({
    min_size: size,
    min_primary_shard_size: size,
    min_doc_count: count,
    min_index_age: text,
    copy_alias: boolean,
    prevent_empty_rollover: boolean,
  }),
  shrink: closed({
    num_new_shards: count,
    max_shard_size: size,
    percentage_of_source_shards: number,
    target_index_name_template: template,
    aliases: list(mapOf(anything)),
    switch_aliases: boolean,
    force_unsafe: boolean,
  }),
  snapshot: closed({ repository: text, snapshot: text }, ['repository', 'snapshot']),
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
const stored = { _id: text, ...integers('_version', '_seq_no', '_primary_term') };
const exampleStored = { _id: 'monthly', _version: 1, _seq_no: 0, _primary_term: 1 };
const changed = {
  answer: {
    schema: object({
      updated_indices: integer,
      failures: boolean,
      failed_indices: list(object(texts('index_name', 'index_uuid', 'reason'))),
    }),
    example: { updated_indices: 1, failures: false, failed_indices: [] },
  },
};
const step = closed({ phase: text, action: text, name: text }, ['phase']);
const since = object({ name: text, start_time: integer });
const policyId = (product: string) => `index.${product}.index_state_management.policy_id`;

export const policies: Described = {
  schemas: {
    IlmActions: closed(ILM_ACTIONS),
    IlmPolicy: closed(
      {
        phases: closed({ hot: phase, warm: phase, cold: phase, frozen: phase, delete: phase }),
        _meta: mapOf(anything),
        deprecated: boolean,
      },
      [],
    ),
    IsmNotification: closed(
      {
        destination: closed({
          slack: url,
          chime: url,
          custom_webhook: closed({
            ...Object.fromEntries(
              ['url', 'scheme', 'host', 'path', 'username', 'password'].map((name) => [name, text]),
            ),
            port: integer,
            method: words('POST', 'PUT', 'PATCH'),
            header_params: mapOf(text),
            query_params: mapOf(text),
          }),
        }),
        message_template: template,
      },
      ['destination', 'message_template'],
    ),
    IsmAction: described(
      'One action, and how it is tried.',
      closed({
        ...ISM_ACTIONS,
        timeout: text,
        retry: closed({
          count,
          backoff: words('exponential', 'constant', 'linear'),
          delay: text,
        }),
      }),
    ),
    IsmState: closed(
      {
        name: text,
        actions: list(ref('IsmAction')),
        transitions: list(
          closed({ state_name: text, conditions: closed(CONDITIONS) }, ['state_name']),
        ),
      },
      ['name'],
    ),
    IsmPolicy: closed(
      {
        policy_id: text,
        description: text,
        default_state: text,
        states: list(ref('IsmState')),
        ism_template: oneOf(list(ref('IsmTemplate')), ref('IsmTemplate'), { type: 'null' }),
        error_notification: oneOf(ref('IsmNotification'), { type: 'null' }),
        last_updated_time: integer,
        schema_version: integer,
        user: anything,
      },
      ['description', 'default_state', 'states'],
    ),
    IsmTemplate: closed(
      { index_patterns: list(text), priority: integer, last_updated_time: integer },
      ['index_patterns'],
    ),
    IsmStanding: object({
      [policyId('plugins')]: orNull('string'),
      [policyId('opendistro')]: orNull('string'),
      ...texts('index', 'index_uuid', 'policy_id'),
      ...integers('policy_seq_no', 'policy_primary_term', 'index_creation_date'),
      enabled: orNull('boolean'),
      rolled_over: boolean,
      transition_to: orNull('string'),
      state: since,
      action: object({
        name: text,
        ...integers('start_time', 'index', 'consumed_retries'),
        failed: boolean,
        last_rollover: orNull('integer'),
      }),
      step: object({ name: text, start_time: integer, step_status: text }),
      retry_info: object({ failed: boolean, consumed_retries: integer }),
      info: object({ message: text }),
      policy: ref('IsmPolicy'),
    }),
  },
  shapes: {
    'ilm.put_lifecycle': {
      body: {
        schema: closed({ policy: ref('IlmPolicy') }, ['policy']),
        example: { policy: ilmPolicy },
      },
      answer: acknowledged,
    },
    'ilm.get_lifecycle': {
      answer: {
        schema: mapOf(
          object({
            version: integer,
            modified_date: text,
            policy: ref('IlmPolicy'),
            in_use_by: object({
              indices: list(text),
              data_streams: list(text),
              composable_templates: list(text),
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
        schema: object({
          indices: mapOf(
            object({
              index: text,
              managed: boolean,
              ...texts('policy', 'time_since_index_creation', 'age', 'phase', 'action', 'step'),
              ...integers('index_creation_date_millis', 'lifecycle_date_millis'),
              ...integers('phase_time_millis', 'action_time_millis', 'step_time_millis'),
              failed_step: text,
              is_auto_retryable_error: boolean,
              failed_step_retry_count: integer,
              step_info: object(texts('message', 'type', 'reason')),
              phase_execution: object({
                policy: text,
                phase_definition: phase,
                ...integers('version', 'modified_date_in_millis'),
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
        schema: object({ operation_mode: words('RUNNING', 'STOPPING', 'STOPPED') }),
        example: { operation_mode: 'RUNNING' },
      },
    },
    'ilm.move_to_step': {
      body: {
        schema: closed({ current_step: step, next_step: step }, ['current_step', 'next_step']),
        example: {
          current_step: { phase: 'hot', action: 'rollover', name: 'check-rollover-ready' },
          next_step: { phase: 'delete', action: 'delete', name: 'delete' },
        },
      },
      answer: acknowledged,
    },
    'ilm.remove_policy': {
      answer: {
        schema: object({ has_failures: boolean, failed_indexes: list(text) }),
        example: { has_failures: false, failed_indexes: [] },
      },
    },
    'ilm.retry': { answer: acknowledged },
    'ism.put_policy': {
      body: {
        schema: closed({ policy: ref('IsmPolicy') }, ['policy']),
        example: { policy: ismPolicy },
      },
      answer: {
        schema: object({ ...stored, policy: object({ policy: ref('IsmPolicy') }) }),
        example: { ...exampleStored, policy: { policy: ismPolicy } },
      },
    },
    'ism.get_policy': {
      answer: {
        schema: object({ ...stored, policy: ref('IsmPolicy') }),
        example: { ...exampleStored, policy: ismPolicy },
      },
    },
    'ism.get_policies': {
      answer: {
        schema: object({
          policies: list(object({ ...stored, policy: ref('IsmPolicy') })),
          total_policies: integer,
        }),
        example: { policies: [{ ...exampleStored, policy: ismPolicy }], total_policies: 1 },
      },
    },
    'ism.delete_policy': {
      answer: {
        schema: ref('WriteResult'),
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
        schema: closed({ policy_id: text }, ['policy_id']),
        example: { policy_id: 'monthly' },
      },
      ...changed,
    },
    'ism.change_policy': {
      body: {
        schema: closed(
          {
            policy_id: text,
            state: text,
            include: oneOf(closed({ state: text }), list(closed({ state: text }))),
          },
          ['policy_id'],
        ),
        example: { policy_id: 'monthly', include: [{ state: 'kept' }] },
      },
      ...changed,
    },
    'ism.remove_policy': changed,
    'ism.retry_index': {
      body: { schema: closed({ state: text }), example: { state: 'kept' } },
      ...changed,
    },
    'ism.explain': {
      body: {
        schema: openObject(
          {
            filter: closed({ policy_id: text, state: text, action_type: text, failed: boolean }),
          },
          anything,
        ),
        example: { filter: { policy_id: 'monthly' } },
      },
      answer: {
        schema: {
          type: 'object',
          properties: { total_managed_indices: integer },
          additionalProperties: ref('IsmStanding'),
        },
        example: {
          books: { index: 'books', policy_id: 'monthly', enabled: true },
          total_managed_indices: 1,
        },
      },
    },
  },
};
