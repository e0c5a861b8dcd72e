/** Tests processors of one text: sizes, URIs, replacements, user agents, hashes. */
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@skein/content';
import { simulated, testThread } from '../testing/test_thread.js';

function run(processor: JsonObject, source: JsonObject, thread = testThread()): JsonValue {
  const [result] = simulated([processor], [source], { thread });
  return result?.error ?? result?._source ?? null;
}

describe('bytes', () => {
  const size = (a: string) => run({ bytes: { field: 'a' } }, { a });

  test.each<[string, string]>([
    ['1kb', '1024'],
    ['2 MB', '2097152'],
    ['-1', '-1'],
    ['0', '0'],
    ['8388607t', '9223370937343148032'],
    ['9223372036854775807b', '9223372036854775807'],
  ])('%s are %s', (text, bytes) => {
    expect(String((size(text) as JsonObject).a)).toBe(bytes);
  });

  test.each([
    ['8388608t', 'Values greater than 9223372036854775807 bytes are not supported: 8388608t'],
    ['9223372036854775808b', 'For input string: \\"9223372036854775808\\"'],
    ['-2b', 'Values less than -1 bytes are not supported: -2b'],
    ['1.5kb', 'Fractional bytes values have been deprecated'],
    ['xkb', 'failed to parse [xkb]'],
    ['5', 'unit is missing or unrecognized'],
  ])('%s are none: %s', (text, reason) => {
    expect(JSON.stringify(size(text))).toContain(reason);
  });
});

describe('uri_parts', () => {
  const parts = (a: string, more: JsonObject = {}) =>
    run({ uri_parts: { field: 'a', ...more } }, { a }) as JsonObject;

  test('has the parts that a URI has', () => {
    const uri = 'https://me:p:w@host.org:8080/a.b/c.tar.gz?q=1&r#end';
    expect(parts(uri)).toEqual({
      a: uri,
      url: {
        ...{ domain: 'host.org', extension: 'gz', fragment: 'end', original: uri },
        ...{ path: '/a.b/c.tar.gz', port: 8080, query: 'q=1&r', scheme: 'https' },
        ...{ user_info: 'me:p:w', username: 'me', password: 'p:w' },
      },
    });
    expect(parts('mailto:x').url).toEqual({ original: 'mailto:x', path: 'x', scheme: 'mailto' });
    expect(parts('//me@h/a.').url).toMatchObject({ domain: 'h', path: '/a.', user_info: 'me' });
    expect(parts('//me@h').url).not.toHaveProperty('username');
    expect(parts('//[::1]:80/').url).toMatchObject({ domain: '[::1]', port: 80 });
  });

  test('keeps or removes what it has read, as asked', () => {
    const left = parts('http://h', { keep_original: false, remove_if_successful: true });
    expect(left).toEqual({ url: { domain: 'h', path: '', scheme: 'http' } });
    expect(parts('http://h', { remove_if_successful: true, target_field: 'a' })).toEqual({
      a: { domain: 'h', original: 'http://h', path: '', scheme: 'http' },
    });
  });

  test.each(['http://h:x/', 'http://h:123456/', 'http://a b/'])('refuses %s', (uri) => {
    expect(parts(uri)).toMatchObject({ reason: `unable to parse URI [${uri}]` });
  });
});

test.each([
  ['(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)', '$12-$1', 'l-a'],
  ['(a)(b)', '$12', 'a2cdefghijkl'],
  ['(?<n>a)', '[$\x7bn}]', '[a]bcdefghijkl'],
  ['a', '\\$1', '$1bcdefghijkl'],
])('gsub of %s by %s gives %s', (pattern, replacement, expected) => {
  const source = { a: 'abcdefghijkl' };
  expect(run({ gsub: { field: 'a', pattern, replacement } }, source)).toEqual({ a: expected });
});

test.each([
  ['$2', 'No group 2'],
  ['$', 'Illegal group reference: group index is missing'],
  ['$x', 'Illegal group reference'],
  ['$\x7bn', "named capturing group is missing trailing '}'"],
  ['$\x7bn}', 'No group with name {n}'],
  ['$\x7b', 'named capturing group has 0 length name'],
  ['$\x7b1}', 'capturing group name {1} starts with digit character'],
])('gsub by %s is refused: %s', (replacement, reason) => {
  const found = run({ gsub: { field: 'a', pattern: '(a)', replacement } }, { a: 'abc' });
  expect(JSON.stringify(found)).toContain(reason);
});

describe('user_agent', () => {
  const AGENTS = `
user_agent_parsers:
  - regex: '(fox)/(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)'
    regex_flag: 'i'
  - regex: 'Exact/(\\d+)'
    family_replacement: 'Its $1'
    v1_replacement: '7'
os_parsers:
  - regex: '(Tux) (\\d+)(?:\\.(\\d+))?'
device_parsers:
  - regex: '(Phone)'
    device_replacement: 'Smart $1'
`;
  const thread = testThread({
    ports: { configFile: () => new TextEncoder().encode(AGENTS) },
  });
  const agent = (a: string, more: JsonObject = {}) => {
    const processor = { user_agent: { field: 'a', regex_file: 'text_processors.yml', ...more } };
    return (run(processor, { a }, thread) as JsonObject).user_agent;
  };

  test('has names and versions, by the first expression that matches', () => {
    expect(agent('FOX/1.2.3.4 (Tux 5.6; Phone)')).toEqual({
      ...{ name: 'FOX', version: '1.2.3.4', original: 'FOX/1.2.3.4 (Tux 5.6; Phone)' },
      ...{ os: { name: 'Tux', version: '5.6', full: 'Tux 5.6' }, device: { name: 'Smart Phone' } },
    });
    expect(agent('Exact/9 Tux 5')).toMatchObject({
      ...{ name: 'Its 9', version: '7', os: { version: '5' }, device: { name: 'Other' } },
    });
    expect(agent('exact/9')).toEqual({
      ...{ name: 'Other', original: 'exact/9', device: { name: 'Other' } },
    });
  });

  test('has the fields of before the common schema, if asked', () => {
    expect(agent('FOX/1.2.3.4 (Tux 5.6; Phone)', { ecs: false })).toEqual({
      ...{ name: 'FOX', major: '1', minor: '2', patch: '3', build: '4' },
      ...{ os: 'Tux 5.6', os_name: 'Tux', os_major: '5', os_minor: '6', device: 'Smart Phone' },
    });
    expect(agent('none', { ecs: false })).toEqual({
      ...{ name: 'Other', os: 'Other', os_name: 'Other', device: 'Other' },
    });
  });

  test('has only the properties that are asked for', () => {
    expect(agent('FOX/1.2.3.4', { properties: ['version', 'NAME'] })).toEqual({
      name: 'FOX',
      version: '1.2.3.4',
    });
    expect(() => agent('x', { properties: ['colour'] })).toThrow(
      'illegal property value [colour]. valid values are [NAME, MAJOR,',
    );
  });

  test('needs a text, unless it may be missing', () => {
    const config = { field: 'a', regex_file: 'text_processors.yml' };
    expect(run({ user_agent: config }, { a: null }, thread)).toMatchObject({
      reason: 'field [a] is null, cannot parse user-agent.',
    });
    const lenient = { ...config, ignore_missing: true };
    expect(run({ user_agent: lenient }, { a: null }, thread)).toEqual({ a: null });
  });
});

describe('fingerprint', () => {
  const thread = testThread({
    ports: { digest: (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest()) },
  });
  const hash = (source: JsonObject, more: JsonObject = {}) =>
    run({ fingerprint: { fields: ['o'], ...more } }, source, thread) as JsonObject;
  const of = (text: string) =>
    `SHA-1@2.16.0:${createHash('sha1').update(`${text}|`).digest('base64')}`;

  test('is of the sorted paths and texts of the fields', () => {
    expect(hash({ o: 'abc' }).fingerprint).toBe(of('|o|3:abc'));
    const object = { o: { b: 1, a: { c: 'x', d: [1, 2] } } };
    expect(hash(object).fingerprint).toBe(of('|o.a.c|1:x|o.a.d|6:[1, 2]|o.b|1:1'));
    expect(hash({ z: 1, o: 'x' }, { fields: ['z', 'o', 'z'] }).fingerprint).toBe(
      of('|o|1:x|z|1:1'),
    );
  });

  test('has one value of each path', () => {
    const both = hash({ o: { 'a.b': 1, a: { b: 2 } } }).fingerprint;
    expect([of('|o.a.b|1:1'), of('|o.a.b|1:2')]).toContain(both);
  });

  test('is of the fields that are there', () => {
    expect(hash({})).toMatchObject({ reason: "field [o] doesn't exist" });
    expect(hash({}, { ignore_missing: true })).toEqual({});
    const others = hash({ o: 1, p: 2 }, { fields: [], exclude_fields: ['o'] });
    expect(others.fingerprint).toBe(of('|p|1:2'));
  });

  test.each<[JsonObject, string]>([
    [{ exclude_fields: ['p'] }, 'either fields or exclude_fields can be set'],
    [{ fields: [''] }, 'field name cannot be null nor empty'],
    [{ fields: [null] }, "property isn't a list of strings: one is of type [null]"],
    [{ fields: [5] }, "property isn't a list of strings: one is of type [java.lang.Integer]"],
    [{ hash_method: 'MD4' }, 'hash method must be MD5@2.16.0, SHA-1@2.16.0'],
  ])('is refused with %j: %s', (more, reason) => {
    expect(() => hash({ o: 1 }, more)).toThrow(reason);
  });
});
