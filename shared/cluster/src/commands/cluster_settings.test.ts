/** Tests changes of a cluster's settings: blocks, their number, and what they ask of indices. */
import { createRequest, refusal, Scene } from '../testing/fixtures.js';

describe('a cluster', () => {
  type Settings = Readonly<Record<string, string | null>>;
  const change = (scene: Scene, transient: Settings, persistent: Settings = {}) =>
    scene.run('update_cluster_settings', {
      transient: new Map(Object.entries(transient)),
      persistent: new Map(Object.entries(persistent)),
    });
  const READ_ONLY = 'cluster.blocks.read_only';

  test('may name an attribute of nodes by a number, and is told of lists by their setting', () => {
    const exclude = 'cluster.routing.allocation.exclude.7';
    expect(() => change(new Scene(), { [exclude]: 'x' })).not.toThrow();
    const reason = (key: string) => refusal(() => change(new Scene(), { [key]: '1' })).reason;
    expect(reason('nope.x.0')).toBe('transient setting [nope.x], not recognized');
    expect(reason('cluster.max_shards_per_node.0')).toBe(
      'Failed to parse value [[1]] for setting [cluster.max_shards_per_node]',
    );
  });

  test('that is read-only takes no change but one that makes it writable', () => {
    const scene = change(new Scene(), { [READ_ONLY]: 'true' });
    const refused = (...changes: [Settings, Settings?]) =>
      refusal(() => change(scene, ...changes)).type;
    const blocked = 'cluster_block_exception';
    expect(refused({ 'search.max_buckets': '5' })).toBe(blocked);
    expect(refused({ [READ_ONLY]: 'false' }, { 'search.max_buckets': '5' })).toBe(blocked);
    expect(refused({})).toBe(blocked);
    expect(() => scene.run('create_index', createRequest('a'))).toThrow('cluster read-only (api)');
    change(scene, { [READ_ONLY]: 'false' });
    expect(() => change(scene, { 'search.max_buckets': '5' })).not.toThrow();
  });

  test('keeps 10,000 settings of a kind, and as many as it had', () => {
    const remotes = (from: number, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `cluster.routing.allocation.exclude.a${from + at}`,
          'x',
        ]),
      );
    const scene = change(new Scene(), {}, remotes(0, 10_000));
    expect(scene.state.metadata.persistentSettings.size).toBe(10_000);
    expect(refusal(() => change(scene, {}, remotes(10_000, 1))).reason).toBe(
      'too many persistent settings: [10001], the cluster keeps at most [10000]',
    );
    expect(() => change(scene, remotes(10_000, 1), remotes(0, 5))).not.toThrow();
    expect(refusal(() => change(scene, remotes(0, 10_001))).reason).toBe(
      'too many transient settings: [10001], the cluster keeps at most [10000]',
    );
  });

  test('is the same after a change that changes nothing', () => {
    const scene = change(new Scene(), { 'search.max_buckets': '5' });
    const before = scene.state;
    expect(change(scene, { 'search.max_buckets': '5', 'search.max_keep_alive': null }).state).toBe(
      before,
    );
    change(scene, { 'search.*': null });
    expect(scene.state.metadata.transientSettings.size).toBe(0);
  });

  test('with balanced awareness has as many copies as the values take', () => {
    const prefix = 'cluster.routing.allocation.awareness';
    const scene = change(new Scene(), {
      [`${prefix}.attributes`]: 'zone',
      [`${prefix}.balance`]: 'true',
      [`${prefix}.force.zone.values`]: 'a,b,c',
    });
    const made = (name: string, settings: Record<string, string>) => () =>
      scene.run('create_index', createRequest(name, settings));
    const replicas = (count: string) => ({ 'index.number_of_replicas': count });
    expect(made('two', replicas('2'))).not.toThrow();
    expect(refusal(made('one', replicas('1'))).reason).toContain(
      'expected total copies needs to be a multiple of total awareness attributes [3]',
    );
    expect(made('.one', replicas('1'))).not.toThrow();
    const expand = (range: string) => ({ 'index.auto_expand_replicas': range });
    expect(made('all', expand('0-all'))).not.toThrow();
    expect(made('capped', expand('0-2'))).not.toThrow();
    expect(refusal(made('uneven', expand('0-1'))).reason).toContain(
      'expected max cap on auto expand to be a multiple of total awareness attributes [3]',
    );
    const template = {
      ...{ name: 't', patterns: ['x*'], order: 0, version: undefined },
      ...{ mapping: {}, aliases: new Map() },
    };
    const put = (settings: Record<string, string>) => () =>
      scene.run('put_template', {
        template: { ...template, settings: new Map(Object.entries(settings)) },
        create: false,
      });
    expect(put(replicas('5'))).not.toThrow();
    expect(refusal(put(replicas('1')))).toMatchObject({
      type: 'invalid_index_template_exception',
      reason: expect.stringContaining('index_template [t] invalid, cause [Validation Failed: 1: '),
    });
    expect(refusal(put({ ...replicas('2'), 'index.uuid': 'u' })).reason).toBe(
      'Validation Failed: 1: private index setting [index.uuid] can not be set explicitly;',
    );
  });

  describe('has its watermarks in order', () => {
    const disk = 'cluster.routing.allocation.disk.watermark';
    const set = (low: string, high: string, flood: string) => () =>
      change(new Scene(), {
        [`${disk}.low`]: low,
        [`${disk}.high`]: high,
        [`${disk}.flood_stage`]: flood,
      });

    test.each([
      ['80%', '80%', '80%'],
      ['80%', '85%', '90%'],
      ['10gb', '10gb', '10gb'],
      ['10gb', '5gb', '1gb'],
    ])('%s, %s and %s are in order', (...marks) => {
      expect(set(...marks)).not.toThrow();
    });

    test.each([
      ['81%', '80%', '90%', 'low disk watermark [81%] more than high disk watermark [80%]'],
      ['80%', '91%', '90%', 'high disk watermark [91%] more than flood stage disk watermark [90%]'],
      ['9gb', '10gb', '1gb', 'low disk watermark [9gb] less than high disk watermark [10gb]'],
      [
        ...(['10gb', '1gb', '2gb'] as const),
        'high disk watermark [1gb] less than flood stage disk watermark [2gb]',
      ],
      ['80%', '10gb', '5gb', 'unable to consistently parse'],
      ['80%', '85%', '5gb', 'unable to consistently parse'],
      ['10gb', '85%', '90%', 'unable to consistently parse'],
      ['10gb', '5gb', '90%', 'unable to consistently parse'],
    ])('%s, %s and %s are not: %s', (low, high, flood, reason) => {
      expect(refusal(set(low, high, flood)).reason).toContain(reason);
    });
  });
});
