import { ApiError } from '@skein/errors';
import { Body } from './body.js';

const of = (fields: object): Body => new Body(fields, Object.keys(fields));

function reason(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.reason;
    throw error;
  }
  return 'not refused';
}

it.each([[null], ['text'], [1], [[]], [undefined]])('%j is no body', (body) => {
  expect(reason(() => new Body(body, []))).toBe('the body must be a JSON object');
});

it('a field that the operation does not know is named', () => {
  expect(reason(() => new Body({ a: 1, b: 2 }, ['a']))).toBe('unknown field [b]');
  expect(reason(() => new Body(JSON.parse('{"__proto__": 1}'), ['a']))).toBe(
    'unknown field [__proto__]',
  );
});

const SET = { keys: [{ kty: 'EC' }] };

it.each<[string, (body: Body) => unknown, readonly unknown[], readonly unknown[]]>([
  ['a string', (body) => body.text('x'), ['', 'a'], [1, null, true, [], {}]],
  ['a boolean', (body) => body.flag('x'), [true, false], [0, 'true', null]],
  ['a whole number', (body) => body.integer('x'), [0, -5], [1.5, '1', null, 2 ** 53]],
  ['a list of strings', (body) => body.texts('x'), [[], ['a', 'b']], ['a', [1], ['a', null], {}]],
  ['one of [a, b]', (body) => body.oneOf('x', ['a', 'b']), ['a', 'b'], ['c', 1, null]],
  ['a query', (body) => body.query('x'), ['{}'], [1, null, [], true]],
  [
    'a JWK set',
    (body) => body.jwks('x'),
    [],
    [null, 'x', [], {}, { keys: {} }, { keys: [null] }, { keys: [[]] }],
  ],
])('%s is read, and nothing else', (type, read, good, bad) => {
  expect(read(of({}))).toBeUndefined();
  for (const x of good) expect(read(of({ x }))).toEqual(x);
  for (const x of bad) expect(reason(() => read(of({ x })))).toBe(`[x] must be ${type}`);
});

it('what is required is missed', () => {
  expect(reason(() => of({}).required('x'))).toBe('[x] is missing');
  expect(of({ x: '' }).required('x')).toBe('');
});

it('scopes, queries and keys come in the form in which they are used', () => {
  expect(of({ x: ' a  b ' }).scope('x')).toEqual(['a', 'b']);
  expect(of({}).scope('x')).toBeUndefined();
  expect(of({ x: { term: { a: 1 } } }).query('x')).toBe('{"term":{"a":1}}');
  expect(of({ x: '{"a": 1.0}' }).query('x')).toBe('{"a": 1.0}');
  expect(of({ x: SET }).jwks('x')).toEqual(SET.keys);
});

it('granted fields are all but the excepted ones, unless some are named', () => {
  const read = (x: unknown) => of({ x }).grantedFields('x');
  expect(of({}).grantedFields('x')).toBeUndefined();
  expect(read({})).toEqual({ grant: ['*'], except: [] });
  expect(read({ grant: ['a'], except: ['b'] })).toEqual({ grant: ['a'], except: ['b'] });
  expect(read({ grant: [] })).toEqual({ grant: [], except: [] });
  const bad = [null, [], 'a', { grant: 'a' }, { except: [1] }, { grant: ['a'], other: 1 }];
  for (const x of bad)
    expect(reason(() => read(x))).toBe(
      '[x] must be an object with lists of strings [grant] and [except]',
    );
});
