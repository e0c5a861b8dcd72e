/**
 * The members of processors, policies and transforms in the OpenAPI document are exactly those of
 * the parsers.
 */
import { encodeJson, type JsonObject, type JsonValue } from '@skein/content';
import { IngestThread } from '@skein/ingest';
import { PROCESSOR_NAMES } from '@skein/ingest/calls';
import { readPolicy, readSnapshotPolicy } from '@skein/lifecycle';
import { nowhere } from '@skein/reading';
import { ScriptService } from '@skein/script';
import { readTransform } from '@skein/transform';
import { PROCESSORS } from '../src/api/openapi/schemas/processors.js';
import { knownMembers, type Outcome, outcomeOf, refusedValues } from './known_members.js';
import { type Place, placesIn, type Schema } from './schema_places.js';
import { wordsOfSources } from './source_words.js';

// Very many errors are made here, and nobody reads their stacks.
Error.stackTraceLimit = 0;

const CLOCK = { nowMs: () => 0, monotonicMs: () => 0 };
const EXPRESSIONS = ['user_agent', 'os', 'device']
  .map((kind) => `${kind}_parsers:\n  - regex: '(x)'\n`)
  .join('');

const thread = new IngestThread({
  scripts: new ScriptService(CLOCK),
  stopwatch: {
    run: (_limitMs, work) => {
      work();
      return true;
    },
    isWaiting: () => false,
  },
  matchLimitMs: 1000,
  ports: {
    clock: CLOCK,
    digest: () => new Uint8Array(0),
    configFile: () => undefined,
    userAgentExpressions: () => EXPRESSIONS,
    extract: () => {
      throw new TypeError('no files here');
    },
  },
});

function simulate(processor: JsonValue): void {
  const body = encodeJson({ pipeline: { processors: [processor] }, docs: [{ _source: {} }] });
  thread.answers.simulate({ body, id: undefined, verbose: false });
}

interface Language {
  readonly schema: string;
  readonly parse: (json: JsonObject) => unknown;
  readonly words: ReadonlySet<string>;
  readonly examples: readonly JsonObject[];
}

const ofPolicies = wordsOfSources('lifecycle/src');

const phase = (name: string, actions: JsonObject) => ({ phases: { [name]: { actions } } });
const rollover = { rollover: { max_docs: 1 } };

const state = (...actions: readonly JsonObject[]): JsonObject => ({
  description: '',
  default_state: 'a',
  states: [{ name: 'a', actions, transitions: [] }],
});
const template = { source: 'x' };
const slack = { slack: { url: 'https://example.org' } };

const LANGUAGES: readonly Language[] = [
  {
    schema: 'IlmPolicy',
    parse: (json) => readPolicy('ilm', json),
    words: ofPolicies,
    examples: [
      phase('hot', rollover),
      phase('hot', { ...rollover, forcemerge: { max_num_segments: 1 } }),
      phase('hot', { ...rollover, shrink: { number_of_shards: 1 } }),
      phase('hot', { ...rollover, readonly: {} }),
      phase('warm', { set_priority: { priority: 1 } }),
      phase('warm', { allocate: { number_of_replicas: 1 } }),
      phase('warm', { migrate: {} }),
      phase('warm', { unfollow: {} }),
      phase('cold', { freeze: {} }),
      phase('delete', { wait_for_snapshot: { policy: 'a' } }),
      phase('delete', { delete: {} }),
    ],
  },
  {
    schema: 'IsmPolicy',
    parse: (json) => readPolicy('ism', json),
    words: ofPolicies,
    examples: [
      {
        ...state(),
        states: [
          {
            name: 'a',
            actions: [],
            transitions: [{ state_name: 'a', conditions: { no_alias: true } }],
          },
        ],
      },
      {
        ...state(),
        states: [
          {
            name: 'a',
            transitions: [
              {
                state_name: 'a',
                conditions: { cron: { cron: { expression: '0 0 * * *', timezone: 'UTC' } } },
              },
            ],
          },
        ],
      },
      {
        ...state(),
        ism_template: [{ index_patterns: ['a*'], priority: 1 }],
        error_notification: { destination: slack, message_template: template },
      },
      state({ read_only: {}, retry: { count: 1 } }),
      state({ alias: { actions: [{ add: { alias: 'a' } }] } }),
      state({ allocation: { require: { zone: 'a' } } }),
      state({ close: {} }),
      state({ delete: {} }),
      state({ force_merge: { max_num_segments: 1 } }),
      state({ index_priority: { priority: 1 } }),
      state({ notification: { destination: slack, message_template: template } }),
      state({
        notification: {
          destination: { custom_webhook: { url: 'https://example.org' } },
          message_template: template,
        },
      }),
      state({ open: {} }),
      state({ read_write: {} }),
      state({ replica_count: { number_of_replicas: 1 } }),
      state({ rollover: {} }),
      state({ shrink: { num_new_shards: 1, target_index_name_template: template } }),
      state({ snapshot: { repository: 'a', snapshot: 'b' } }),
    ],
  },
  {
    schema: 'SlmPolicy',
    parse: (json) => readSnapshotPolicy('slm', json),
    words: ofPolicies,
    examples: [
      {
        schedule: '0 30 1 * * ?',
        name: 'a',
        repository: 'b',
        config: {},
        retention: { expire_after: '1d' },
      },
    ],
  },
  {
    schema: 'SmPolicy',
    parse: (json) => readSnapshotPolicy('sm', json),
    words: ofPolicies,
    examples: [
      {
        creation: { schedule: { cron: { expression: '0 0 * * *', timezone: 'UTC' } } },
        deletion: { condition: { max_age: '1d' } },
        snapshot_config: { repository: 'a' },
      },
    ],
  },
  {
    schema: 'Transform',
    parse: ({ id: _repeated, ...json }) => readTransform(json, nowhere),
    words: wordsOfSources('transform/src'),
    examples: [
      {
        source: { index: 'a' },
        dest: { index: 'b' },
        pivot: {
          group_by: { a: { terms: { field: 'a' } } },
          aggs: { n: { sum: { field: 'n' } } },
        },
        sync: { time: { field: 'at' } },
        settings: {},
        retention_policy: { time: { field: 'at', max_age: '1d' } },
      },
      {
        source: { index: 'a' },
        dest: { index: 'b' },
        latest: { unique_key: 'a', sort: 'at' },
      },
    ],
  },
];

interface Case {
  readonly place: Place;
  readonly outcome: Outcome;
  readonly words: ReadonlySet<string>;
}

const OF_PROCESSORS = wordsOfSources(
  'ingest/src/processors',
  'ingest/src/read_pipeline.ts',
  'script/src/script_reference.ts',
);
/** Cannot be made without a database. */
const UNMADE: ReadonlySet<string> = new Set(['geoip']);

const PROCESSOR_CASES: readonly Case[] = Object.entries(PROCESSORS)
  .filter(([name]) => !UNMADE.has(name))
  .flatMap(([name, schema]) => {
    const { examples: [example] = [] } = schema as Schema;
    const outcome = outcomeOf((json) => simulate(json as JsonValue));
    return placesIn(schema as Schema, example, name, (one) => ({ [name]: one }))
      .filter((place) => place.name === name)
      .map((place) => ({ place, outcome, words: OF_PROCESSORS }));
  });

const POLICY_CASES: readonly Case[] = LANGUAGES.flatMap(({ schema, parse, words, examples }) =>
  examples
    .flatMap((example) => placesIn({ $ref: `#/components/schemas/${schema}` }, example, schema))
    .filter(({ name }) => !/Query|Aggregation|aggs\.n/.test(name))
    .map((place) => ({ place, words, outcome: outcomeOf((json) => parse(json as JsonObject)) })),
);

const CASES = [...PROCESSOR_CASES, ...POLICY_CASES].filter(
  ({ place }, i, all) => all.findIndex((other) => other.place.members === place.members) === i,
);

/** Names that parsers know in order to refuse them with a reason, by the names of places. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  IsmAction: ['custom'],
  IsmNotification: ['channel'],
  SmPolicy: ['notification'],
  'IsmPolicy.states[].transitions[].conditions.cron.cron': ['start_time'],
  'SmPolicy.creation.schedule': ['interval'],
  'SmPolicy.creation.schedule.cron': ['start_time'],
};

test('every processor has options', () => {
  expect(Object.keys(PROCESSORS).sort()).toEqual([...PROCESSOR_NAMES].sort());
});

test.each(
  LANGUAGES.flatMap(({ schema, parse, examples }) =>
    examples.map((example) => [schema, example, parse] as const),
  ),
)('%s: %j is taken', (_schema, example, parse) => {
  expect(() => parse(example)).not.toThrow();
});

test.each(CASES.map((one) => [one.place.name, one] as const))(
  '%s has the members of the parser',
  (name, { place, outcome, words }) => {
    const refused = REFUSED[name] ?? [];
    const known = knownMembers(place, outcome, words).filter((one) => !refused.includes(one));
    expect(known.sort()).toEqual(place.known.toSorted());
    expect(refusedValues(place, outcome)).toEqual([]);
  },
);
