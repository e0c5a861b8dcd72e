import type { JsonObject } from '@skein/content';
import { encodeGlobalMetadata } from '../state/global_metadata.js';
import { refusal, Scene } from '../testing/fixtures.js';

const EMPTY = encodeGlobalMetadata(new Scene().state.metadata);

function restore(global: JsonObject, scene = new Scene()): Scene {
  scene.run('put_repository', { name: 'r', type: 'fs', settings: { location: 'x' } });
  return scene.run('restore_snapshot', {
    uuid: 'restore',
    repository: 'r',
    snapshot: { name: 's', uuid: 'su' },
    dataStreams: [],
    indices: [],
    globalMetadata: { ...EMPTY, ...global },
  });
}

const settings = (key: string, value: string) => ({
  persistentSettings: { settings: [[key, value]] },
});

const TEMPLATE = { name: 't', patterns: ['t*'], order: 0, settings: [], aliases: [], mapping: {} };
const COMPONENT = { name: 'c', template: { mapping: { properties: { n: { type: 'long' } } } } };
const COMPOSABLE = { name: 'i', patterns: ['i*'], composedOf: ['c'] };

test('what a cluster could have been given is put over its own', () => {
  const { metadata } = restore({
    ...settings('cluster.routing.allocation.enable', 'none'),
    templates: { t: TEMPLATE },
    componentTemplates: { c: COMPONENT },
    indexTemplates: { i: COMPOSABLE },
  }).state;
  expect([...metadata.persistentSettings]).toEqual([['cluster.routing.allocation.enable', 'none']]);
  expect([...metadata.templates.keys(), ...metadata.indexTemplates.keys()]).toEqual(['t', 'i']);
});

test.each([
  [
    'a setting nobody knows',
    settings('no.such', '1'),
    'persistent setting [no.such], not recognized',
  ],
  [
    'a setting of nodes',
    settings('path.repo', '/'),
    'persistent setting [path.repo], not dynamically updateable',
  ],
  [
    'a value that is none',
    settings('cluster.routing.allocation.enable', 'maybe'),
    'Failed to parse value [maybe] for setting [cluster.routing.allocation.enable] must be one of [all, primaries, new_primaries, none]',
  ],
  [
    'watermarks in disorder',
    settings('cluster.routing.allocation.disk.watermark.low', '99%'),
    'low disk watermark [99%] more than high disk watermark [90%]',
  ],
  [
    'a mapping that is none',
    { templates: { t: { ...TEMPLATE, mapping: { properties: { n: { type: 'nope' } } } } } },
    'Failed to parse mapping [_doc]: No handler for type [nope] declared on field [n]',
  ],
  [
    'a private setting of a component',
    {
      componentTemplates: {
        c: { name: 'c', template: { settings: [['index.uuid', 'mine']] } },
      },
    },
    'Validation Failed: 1: private index setting [index.uuid] can not be set explicitly;',
  ],
  [
    'a template without its component',
    { indexTemplates: { i: COMPOSABLE } },
    'index_template [i] invalid, cause [index template [i] specifies component templates [c] that do not exist]',
  ],
])('%s is refused', (_what, global, reason) => {
  expect(refusal(() => restore(global))).toMatchObject({ reason });
});

test.each<readonly [string, JsonObject]>([
  ['an unknown part', { more: {} }],
  ['no settings', { persistentSettings: [] }],
  ['a setting that is no pair', { persistentSettings: { settings: ['x'] } }],
  ['templates that are a list', { templates: [] }],
  ['a template that is a text', { templates: { t: 'x' } }],
  ['a template without patterns', { templates: { t: { name: 't' } } }],
  ['a template under another name', { templates: { u: TEMPLATE } }],
  ['a pipeline that is a number', { pipelines: { p: 1 } }],
  ['a policy without a dialect', { lifecyclePolicies: { 'ism/p': { id: 'p', source: {} } } }],
  ['a text that is an object', { templates: { t: { ...TEMPLATE, patterns: [{ toString: 1 }] } } }],
])('%s is corrupt', (_what, global) => {
  expect(refusal(() => restore(global))).toMatchObject({ type: 'corrupt_repository_exception' });
});
