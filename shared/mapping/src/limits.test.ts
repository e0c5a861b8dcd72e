/** Tests the limits of a mapping on both sides: what fits exactly, and what is one too many. */
import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { failureOf, mappingContext } from '../testdata/mapping_fixture.js';
import { IndexMapping } from './index_mapping.js';
import { checkingUnread, checkNewFields } from './limits.js';

function refused(root: JsonObject, limit: string, most: number): string {
  const context = mappingContext({ [`index.mapping.${limit}.limit`]: String(most) });
  return failureOf(() => atOnce(IndexMapping.parsingInitial(root, context))).join();
}

const LONG = { type: 'long' };
const FIELDS: readonly [what: string, count: number, root: JsonObject][] = [
  ['a field', 1, { properties: { a: LONG } }],
  ['an alias', 2, { properties: { a: LONG, b: { type: 'alias', path: 'a' } } }],
  ['an object', 2, { properties: { o: { properties: { a: LONG } } } }],
  [
    'multi-fields and their own',
    5,
    {
      properties: {
        a: { ...LONG, fields: { b: { type: 'keyword', fields: { c: LONG } }, d: LONG, e: LONG } },
      },
    },
  ],
  [
    'companions, of a multi-field too',
    6,
    {
      properties: {
        t: { type: 'text', index_prefixes: {}, index_phrases: true },
        k: { type: 'keyword', fields: { p: { type: 'text', index_prefixes: {} } } },
      },
    },
  ],
  ['runtime fields', 3, { properties: { a: LONG }, runtime: { r: LONG, s: LONG } }],
];

test.each(FIELDS)('%s: there are %i fields', (_what, count, root) => {
  expect(refused(root, 'total_fields', count)).toBe('');
  expect(refused(root, 'total_fields', count - 1)).toBe(
    `illegal_argument_exception: Limit of total fields [${count - 1}] has been exceeded`,
  );
});

test('a field that is nowhere limited may be one of a thousand', () => {
  expect(failureOf(() => checkNewFields(1000, new Map()))).toEqual([]);
  expect(failureOf(() => checkNewFields(1001, new Map()))).toEqual([
    'illegal_argument_exception: Limit of total fields [1000] has been exceeded',
  ]);
});

test('a mapping that is not built yet is counted by names, each once', () => {
  const settings = new Map([['index.mapping.total_fields.limit', '4']]);
  const check = (mapping: JsonObject) => failureOf(() => atOnce(checkingUnread(mapping, settings)));
  const inner = { x: LONG, y: { ...LONG, fields: { z: LONG } } };
  const four = { properties: { o: { properties: inner }, 'o.x': LONG, bad: 5 } };
  expect(check(four)).toEqual([]);
  expect(check({ properties: { ...four.properties, p: LONG } })).toEqual([
    'illegal_argument_exception: Limit of total fields [4] has been exceeded',
  ]);
});

test('an object is as deep as its path is long, and the root is one', () => {
  const deep = { properties: { a: { properties: { b: { properties: { c: LONG } } } } } };
  expect(refused(deep, 'depth', 3)).toBe('');
  expect(refused(deep, 'depth', 2)).toBe(
    'illegal_argument_exception: Limit of mapping depth [2] has been exceeded due to object field [a.b]',
  );
});

test('the name of a field is limited, and that of an object', () => {
  expect(refused({ properties: { abc: LONG } }, 'field_name_length', 3)).toBe('');
  for (const abc of [LONG, { properties: { a: LONG } }]) {
    expect(refused({ properties: { abc } }, 'field_name_length', 2)).toBe(
      'illegal_argument_exception: Field name [abc] is longer than the limit of [2] characters',
    );
  }
});

test('fields of nested documents are limited, those of objects are not', () => {
  const nested = { type: 'nested' };
  const root = {
    properties: { a: { ...nested, properties: { b: nested } }, o: { properties: {} } },
  };
  expect(refused(root, 'nested_fields', 2)).toBe('');
  expect(refused(root, 'nested_fields', 1)).toBe(
    'illegal_argument_exception: Limit of nested fields [1] has been exceeded',
  );
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, nested]));
  expect(refused({ properties: many(50) }, 'depth', 20)).toBe('');
  expect(refused({ properties: many(51) }, 'depth', 20)).toContain(
    'Limit of nested fields [50] has been exceeded',
  );
});
