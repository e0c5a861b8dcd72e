import {
  booleanParam,
  bytesParam,
  enumParam,
  floatParam,
  integerParam,
  listParam,
  longParam,
  orDefault,
  type Param,
  readParams,
  timeParam,
} from './params.js';
import { refuseUnrecognizedParams } from './unrecognized_params.js';

test.each<[string, Param<unknown>, string, unknown]>([
  ['boolean', booleanParam, 'true', true],
  ['boolean without a value', booleanParam, '', true],
  ['integer', integerParam, '-12', -12],
  ['long', longParam, '12', 12],
  ['long beyond a double', longParam, '9223372036854775807', 9223372036854775807n],
  ['long with zeros in front', longParam, '00000000000000000000012', 12],
  ['float', floatParam, '0.1', Math.fround(0.1)],
  ['float as Java writes it', floatParam, ' 1.5f ', 1.5],
  ['time', timeParam, '90m', 5_400_000],
  ['bytes', bytesParam, '2kb', 2048],
  ['list', listParam, 'a, b,,c', ['a', 'b', 'c']],
  ['enum', enumParam(['green', 'red']), 'GREEN', 'green'],
])('%s', (_kind, param, text, value) => {
  expect(param.parse('x', text)).toEqual(value);
});

test.each<[Param<unknown>, string, string]>([
  [booleanParam, 'yes', 'Failed to parse value [yes] as only [true] or [false] are allowed.'],
  [integerParam, 'abc', 'Failed to parse int parameter [x] with value [abc]'],
  [integerParam, '2147483648', 'Failed to parse int parameter [x] with value [2147483648]'],
  [integerParam, '1.5', 'Failed to parse int parameter [x] with value [1.5]'],
  [longParam, '9223372036854775808', 'Failed to parse long parameter'],
  [floatParam, '0x10', 'Failed to parse float parameter [x] with value [0x10]'],
  [floatParam, '', 'Failed to parse float parameter [x] with value []'],
  [timeParam, '10', 'failed to parse setting [x] with value [10] as a time value'],
  [timeParam, '0.5s', 'failed to parse [0.5s], fractional time values are not supported'],
  [bytesParam, '10q', 'failed to parse setting [x] with value [10q] as a size in bytes'],
])('refuses %#', (param, text, reason) => {
  expect(() => param.parse('x', text)).toThrow(reason);
});

test('a table reads typed values and defaults', () => {
  const table = { size: integerParam, refresh: orDefault(booleanParam, false) };
  expect(readParams(table, new Map([['size', '3']]))).toEqual({ size: 3, refresh: false });
});

test('unrecognized parameters are named in order, with the nearest known ones', () => {
  const known = new Set(['size', 'from', 'sort']);
  expect(() => refuseUnrecognizedParams('/i/_search', ['nope', 'size'], known)).toThrow(
    'request [/i/_search] contains unrecognized parameter: [nope]',
  );
  expect(() => refuseUnrecognizedParams('/i/_search', ['szie', 'fron'], known)).toThrow(
    'request [/i/_search] contains unrecognized parameters: [fron] -> did you mean [from]?, [szie] -> did you mean [size]?',
  );
  expect(() => refuseUnrecognizedParams('/', ['size'], known)).not.toThrow();
});
