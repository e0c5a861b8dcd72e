/** Tests that templates which are in use, missing or contradictory are refused. */
import type { JsonObject } from '@skein/content';
import type { ComponentTemplate, ComposableTemplate } from '../state/composable_template.js';
import { StateCodec } from '../state/state_codec.js';
import { pipelinesOfName } from '../templates/pipelines_of_name.js';
import { composable, createRequest, refusal, Scene } from '../testing/fixtures.js';

const body = (settings: Readonly<Record<string, string>>) => ({
  settings: new Map(Object.entries(settings)),
  mapping: undefined,
  aliases: undefined,
});

const component = (
  name: string,
  settings: Readonly<Record<string, string>> = {},
): ComponentTemplate => ({ name, template: body(settings), version: undefined, meta: undefined });

const putComponent = (scene: Scene, one: ComponentTemplate, create = false) =>
  scene.run('put_component_template', { component: one, create });
const putTemplate = (scene: Scene, one: ComposableTemplate, create = false) =>
  scene.run('put_index_template', { template: one, create });

test('a component that a template uses stays', () => {
  const scene = new Scene();
  for (const name of ['c1', 'c2', 'other']) putComponent(scene, component(name));
  putTemplate(scene, composable('b', { composedOf: ['c1', 'c2'] }));
  putTemplate(scene, composable('a', { composedOf: ['c1'] }));
  const remove = (pattern: string) => scene.run('delete_component_template', { pattern });
  expect(refusal(() => remove('c*')).reason).toBe(
    'component templates [c1, c2] cannot be removed as they are still in use by index templates [a, b]',
  );
  expect(refusal(() => remove('c2')).reason).toBe(
    'component templates [c2] cannot be removed as they are still in use by index templates [b]',
  );
  remove('other');
  expect([...scene.state.metadata.componentTemplates.keys()]).toEqual(['c1', 'c2']);
  scene.run('delete_index_template', { pattern: '*' });
  remove('c*');
  expect(scene.state.metadata.componentTemplates.size).toBe(0);
});

test('what is not there cannot be removed, unless everything is meant', () => {
  const scene = putTemplate(new Scene(), composable('a'));
  for (const command of ['delete_index_template', 'delete_component_template'] as const)
    expect(refusal(() => scene.run(command, { pattern: 'x*' }))).toMatchObject({
      type: 'index_template_missing_exception',
      reason: 'index_template [x*] missing',
    });
  const before = scene.state;
  expect(scene.run('delete_component_template', { pattern: '*' }).state).toBe(before);
  scene.run('delete_index_template', { pattern: 'a' });
  expect(scene.state.metadata.indexTemplates.size).toBe(0);
});

test('creation does not replace', () => {
  const scene = putTemplate(putComponent(new Scene(), component('c'), true), composable('a'), true);
  expect(refusal(() => putComponent(scene, component('c'), true)).reason).toBe(
    'component template [c] already exists',
  );
  expect(refusal(() => putTemplate(scene, composable('a'), true)).reason).toBe(
    'index template [a] already exists',
  );
  putComponent(putTemplate(scene, composable('a', { priority: 7 })), component('c'));
  expect(scene.state.metadata.indexTemplates.get('a')?.priority).toBe(7);
});

test('a template needs its components, and a component must fit its templates', () => {
  const scene = putComponent(new Scene(), component('c', { 'index.number_of_shards': '2' }));
  expect(
    refusal(() => putTemplate(scene, composable('a', { composedOf: ['c', 'd', 'e'] }))).reason,
  ).toContain('specifies component templates [d, e] that do not exist');
  putTemplate(scene, composable('a', { composedOf: ['c', 'd'], optionalComponents: ['d'] }));
  putTemplate(
    scene,
    composable('sorted', {
      composedOf: ['c'],
      template: body({ 'index.number_of_routing_shards': '4' }),
    }),
  );
  const before = scene.state;
  expect(() => putComponent(scene, component('c', { 'index.nope': '1' }))).toThrow(
    'unknown setting [index.nope]',
  );
  expect(scene.state).toBe(before);
});

test('a template of a data stream stays as long as the stream', () => {
  const dataStream = { timestampField: '@timestamp', isHidden: false, allowsRouting: false };
  const scene = putTemplate(new Scene(), composable('logs', { dataStream }));
  scene.run('create_data_stream', { name: 'logs-a' });
  const remove = () => scene.run('delete_index_template', { pattern: 'logs' });
  expect(refusal(remove).reason).toBe(
    'unable to remove composable templates [logs] as they are in use by a data streams [logs-a]',
  );
  putTemplate(scene, composable('better', { patterns: ['logs-*'], priority: 9, dataStream }));
  remove();
  expect([...scene.state.metadata.indexTemplates.keys()]).toEqual(['better']);
});

test('names and patterns of templates are checked, with all faults at once', () => {
  const faults = (name: string, ...patterns: string[]) =>
    refusal(() => putTemplate(new Scene(), composable(name, { patterns }))).reason;
  expect(faults('_A b', 'x')).toContain(
    "Validation Failed: 1: name must not contain a space;2: name must not start with '_';3: name must be lower cased;",
  );
  for (const sign of [',', '#', '*'])
    expect(faults(`a${sign}b`, 'x')).toContain(`name must not contain a '${sign}'`);
  expect(faults('a', '_x')).toContain("index_pattern [_x] must not start with '_'");
  expect(faults('a', 'x y')).toContain('index_patterns [x y] must not contain a space');
  expect(faults('a', 'x#')).toContain("index_pattern [x#] must not contain a '#'");
  expect(faults('a', 'x<')).toContain('must not contain the following characters');
  expect(() => putTemplate(new Scene(), composable('a', { patterns: ['x*y'] }))).not.toThrow();
});

test('settings of templates are checked, an unknown one is told twice', () => {
  const put = (settings: Readonly<Record<string, string>>) => () =>
    putTemplate(new Scene(), composable('t', { template: body(settings) }));
  expect(put({ 'index.number_of_shards': '1024' })).not.toThrow();
  expect(refusal(put({ 'index.number_of_shards': '0' }))).toMatchObject({
    type: 'invalid_index_template_exception',
    reason:
      'index_template [t] invalid, cause [Validation Failed: 1: Failed to parse value [0] for setting [index.number_of_shards] must be >= 1;]',
  });
  expect(refusal(put({ 'index.nope': '1' })).reason).toMatch(
    /Failed: 1: unknown setting \[index\.nope\].*;2: expected \[index\.nope\] to be private but it was not;/,
  );
});

describe('the pipelines of a name', () => {
  const DEFAULT = 'index.default_pipeline';
  const FINAL = 'index.final_pipeline';
  const of = ({ state, env }: Scene, name: string) => pipelinesOfName(state, name, env.nowMs);

  test('are those of the index, of its alias, or of the template that would make it', () => {
    const scene = new Scene();
    expect(of(scene, 'new')).toEqual({ default: undefined, final: undefined });
    scene.run('create_index', createRequest('a', { [DEFAULT]: 'p', [FINAL]: '_none' }));
    scene.run('update_aliases', { actions: [{ kind: 'add', indices: ['a'], alias: 'x' }] });
    expect(of(scene, 'a')).toEqual({ default: 'p', final: undefined });
    expect(of(scene, 'x')).toEqual({ default: 'p', final: undefined });
    putComponent(scene, component('c', { [FINAL]: 'f' }));
    putTemplate(scene, composable('t', { composedOf: ['c'], template: body({ [DEFAULT]: 'd' }) }));
    expect(of(scene, 't-1')).toEqual({ default: 'd', final: 'f' });
    expect(of(scene, 'u-1')).toEqual({ default: undefined, final: undefined });
  });

  test('come from legacy templates by their order, unless a composable one matches', () => {
    const scene = new Scene();
    for (const [name, order, settings] of [
      ['low', 1, { [DEFAULT]: 'low', [FINAL]: 'low' }],
      ['high', 2, { [DEFAULT]: 'high' }],
    ] as const) {
      const legacy = {
        ...{ name, order, patterns: ['l-*'], version: undefined, mapping: {}, aliases: new Map() },
        settings: new Map<string, string>(Object.entries(settings)),
      };
      scene.run('put_template', { template: legacy, create: true });
    }
    expect(of(scene, 'l-1')).toEqual({ default: 'high', final: 'low' });
    putTemplate(scene, composable('l', { template: body({ [DEFAULT]: 'composed' }) }));
    expect(of(scene, 'l-1')).toEqual({ default: 'composed', final: undefined });
  });
});

test('a template for everything leaves hidden indices out', () => {
  const scene = putTemplate(
    new Scene(),
    composable('all', { patterns: ['*'], template: body({ 'index.priority': '5' }) }),
  );
  const priority = (name: string, settings: Readonly<Record<string, string>> = {}) =>
    scene
      .run('create_index', createRequest(name, settings))
      .index(name)
      .settings.get('index.priority');
  expect(priority('shown')).toBe('5');
  expect(priority('h-1', { 'index.hidden': 'true' })).toBeUndefined();
  putTemplate(scene, composable('h', { priority: 1, template: body({ 'index.priority': '7' }) }));
  expect(priority('h-2', { 'index.hidden': 'true' })).toBe('7');
  expect(priority('h-3')).toBe('7');
  expect(priority('shown-2')).toBe('5');
});

test('templates are the same after the way to another node', () => {
  const scene = putComponent(new Scene(), {
    ...component('c', { 'index.priority': '1' }),
    template: {
      settings: undefined,
      mapping: { properties: { a: { type: 'long' } } },
      aliases: undefined,
      lifecycle: { isEnabled: true, retentionMs: 5 },
    },
    version: 3,
    meta: { by: 'me' },
  });
  const dataStream = { timestampField: '@timestamp', isHidden: true, allowsRouting: true };
  putTemplate(scene, composable('a', { composedOf: ['c', 'd'], optionalComponents: ['d'] }));
  putTemplate(scene, composable('b', { dataStream, allowsAutoCreate: false, priority: 4 }));
  putTemplate(scene, composable('empty', { composedOf: [], template: body({}) }));
  const there = new StateCodec().decode(new StateCodec().encode(scene.state));
  expect(there.metadata.componentTemplates).toEqual(scene.state.metadata.componentTemplates);
  expect(there.metadata.indexTemplates).toEqual(scene.state.metadata.indexTemplates);
});

test('a partitioned index needs a routing for each document', () => {
  const settings = { 'index.number_of_shards': '3', 'index.routing_partition_size': '2' };
  const create = (name: string, mapping: JsonObject) =>
    new Scene().run('create_index', createRequest(name, settings, { mapping }));
  const reason = 'mapping type [_doc] must have routing required for partitioned index [x]';
  for (const mapping of [{}, { _routing: { required: false } }])
    expect(refusal(() => create('x', mapping)).reason).toBe(reason);
  expect(create('x', { _routing: { required: true } }).index('x').routingPartitionSize).toBe(2);
});
