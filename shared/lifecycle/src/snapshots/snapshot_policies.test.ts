/**
 * Policies that take and remove snapshots: due times, next steps, consequences of failures and time
 * limits. The clock is a number.
 */
import {
  type ClusterState,
  type CommandEnvironment,
  type CommandName,
  type CommandRequest,
  commandOf,
  emptyState,
  type SnapshotPolicyDialect,
  type SnapshotPolicyRecord,
  snapshotPolicyKey,
  stepsOf,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { PolicyDecision, PolicyFacts } from './policy_turn.js';
import { policyDues, readSnapshotPolicy } from './read_snapshot_policy.js';
import { nextOfRemoving, removingBegun, removingFailed } from './remove_snapshots.js';
import { retentionTurn } from './retention_schedule.js';
import type { FoundSnapshot } from './snapshot_policy.js';
import { nextOfTaking, takingBegun, takingFailed } from './take_snapshots.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SM: JsonObject = {
  creation: {
    schedule: { cron: { expression: '0 8 * * *', timezone: 'UTC' } },
    time_limit: '1h',
  },
  deletion: {
    schedule: { cron: { expression: '0 9 * * *', timezone: 'UTC' } },
    condition: { max_age: '7d', min_count: 2, max_count: 5 },
    time_limit: '10m',
  },
  snapshot_config: { repository: 'r', indices: 'logs-*', metadata: { of: 'tests' } },
};
const SLM: JsonObject = {
  schedule: '0 30 1 * * ?',
  name: '<daily-{now/d}>',
  repository: 'r',
  retention: { expire_after: '30d', min_count: 1, max_count: 3 },
};

/** A cluster with policies, and a clock that is set manually. */
class Scene {
  state: ClusterState = emptyState('c', 'u');
  nowMs = Date.parse('2026-11-28T00:00:00Z');
  readonly #dialect: SnapshotPolicyDialect;

  constructor(dialect: SnapshotPolicyDialect, source: JsonObject) {
    this.#dialect = dialect;
    this.run('put_repository', { name: 'r', type: 'fs', settings: { location: 'r' } });
    this.put(source);
  }

  put(source: JsonObject, isEnabled = true): this {
    const dialect = this.#dialect;
    const dues = policyDues(readSnapshotPolicy(dialect, source), this.nowMs);
    const stored = { dialect, name: 'p', source, owner: {}, isEnabled, dues } as const;
    return this.run('put_snapshot_policy', { ...stored, expected: 'any' });
  }

  get record(): SnapshotPolicyRecord {
    const found = this.state.metadata.snapshotPolicies.get(snapshotPolicyKey(this.#dialect, 'p'));
    if (found === undefined) throw new Error('there is no policy');
    return found;
  }

  get policy() {
    return readSnapshotPolicy(this.#dialect, this.record.source);
  }

  facts(found?: readonly FoundSnapshot[]): PolicyFacts {
    const { state, record, nowMs } = this;
    return { state, record, nowMs, ...(found === undefined ? {} : { found }) };
  }

  at(time: string): this {
    this.nowMs = Date.parse(time);
    return this;
  }

  run<Name extends CommandName>(name: Name, request: CommandRequest<Name>): this {
    const random = { bytes: (count: number) => new Uint8Array(count), next: () => 0.5 };
    const environment: CommandEnvironment = { nowMs: this.nowMs, random, indexVersion: '1' };
    const steps = stepsOf(commandOf(name).execute(this.state, request, environment));
    let taken = steps.next();
    while (taken.done !== true) taken = steps.next();
    this.state = taken.value;
    return this;
  }

  taking(found?: readonly FoundSnapshot[]): PolicyDecision {
    return nextOfTaking(this.policy, this.facts(found));
  }

  removing(found?: readonly FoundSnapshot[]): PolicyDecision {
    return nextOfRemoving(this.policy, this.facts(found));
  }

  step(
    { progress, retention }: { progress: object; retention?: object },
    effect?: CommandRequest<'snapshot_policy_step'>['effect'],
    record = this.record,
  ): this {
    const { dialect, name, seqNo, step: from } = record;
    const request = { dialect, name, seqNo, from, progress, retention, effect };
    return this.run('snapshot_policy_step', request as CommandRequest<'snapshot_policy_step'>);
  }

  take(uuid: string, record = this.record): this {
    const step = takingBegun(this.policy, this.facts(), { uuid, name: `p-${uuid}` });
    const request = {
      repository: 'r',
      name: `p-${uuid}`,
      uuid,
      indices: [],
      dataStreams: [],
      includeGlobalState: true,
      isPartial: false,
    };
    return this.step(step, { command: 'create_snapshot', request }, record);
  }

  decide(decision: PolicyDecision): this {
    if (decision.kind !== 'step') throw new Error(`it is ${decision.kind}`);
    return this.step(decision.step);
  }

  end(uuid: string, result: 'SUCCESS' | 'PARTIAL' | 'FAILED'): this {
    return this.run('end_snapshot', { uuid, result, term: this.state.term });
  }
}

function found(uuid: string, time: string, state: FoundSnapshot['state'] = 'SUCCESS') {
  const startMs = Date.parse(time);
  const endMs = startMs + MINUTE;
  return { uuid, name: `p-${uuid}`, state, reason: undefined, startMs, endMs, indices: ['logs-1'] };
}

const names = (decision: PolicyDecision) =>
  decision.kind === 'delete' ? decision.snapshots.map(({ uuid }) => uuid) : decision.kind;

describe('taking', () => {
  test('nothing until it is due, then a snapshot, then nothing until the next day', () => {
    const scene = new Scene('sm', SM);
    const eight = Date.parse('2026-11-28T08:00:00Z');
    expect(scene.taking()).toEqual({ kind: 'nothing', untilMs: eight });
    expect(scene.at('2026-11-28T08:00:00Z').taking()).toEqual({ kind: 'create' });
    scene.take('a');
    expect(scene.record.creation).toMatchObject({
      dueMs: eight + DAY,
      isDue: false,
      started: { uuid: 'a', names: ['p-a'] },
      latest: { status: 'IN_PROGRESS', startMs: eight },
    });
    expect(scene.taking().kind).toBe('nothing');
    scene.at('2026-11-28T08:00:30Z').end('a', 'SUCCESS').decide(scene.taking());
    expect(scene.record).toMatchObject({
      counts: { taken: 1, failed: 0 },
      lastSuccess: { snapshot: 'p-a', startMs: eight },
      creation: { dueMs: eight + DAY, latest: { status: 'SUCCESS', endMs: scene.nowMs } },
    });
    expect(scene.record.creation?.started).toBeUndefined();
    expect(scene.taking()).toEqual({ kind: 'nothing', untilMs: eight + DAY });
  });

  test('two masters that decide on the same record take one snapshot', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T08:00:00Z');
    const before = scene.record;
    scene.take('a', before).take('b', before);
    expect([...scene.state.metadata.snapshots.keys()]).toEqual(['a']);
  });

  test('times that passed while nobody led are made up once', () => {
    const scene = new Scene('sm', SM).at('2026-12-01T12:00:00Z');
    expect(scene.taking()).toEqual({ kind: 'create' });
    scene.take('a');
    expect(scene.record.creation?.dueMs).toBe(Date.parse('2026-12-02T08:00:00Z'));
  });

  test('a time that comes while a snapshot is under way is passed over', () => {
    const { time_limit: _none, ...creation } = SM.creation as JsonObject;
    const scene = new Scene('sm', { ...SM, creation }).at('2026-11-28T08:00:00Z').take('a');
    scene.at('2026-11-29T10:00:00Z');
    expect(scene.taking().kind).toBe('nothing');
    scene.end('a', 'SUCCESS').decide(scene.taking());
    expect(scene.taking()).toEqual({
      kind: 'nothing',
      untilMs: Date.parse('2026-11-30T08:00:00Z'),
    });
  });

  test('a snapshot that cannot be asked for is tried four times, a minute apart', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T08:00:00Z');
    for (let attempt = 1; attempt <= 3; attempt++) {
      scene.step(takingFailed(scene.policy, scene.facts(), 'p-a', 'no'));
      expect(scene.record.creation).toMatchObject({
        isDue: true,
        failures: attempt,
        latest: { status: 'RETRYING', cause: 'no' },
      });
      expect(scene.taking()).toEqual({ kind: 'nothing', untilMs: scene.nowMs + MINUTE });
      scene.nowMs += MINUTE;
      expect(scene.taking()).toEqual({ kind: 'create' });
    }
    scene.step(takingFailed(scene.policy, scene.facts(), 'p-a', 'no'));
    expect(scene.record).toMatchObject({
      counts: { failed: 1, failedInRow: 1 },
      creation: { isDue: false, failures: 0, latest: { status: 'FAILED' } },
      lastFailure: { snapshot: 'p-a', reason: 'no' },
    });
    expect(scene.taking()).toEqual({
      kind: 'nothing',
      untilMs: Date.parse('2026-11-29T08:00:00Z'),
    });
  });

  test('a snapshot that takes longer than its limit is waited for no more, and goes on', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T08:00:00Z').take('a');
    expect(scene.taking()).toEqual({ kind: 'nothing', untilMs: scene.nowMs + HOUR + 1 });
    scene.at('2026-11-28T09:00:01Z').decide(scene.taking());
    expect(scene.record.creation).toMatchObject({
      latest: {
        status: 'TIME_LIMIT_EXCEEDED',
        message: 'Time limit 1h exceeded during snapshot creation step',
      },
    });
    expect(scene.state.metadata.snapshots.get('a')?.isAborted).toBe(false);
  });

  test('how a snapshot ended that the cluster has forgotten is looked for in the repository', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T08:00:00Z').take('a');
    const forget = { snapshots: new Map() };
    scene.state = { ...scene.state, metadata: { ...scene.state.metadata, ...forget } };
    expect(scene.taking()).toEqual({ kind: 'look' });
    const kept = scene.state;
    scene.decide(scene.taking([found('a', '2026-11-28T08:00:00Z')]));
    expect(scene.record).toMatchObject({
      counts: { taken: 1 },
      lastSuccess: { indices: ['logs-1'] },
    });
    scene.state = kept;
    scene.decide(scene.taking([found('a', '2026-11-28T08:00:00Z', 'PARTIAL')]));
    expect(scene.record).toMatchObject({ counts: { failed: 1 } });
    scene.state = kept;
    scene.decide(scene.taking([]));
    expect(scene.record).toMatchObject({ counts: { failed: 1 }, creation: { isDue: false } });
  });

  test('what a policy has under way outlives a change of the policy; the next time is reckoned anew', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T08:00:00Z').take('a');
    const schedule = { cron: { expression: '0 * * * *', timezone: 'UTC' } };
    scene.put({ ...SM, creation: { schedule } });
    expect(scene.record.creation).toMatchObject({
      dueMs: Date.parse('2026-11-28T09:00:00Z'),
      started: { uuid: 'a' },
    });
  });

  test('one that rests begins nothing, and what it missed is not made up', () => {
    const scene = new Scene('sm', SM).put(SM, false).at('2026-11-28T10:00:00Z');
    expect(scene.taking()).toEqual({ kind: 'nothing' });
    const dues = policyDues(scene.policy, scene.nowMs);
    scene.run('enable_snapshot_policy', { dialect: 'sm', name: 'p', isEnabled: true, dues });
    expect(scene.taking()).toEqual({
      kind: 'nothing',
      untilMs: Date.parse('2026-11-29T08:00:00Z'),
    });
  });

  test('in Vienna, each day has one time, when the clocks change too', () => {
    const schedule = { cron: { expression: '30 2 * * *', timezone: 'Europe/Vienna' } };
    const { creation } = readSnapshotPolicy('sm', { ...SM, creation: { schedule } });
    const times = (from: string) => {
      let at = Date.parse(from);
      return Array.from({ length: 3 }, () => {
        at = creation?.schedule.nextMs(at) ?? Number.NaN;
        return new Date(at).toISOString();
      });
    };
    // 29 March has no 02:30, so it runs an hour later.
    expect(times('2026-03-27T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    // 25 October has two of them.
    expect(times('2026-10-23T12:00:00Z')).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('names', () => {
    const random = { bytes: (count: number) => new Uint8Array(count).fill(255), next: () => 0 };
    const nowMs = Date.parse('2026-11-28T23:30:00Z');
    const nameOf = (dialect: SnapshotPolicyDialect, source: JsonObject) =>
      readSnapshotPolicy(dialect, source).creation?.snapshotName('p', nowMs, random);
    expect(nameOf('sm', SM)).toBe('p-2026-11-28t23:30:00-aaaaaaaa');
    const config = {
      repository: 'r',
      date_format: 'yyyy-MM-dd-HH',
      date_format_timezone: 'Asia/Tokyo',
    };
    expect(nameOf('sm', { ...SM, snapshot_config: config })).toBe('p-2026-11-29-08-aaaaaaaa');
    expect(nameOf('slm', SLM)).toMatch(/^daily-2026\.11\.28-[a-z0-9_-]{20,}$/);
  });
});

describe('removing', () => {
  const AGES = ['11-10', '11-12', '11-25', '11-26', '11-27'].map((day) =>
    found(day, `2026-${day}T08:00:00Z`),
  );

  test('what is too old goes, and the youngest two stay whatever their age', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T09:00:00Z');
    expect(scene.removing()).toEqual({ kind: 'look' });
    expect(names(scene.removing(AGES))).toEqual(['11-10', '11-12']);
    expect(names(scene.removing(AGES.slice(0, 2)))).toBe('step');
    scene.at('2027-11-28T09:00:00Z');
    expect(names(scene.removing(AGES))).toEqual(['11-10', '11-12', '11-25']);
  });

  test('no more than so many stay', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T09:00:00Z');
    const many = Array.from({ length: 8 }, (_, hour) =>
      found(`${hour}`, `2026-11-28T0${hour}:00:00Z`),
    );
    expect(names(scene.removing([...many].reverse()))).toEqual(['0', '1', '2']);
  });

  test('of Elasticsearch, those that succeeded count, and one that failed goes with age', () => {
    const scene = new Scene('slm', SLM).at('2026-11-28T09:00:00Z');
    scene.run('run_snapshot_retention', { schedule: '', isSchedulingAlone: false });
    const failed = found('f', '2026-11-27T09:00:00Z', 'FAILED');
    expect(names(scene.removing([...AGES, failed]))).toEqual(['11-10', '11-12']);
    const { expire_after: _none, ...counts } = SLM.retention as JsonObject;
    scene.put({ ...SLM, retention: counts });
    scene.run('run_snapshot_retention', { schedule: '', isSchedulingAlone: false });
    const early = found('e', '2026-11-26T09:00:00Z', 'PARTIAL');
    expect(names(scene.removing([...AGES, failed, early]))).toEqual(['11-10', '11-12', 'e']);
  });

  test('a deletion is followed to its end, and tried again when it failed', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T09:00:00Z');
    const snapshots = [{ name: 'p-11-10', uuid: '11-10' }];
    const remove = (uuid: string) => {
      const step = removingBegun(scene.policy, scene.facts(), { uuid, snapshots });
      const request = { repository: 'r', uuid, snapshots };
      return scene.step(step, { command: 'delete_snapshots', request });
    };
    remove('d1');
    expect(scene.record.deletion).toMatchObject({
      started: { uuid: 'd1', names: ['p-11-10'] },
      dueMs: Date.parse('2026-11-29T09:00:00Z'),
    });
    scene.run('end_snapshot_deletion', { uuid: 'd1', reason: 'no', term: scene.state.term });
    scene.decide(scene.removing());
    expect(scene.record.deletion).toMatchObject({ isDue: true, failures: 1 });
    scene.nowMs += MINUTE;
    expect(scene.removing()).toEqual({ kind: 'look' });
    remove('d2');
    scene.run('end_snapshot_deletion', { uuid: 'd2', term: scene.state.term });
    scene.decide(scene.removing());
    expect(scene.record).toMatchObject({
      counts: { deleted: 1, deletionsFailed: 0 },
      deletion: { isDue: false, failures: 0, latest: { status: 'SUCCESS' } },
    });
  });

  test('a deletion that takes longer than its limit is waited for no more', () => {
    const scene = new Scene('sm', SM).at('2026-11-28T09:00:00Z');
    const snapshots = [{ name: 'p-a', uuid: 'a' }];
    const step = removingBegun(scene.policy, scene.facts(), { uuid: 'd', snapshots });
    const request = { repository: 'r', uuid: 'd', snapshots };
    scene.step(step, { command: 'delete_snapshots', request });
    scene.at('2026-11-28T09:10:01Z').decide(scene.removing());
    expect(scene.record.deletion?.latest?.status).toBe('TIME_LIMIT_EXCEEDED');
  });

  test('a repository that cannot be read is a failure of the policy', () => {
    const scene = new Scene('slm', SLM).at('2026-11-28T09:00:00Z');
    scene.run('run_snapshot_retention', { schedule: '', isSchedulingAlone: false });
    scene.step(removingFailed(scene.policy, scene.facts(), 'no'));
    expect(scene.record).toMatchObject({
      counts: { deletionsFailed: 1 },
      deletion: { isDue: false },
    });
    expect(scene.state.metadata.snapshotLifecycle.retentionFailed).toBe(1);
  });
});

describe('the retention of Elasticsearch', () => {
  test('is asked by the schedule of the cluster, once for each time', () => {
    const scene = new Scene('slm', SLM);
    const first = retentionTurn(scene.state, scene.nowMs).request;
    expect(first).toMatchObject({
      isSchedulingAlone: true,
      nextMs: Date.parse('2026-11-28T01:30:00Z'),
    });
    if (first !== undefined) scene.run('run_snapshot_retention', first);
    expect(scene.record.deletion?.isDue).toBe(false);
    scene.at('2026-11-28T01:30:00Z');
    const due = retentionTurn(scene.state, scene.nowMs).request;
    if (due === undefined) throw new Error('it is due');
    scene.run('run_snapshot_retention', due).run('run_snapshot_retention', due);
    expect(scene.record.deletion?.isDue).toBe(true);
    expect(scene.state.metadata.snapshotLifecycle).toMatchObject({
      retentionRuns: 1,
      retentionDueMs: Date.parse('2026-11-29T01:30:00Z'),
    });
  });

  test('rests with all else while policies are stopped, and begins anew', () => {
    const scene = new Scene('slm', SLM).run('set_snapshot_lifecycle_mode', {
      isStopped: true,
      dues: [],
    });
    scene.at('2026-11-28T02:00:00Z');
    expect(scene.taking()).toEqual({ kind: 'nothing' });
    expect(retentionTurn(scene.state, scene.nowMs)).toEqual({});
    const dues = [['p', policyDues(scene.policy, scene.nowMs)]] as const;
    scene.run('set_snapshot_lifecycle_mode', { isStopped: false, dues });
    expect(scene.taking()).toEqual({
      kind: 'nothing',
      untilMs: Date.parse('2026-11-29T01:30:00Z'),
    });
  });
});

describe('what is no policy', () => {
  const { creation, deletion, snapshot_config } = SM;
  test.each<[string, SnapshotPolicyDialect, JsonObject]>([
    ['Must provide either creation or deletion configuration.', 'sm', { snapshot_config }],
    ['snapshot_config field must not be null', 'sm', { creation }],
    ['Must provide the repository in snapshot config.', 'sm', { creation, snapshot_config: {} }],
    [
      'five fields are expected',
      'sm',
      { ...SM, creation: { schedule: { cron: { expression: '* * * *', timezone: 'UTC' } } } },
    ],
    ['[interval] is not supported', 'sm', { ...SM, creation: { schedule: { interval: {} } } }],
    [
      'max_count should be bigger than min_count.',
      'sm',
      { ...SM, deletion: { condition: { max_count: 1 } } },
    ],
    ['Please provide max_age or max_count.', 'sm', { ...SM, deletion: { condition: {} } }],
    ['Schedule not provided', 'sm', { deletion: { condition: { max_count: 3 } }, snapshot_config }],
    ['[notification] is not supported', 'sm', { ...SM, notification: {} }],
    ['Invalid field: [nope]', 'sm', { ...SM, nope: 1 }],
    [
      'Please provide a valid date format',
      'sm',
      { creation, deletion, snapshot_config: { repository: 'r', date_format: 'bogus{' } },
    ],
    ['Required [schedule]', 'slm', { name: 'a', repository: 'r' }],
    ['invalid cron expression', 'slm', { ...SLM, schedule: '* * * * *' }],
    ['must be lowercase', 'slm', { ...SLM, name: 'Upper' }],
    [
      'minimum snapshot count 4 cannot be larger',
      'slm',
      { ...SLM, retention: { min_count: 4, max_count: 3 } },
    ],
    ['Invalid field: [feature_states]', 'slm', { ...SLM, config: { feature_states: [] } }],
  ])('%s', (reason, dialect, source) => {
    expect(() => readSnapshotPolicy(dialect, source)).toThrow(reason);
  });
});
