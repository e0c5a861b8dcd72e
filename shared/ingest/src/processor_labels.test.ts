import type { JsonValue } from '@skein/content';
import { processorLabels } from './processor_labels.js';

test.each<[JsonValue, readonly (readonly [string, string])[]]>([
  [null, []],
  [[{ set: {} }], []],
  [{ processors: { set: {} } }, []],
  [
    { processors: ['set', { set: {} }, { drop: null, fail: {} }] },
    [
      ['set', 'set'],
      ['drop', 'drop'],
      ['fail', 'fail'],
    ],
  ],
  [
    { processors: [{ pipeline: { name: 'a', tag: 't', if: 'true' } }, { set: { tag: '' } }] },
    [
      ['pipeline:a:t', 'conditional'],
      ['set', 'set'],
    ],
  ],
  [
    { processors: [{ set: { tag: 'x', if: null } }], on_failure: [{ drop: {} }] },
    [['set:x', 'set']],
  ],
])('%j has the labels %j', (source, labels) => {
  expect(processorLabels(source).map(({ name, type }) => [name, type])).toEqual(labels);
});
