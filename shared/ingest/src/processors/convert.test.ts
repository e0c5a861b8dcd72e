/** `convert` on unusual values, with the results of OpenSearch 2.19. */
import type { JsonValue } from '@skein/content';
import { simulated } from '../testing/test_thread.js';

const converted = (type: string, value: JsonValue): unknown => {
  const [result] = simulated([{ convert: { field: 'f', type } }], [{ f: value }]);
  return result?.error?.reason ?? result?._source?.f;
};

const NO_VALUE = 'Cannot invoke "Object.toString()" because "value" is null';

test.each([
  ['auto', [null]],
  ['ip', '[null] is not a valid ipv4/ipv6 address'],
  ['string', NO_VALUE],
  ['integer', NO_VALUE],
  ['double', NO_VALUE],
  ['boolean', NO_VALUE],
])('%s of a list with a null', (type, expected) => {
  expect(converted(type, [null])).toEqual(expected);
});

test.each<[string, JsonValue, JsonValue]>([
  ['integer', '-0x1F', -31],
  ['auto', ['1', 'true', 'x'], [1, true, 'x']],
  ['boolean', 'TRUE', true],
])('%s of %j', (type, value, expected) => {
  expect(converted(type, value)).toEqual(expected);
});
