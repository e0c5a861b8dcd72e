import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    dynamic: false,
    properties: {
      k: { type: 'keyword' },
      o: { properties: { known: { type: 'long' } } },
      off: { type: 'object', enabled: false },
      flat: { type: 'flat_object' },
    },
  },
  documents: [
    {
      k: 'x',
      other: ['a', ['b'], { deep: 1 }, null],
      'dotted.name': true,
      o: { known: 5, free: [1.5, { a: 'z' }] },
      off: { inside: 'y' },
      flat: { a: 1 },
      none: null,
    },
  ],
});
const shown = (...fields: JsonObject[]) => index.search({ fields }).hits[0]?.fields;

test('leaves that the mapping does not know are shown as they are', () => {
  expect(shown({ field: '*', include_unmapped: true })).toEqual({
    k: ['x'],
    other: ['a', 'b'],
    'other.deep': [1],
    'dotted.name': [true],
    'o.known': [5],
    'o.free': [1.5],
    'o.free.a': ['z'],
    'off.inside': ['y'],
    flat: ['{a=1}'],
  });
  expect(shown({ field: 'o.*', include_unmapped: true }, { field: 'k' })).toEqual({
    k: ['x'],
    'o.known': [5],
    'o.free': [1.5],
    'o.free.a': ['z'],
  });
  expect(shown({ field: 'off.inside', include_unmapped: true })).toEqual({ 'off.inside': ['y'] });
});

test('nothing of it is shown where nobody asks', () => {
  expect(shown({ field: '*', include_unmapped: false })).toEqual(shown({ field: '*' }));
  expect(shown({ field: 'other' })).toBeUndefined();
});

test('columns have none', () => {
  expect(() => index.search({ docvalue_fields: [{ field: 'k', include_unmapped: true }] })).toThrow(
    'unknown field [include_unmapped]',
  );
});
