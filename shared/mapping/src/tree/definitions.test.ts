/** Tests the definitions of fields, objects, aliases and multi-fields: what is refused, and how. */
import type { JsonObject, JsonValue } from '@skein/content';
import { failureOf, mappingOf } from '../../testdata/mapping_fixture.js';

const refused = (properties: JsonObject) => failureOf(() => mappingOf(properties)).join();
const LONG = { type: 'long' };

test.each<[JsonObject, string]>([
  [{ type: 'object', format: 'x' }, ' [format : x]'],
  [{ type: 'object', include_in_root: true }, ' [include_in_root : true]'],
  [{ type: 'nested', a: 1, b: 1.5 }, ' [a : 1] [b : 1.5]'],
  [{ properties: {}, index: { x: [] } }, ' [index : {x=[]}]'],
  [{ type: 'alias', path: 'x', index: true }, ' [index : true]'],
])('an object or alias of %j has a member too many', (json, listed) => {
  const reason = (name: string) =>
    `mapper_parsing_exception: Mapping definition for [${name}] has unsupported parameters: ${listed}`;
  expect(refused({ o: json, x: LONG })).toBe(reason('o'));
  expect(refused({ 'p.o': json, x: LONG })).toBe(reason('o'));
});

test.each<[JsonValue, string]>([
  ['x', '[x] or [fields] but got a class java.lang.String'],
  [true, '[true] or [fields] but got a class java.lang.Boolean'],
  [7, '[7] or [fields] but got a class java.lang.Integer'],
  [2 ** 40, '[1099511627776] or [fields] but got a class java.lang.Long'],
  [2n ** 64n, '[18446744073709551616] or [fields] but got a class java.math.BigInteger'],
  [1.5, '[1.5] or [fields] but got a class java.lang.Double'],
  [['x'], '[[x]] or [fields] but got a class java.util.ArrayList'],
])('%p is no table of multi-fields', (fields, reason) => {
  expect(refused({ a: { ...LONG, fields } })).toBe(
    `mapper_parsing_exception: expected map for property [fields] on field ${reason}`,
  );
});

test('an empty list is a table of nothing', () => {
  expect(mappingOf({ a: { ...LONG, fields: [] } }).toJson()).toEqual({ properties: { a: LONG } });
  expect(mappingOf({ o: { properties: [] }, b: [] }).toJson()).toEqual({
    properties: { o: { type: 'object' } },
  });
  expect(refused({ o: { properties: ['x'] } })).toContain('properties must be a map type');
});

test.each<[JsonValue, string]>([
  [5, 'illegal field [b], only fields can be specified inside fields'],
  [{}, 'no type specified for property [b]'],
  [{ type: null }, 'no type specified for property [b]'],
  [{ type: 'nested' }, 'Type [nested] cannot be used in multi field'],
  [{ type: 'alias' }, 'Type [alias] cannot be used in multi field'],
  [{ type: 'none' }, 'no handler for type [none] declared on field [b]'],
])('%j is no multi-field', (b, reason) => {
  expect(refused({ 'o.a': { ...LONG, fields: { b } } })).toBe(
    `mapper_parsing_exception: ${reason}`,
  );
});

test('a multi-field has no dot in its name, and the message has the field alone', () => {
  expect(refused({ 'o.a': { ...LONG, fields: { 'b.c': LONG } } })).toBe(
    "mapper_parsing_exception: Field name [b.c] which is a multi field of [a] cannot contain '.'",
  );
});

test.each<[string, string]>([
  ['.', 'Invalid field name .'],
  ['..', 'Invalid field name ..'],
  ['.a', 'name cannot be empty string'],
  ['a..b', 'name cannot be empty string'],
  ['', 'name cannot be empty string'],
])('%p is no name', (name, reason) => {
  expect(refused({ [name]: LONG })).toContain(reason);
});

test('dots at the end of a name are left out', () => {
  expect(mappingOf({ 'a.b..': LONG }).field('a.b')?.typeName).toBe('long');
});

test.each<[JsonObject, string]>([
  [{ enabled: false }, ''],
  [{ enabled: false, dynamic: false }, 'No type specified for field [o]'],
  [{ dynamic: false }, 'No type specified for field [o]'],
  [{ type: null, properties: {} }, ''],
])('an object without a type is known by its members: %j', (o, reason) => {
  expect(refused({ o })).toContain(reason);
  if (reason === '') expect(refused({ o })).toBe('');
});

test.each<[JsonValue, string | undefined]>([
  ['STRICT', 'strict'],
  ['strict_allow_templates', 'strict_allow_templates'],
  ['false_allow_templates', 'false_allow_templates'],
  ['runtime', 'runtime'],
  [true, 'true'],
  ['false', 'false'],
  [null, undefined],
])('dynamic: %p is shown as %p', (dynamic, shown) => {
  const json = mappingOf({ o: { type: 'nested', dynamic } }).toJson().properties as JsonObject;
  expect((json.o as JsonObject).dynamic).toBe(shown);
});

test('dynamic has no other words', () => {
  expect(refused({ o: { type: 'object', dynamic: 'yes' } })).toContain(
    'Failed to parse value [yes] as only [true] or [false] are allowed.',
  );
});

test.each<[JsonObject, string]>([
  [{ type: 'nested', include_in_root: 'x' }, 'Could not convert [o.include_in_root] to boolean'],
  [{ type: 'nested', include_in_parent: 5 }, 'Could not convert [o.include_in_parent] to boolean'],
  [{ type: 'object', enabled: 'yes' }, 'Could not convert [enabled.enabled] to boolean'],
  [{ enabled: null }, 'No type specified for field [o]'],
  [{ properties: null }, 'No type specified for field [o]'],
])('%j is no object', (json, reason) => {
  expect(() => mappingOf({ o: json })).toThrow(reason);
});
