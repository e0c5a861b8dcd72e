import type { JsonObject } from '@skein/content';
import { parseMultiGet } from './mget_body.js';

const DEFAULTS = {
  index: 'i',
  routing: undefined,
  realtime: true,
  preference: undefined,
  refresh: false,
  source: undefined,
  storedFields: undefined,
};

function parsed(body: JsonObject) {
  const steps = parseMultiGet(body, DEFAULTS);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const one = (doc: JsonObject) => parsed({ docs: [{ _id: '1', ...doc }] })[0];

test('a version is a whole number or its text, and -3 stands for any', () => {
  const versionOf = (version: JsonObject[string]) => one({ version })?.version;
  expect([1, '2', 1.5, -1].map(versionOf)).toEqual([1, 2, 1, -1]);
  expect([-3, '-3', null].map(versionOf)).toEqual([undefined, undefined, undefined]);
  expect(() => versionOf('abc')).toThrow('For input string: "abc"');
  expect(() => versionOf('')).toThrow('For input string: ""');
  expect(() => versionOf(true)).toThrow('Current token (VALUE_TRUE) not numeric');
  expect(() => versionOf(2n ** 60n)).toThrow('it must lie between -2^53 and 2^53');
});

test.each(['_id', '_index', 'routing', 'version_type'])('a list or an object is no %s', (key) => {
  for (const value of [['1', '2'], { a: 1 }]) {
    expect(() => one({ [key]: value })).toThrow(
      `failed to parse multi get request. [${key}] must be a text`,
    );
  }
  expect(one({ _id: 5, routing: true })).toMatchObject({ id: '5', routing: 'true' });
});

test('the texts true and false are booleans as a source filter', () => {
  expect(one({ _source: 'false' })?.source).toEqual(one({ _source: false })?.source);
  expect(one({ _source: 'true' })?.source).toEqual(one({ _source: true })?.source);
});
