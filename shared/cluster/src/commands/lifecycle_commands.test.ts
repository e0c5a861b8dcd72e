/** Tests the steps of indices in their policies, of data streams and of transforms. */
import { atOnce } from '@skein/base';
import type { ManagedIndex } from '../state/lifecycle.js';
import { createRequest, refusal, Scene } from '../testing/fixtures.js';
import type { LifecycleStepRequest } from './lifecycle_step.js';
import { type AliasChange, mayAddFilters, planningFilters } from './planned_filters.js';

const NOTHING = { settings: new Map<string, string>(), mapping: {}, aliases: [] };
const ROLLOVER = {
  alias: 'logs',
  oldIndex: 'logs-1',
  newIndex: 'logs-2',
  providedName: 'logs-2',
  ...NOTHING,
};

function progress(version: number, more: Partial<ManagedIndex> = {}): ManagedIndex {
  return {
    version,
    dialect: 'ism',
    policyId: 'p',
    policy: {},
    policyVersion: 1,
    policySeqNo: 0,
    sinceMs: 1,
    stateSinceMs: 1,
    action: 0,
    actionSinceMs: 1,
    failures: 0,
    status: 'running',
    message: '',
    ...more,
  };
}

describe('a step of an index in its policy', () => {
  const made = () =>
    new Scene().run('create_index', createRequest('a')).run('create_index', createRequest('b'));
  const step = (scene: Scene, more: Partial<LifecycleStepRequest>) =>
    scene.run('lifecycle_step', { index: 'a', uuid: scene.index('a').uuid, effects: [], ...more });

  test('is taken from the version on which it was decided, and no other', () => {
    const scene = made();
    const { version } = scene.index('a');
    step(scene, { to: progress(1) });
    expect(scene.index('a')).toMatchObject({ lifecycle: progress(1), version: version + 1 });
    const before = scene.state;
    for (const stale of [{}, { from: 0 }, { from: 2 }, { from: 1, uuid: 'another' }]) {
      const request = { ...stale, to: progress(2) };
      expect(step(scene, request).state).toBe(before);
      expect(refusal(() => step(scene, { ...request, isByHand: true }))).toMatchObject({
        type: 'version_conflict_engine_exception',
        reason: 'the policy of index [a] has made a step meanwhile',
      });
    }
    expect(step(scene, { index: 'gone', from: 1 }).state).toBe(before);
    step(scene, { from: 1, to: progress(2) });
    expect(scene.index('a').lifecycle).toEqual(progress(2));
    step(scene, { from: 2 });
    expect(scene.index('a').lifecycle).toBeUndefined();
  });

  test('takes its effects with it, or none of both', () => {
    const scene = made();
    const effects = [
      { command: 'close_index', request: { indices: ['a'] } },
      { command: 'open_index', request: { indices: ['a'] } },
      { command: 'close_index', request: { indices: ['a', 'b'] } },
      { command: 'delete_index', request: { indices: ['b'] } },
    ] as const;
    const before = scene.state;
    const missing = { command: 'delete_index', request: { indices: ['gone'] } } as const;
    const failing = { to: progress(1), effects: [...effects, missing] };
    expect(refusal(() => step(scene, failing)).type).toBe('index_not_found_exception');
    expect(scene.state).toBe(before);
    step(scene, { to: progress(1), effects });
    expect(scene.index('a')).toMatchObject({ state: 'close', lifecycle: progress(1) });
    expect([...scene.state.metadata.indices.keys()]).toEqual(['a']);
  });

  test('may hand its progress to another index, and end with its own', () => {
    const scene = step(made(), { to: progress(1), onto: 'b' });
    expect(scene.index('a').lifecycle).toBeUndefined();
    expect(scene.index('b').lifecycle).toEqual(progress(1));
    const gone = { command: 'delete_index', request: { indices: ['a'] } } as const;
    step(scene, { to: progress(1), effects: [gone] });
    expect([...scene.state.metadata.indices.keys()]).toEqual(['b']);
  });

  test('that rolls over counts the age of the index from now on', () => {
    const scene = new Scene().run(
      'create_index',
      createRequest('logs-1', {}, { aliases: [{ alias: 'logs' }] }),
    );
    scene.run('lifecycle_step', {
      index: 'logs-1',
      uuid: scene.index('logs-1').uuid,
      to: progress(1),
      effects: [{ command: 'rollover', request: ROLLOVER }],
    });
    const { nowMs } = scene.env;
    expect(scene.index('logs-1').lifecycle).toEqual(progress(1, { rolledOverMs: nowMs }));
    expect([...scene.index('logs-2').aliases.keys()]).toEqual(['logs']);
  });

  test('is told with the state it leads to', () => {
    const filter = { term: { a: 1 } };
    const add = { kind: 'add', indices: ['a'], alias: 'x', filter } as const;
    const effects = [
      { command: 'update_aliases', request: { actions: [add] } },
      {
        command: 'update_index_settings',
        request: {
          indices: ['a'],
          settings: new Map([['index.priority', '5']]),
          preserveExisting: false,
        },
      },
    ] as const;
    const scene = step(made(), { to: progress(1, { state: 'warm' }), effects });
    expect(scene.index('a').settings.get('index.priority')).toBe('5');
    expect(scene.index('a').aliases.get('x')?.filter).toEqual(filter);
  });
});

describe('all policies', () => {
  test('stop and go on', () => {
    const scene = new Scene();
    const before = scene.state;
    expect(scene.run('set_lifecycle_mode', { isStopped: false }).state).toBe(before);
    scene.run('set_lifecycle_mode', { isStopped: true });
    expect(scene.state.metadata.lifecycle.isStopped).toBe(true);
    const stopped = scene.state;
    expect(scene.run('set_lifecycle_mode', { isStopped: true }).state).toBe(stopped);
    scene.run('set_lifecycle_mode', { isStopped: false });
    expect(scene.state.metadata.lifecycle.isStopped).toBe(false);
  });
});

function withStream(): Scene {
  const template = {
    name: 'logs',
    patterns: ['logs-*'],
    template: undefined,
    composedOf: undefined,
    priority: 1,
    version: undefined,
    meta: undefined,
    dataStream: { timestampField: '@timestamp', isHidden: false, allowsRouting: false },
  };
  return new Scene()
    .run('put_index_template', { template, create: false })
    .run('create_data_stream', { name: 'logs-a' })
    .run('create_data_stream', { name: 'logs-b' });
}

describe('a data stream', () => {
  const stream = (scene: Scene, name: string) => scene.state.metadata.dataStreams.get(name);

  test('takes a lifecycle, and loses it', () => {
    const scene = withStream();
    const lifecycle = { isEnabled: true, retentionMs: 5 };
    const streams = ['logs-a', 'logs-b'];
    scene.run('set_stream_lifecycle', { streams, lifecycle });
    expect(streams.map((name) => stream(scene, name)?.lifecycle)).toEqual([lifecycle, lifecycle]);
    scene.run('set_stream_lifecycle', { streams: ['logs-b'] });
    expect(stream(scene, 'logs-a')?.lifecycle).toEqual(lifecycle);
    expect(stream(scene, 'logs-b')).not.toHaveProperty('lifecycle');
    const before = scene.state;
    const unknown = { streams: ['logs-a', 'gone'], lifecycle };
    expect(refusal(() => scene.run('set_stream_lifecycle', unknown)).reason).toBe(
      'data stream [gone] not found',
    );
    expect(scene.state).toBe(before);
  });

  test('waits for its next document with a rollover', () => {
    const scene = withStream();
    scene.run('lazy_rollover', { stream: 'logs-a' });
    expect(stream(scene, 'logs-a')?.rollsOverOnWrite).toBe(true);
    expect(stream(scene, 'logs-b')?.rollsOverOnWrite).toBe(false);
    const before = scene.state;
    expect(scene.run('lazy_rollover', { stream: 'logs-a' }).state).toBe(before);
    expect(refusal(() => scene.run('lazy_rollover', { stream: 'gone' })).reason).toBe(
      'lazy rollover can be applied only on a data stream',
    );
    scene.run('update_index_settings', {
      indices: ['.ds-logs-b-000001'],
      settings: new Map([['index.blocks.metadata', 'true']]),
      preserveExisting: false,
    });
    expect(refusal(() => scene.run('lazy_rollover', { stream: 'logs-b' })).type).toBe(
      'cluster_block_exception',
    );
  });
});

test('analyzers of searches are read again when the settings count as changed', () => {
  const scene = new Scene().run('create_index', createRequest('a'));
  const { version, settingsVersion, ...rest } = scene.index('a');
  scene.run('reload_search_analyzers', { indices: ['a'] });
  expect(scene.index('a')).toEqual({
    ...rest,
    version: version + 1,
    settingsVersion: settingsVersion + 1,
  });
});

describe('a transform', () => {
  const made = () => new Scene().run('put_transform', { id: 't', source: { a: 1 }, owner: {} });
  const record = (scene: Scene) => scene.state.metadata.transforms.get('t');

  test('makes a step from the version on which it was decided', () => {
    const scene = made();
    const { createMs = 0 } = record(scene) ?? {};
    expect(record(scene)).toMatchObject({ version: 1, state: 'stopped', createMs });
    const step = (version: number, progress: object, more: object = {}) =>
      scene.run('transform_step', { id: 't', createMs, version, progress, ...more });
    step(1, { state: 'started', checkpoint: 1, dueMs: 7 });
    expect(record(scene)).toMatchObject({ version: 2, state: 'started', checkpoint: 1, dueMs: 7 });
    const conflict = 'version_conflict_engine_exception';
    const before = scene.state;
    expect(refusal(() => step(1, {}))).toMatchObject({
      type: conflict,
      reason: '[t]: version conflict, required version [1], current version [2]',
    });
    expect(refusal(() => step(2, {}, { createMs: createMs + 1 })).type).toBe(conflict);
    expect(refusal(() => step(2, {}, { id: 'gone' }))).toMatchObject({
      type: 'resource_not_found_exception',
      reason: 'Transform with id [gone] could not be found',
    });
    expect(scene.state).toBe(before);
  });

  test('keeps the reason of a failure until its state changes', () => {
    const scene = made();
    const { createMs = 0 } = record(scene) ?? {};
    let version = 1;
    const step = (progress: object) =>
      scene.run('transform_step', { id: 't', createMs, version: version++, progress });
    step({ state: 'failed', reason: 'disk' });
    step({ dueMs: 9 });
    expect(record(scene)).toMatchObject({ state: 'failed', reason: 'disk', dueMs: 9 });
    step({ reason: 'network' });
    expect(record(scene)?.reason).toBe('network');
    step({ state: 'started' });
    expect(record(scene)).not.toHaveProperty('reason');
  });

  test('is deleted when it is stopped, or by force', () => {
    const scene = made();
    const remove = (force: boolean, id = 't') => scene.run('delete_transform', { id, force });
    const { createMs = 0 } = record(scene) ?? {};
    const progress = { state: 'started' } as const;
    scene.run('transform_step', { id: 't', createMs, version: 1, progress });
    expect(refusal(() => remove(false))).toEqual({
      type: 'status_exception',
      reason: 'Cannot delete transform [t] as the task is running. Stop the task first',
      status: 409,
    });
    expect(refusal(() => remove(true, 'gone')).type).toBe('resource_not_found_exception');
    remove(true);
    expect(record(scene)).toBeUndefined();
  });
});

describe('filters of aliases that a command would add', () => {
  const filter = { term: { a: 1 } };
  const filtered = [{ alias: 'f', filter }];
  const names = (scene: Scene, change: AliasChange) =>
    atOnce(planningFilters(scene.state, change, scene.env.nowMs)).map(({ index, aliases }) => [
      index.name,
      ...aliases.map(({ name }) => name),
    ]);

  function templates(): Scene {
    const aliases = new Map([['t', { name: 't', filter }]]);
    const template = {
      ...{ name: 't', patterns: ['t*', 'logs-*'], order: 0, version: undefined },
      ...{ settings: new Map(), mapping: {} },
      aliases: new Map(
        [...aliases].map(([name, alias]) => [
          name,
          {
            ...alias,
            indexRouting: undefined,
            searchRouting: undefined,
            isWriteIndex: undefined,
            isHidden: undefined,
          },
        ]),
      ),
    };
    return new Scene().run('put_template', { template, create: false });
  }

  test('are those of a new index and of its templates', () => {
    const create = (name: string, aliases: typeof filtered | { alias: string }[]): AliasChange => ({
      command: 'create_index',
      request: createRequest(name, {}, { aliases }),
    });
    const scene = new Scene();
    expect(mayAddFilters(scene.state, create('a', []))).toBe(false);
    expect(mayAddFilters(scene.state, create('a', [{ alias: 'x' }]))).toBe(false);
    expect(mayAddFilters(scene.state, create('a', filtered))).toBe(true);
    expect(names(scene, create('a', [...filtered, { alias: 'x' }]))).toEqual([['a', 'f']]);
    const { state } = templates();
    expect(mayAddFilters(state, create('a', []))).toBe(true);
    expect(names(templates(), create('t1', filtered))).toEqual([['t1', 't', 'f']]);
    expect(names(templates(), create('a', []))).toEqual([['a']]);
  });

  test('are those that a rollover moves', () => {
    const old = (aliases: { alias: string; filter?: typeof filter }[]) =>
      new Scene().run('create_index', createRequest('logs-1', {}, { aliases }));
    const change: AliasChange = { command: 'rollover', request: ROLLOVER };
    expect(mayAddFilters(old([{ alias: 'logs' }]).state, change)).toBe(false);
    expect(mayAddFilters(old([{ alias: 'logs', filter }]).state, change)).toBe(true);
    expect(names(old([{ alias: 'logs', filter }]), change)).toEqual([['logs-2', 'logs']]);
    const own: AliasChange = { ...change, request: { ...ROLLOVER, aliases: filtered } };
    expect(mayAddFilters(old([{ alias: 'logs' }]).state, own)).toBe(true);
  });

  test('are those of the effects of a step, unless they were there', () => {
    const scene = new Scene().run('create_index', createRequest('a', {}, { aliases: filtered }));
    const before = scene.index('a').aliases.get('f')?.filter;
    const add = { kind: 'add', indices: ['a'], alias: 'g', filter } as const;
    const plain = { kind: 'add', indices: ['a'], alias: 'h' } as const;
    const stepWith = (...actions: (typeof add | typeof plain)[]): AliasChange => ({
      command: 'lifecycle_step',
      request: {
        index: 'a',
        uuid: scene.index('a').uuid,
        effects: [
          { command: 'open_index', request: { indices: ['a'] } },
          { command: 'update_aliases', request: { actions } },
        ],
      },
    });
    expect(before).toEqual(filter);
    expect(mayAddFilters(scene.state, stepWith(plain))).toBe(false);
    expect(mayAddFilters(scene.state, stepWith(plain, add))).toBe(true);
    expect(names(scene, stepWith(plain, add))).toEqual([['a', 'g']]);
  });

  test('of a data stream are those of its template', () => {
    const scene = withStream();
    const change: AliasChange = { command: 'create_data_stream', request: { name: 'logs-c' } };
    expect(mayAddFilters(scene.state, change)).toBe(false);
    expect(names(scene, change)).toEqual([['.ds-logs-c-000001']]);
  });
});
