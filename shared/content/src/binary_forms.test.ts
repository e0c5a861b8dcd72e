/**
 * CBOR and Smile compared with responses of OpenSearch 2.19, and with the bytes in the
 * specifications.
 */
import { toCbor } from './cbor.js';
import { toSmile } from './smile.js';

function hex(form: (json: Uint8Array) => Generator<void, Uint8Array[]>, json: string): string {
  const making = form(new TextEncoder().encode(json));
  let step = making.next();
  while (!step.done) step = making.next();
  return Buffer.concat(step.value).toString('hex');
}

const COUNT = '[{"epoch":"1795867128","timestamp":"11:58:48","count":"334076"}]';

test('as OpenSearch answers _cat/count', () => {
  expect(hex(toCbor, COUNT)).toBe(
    '9fbf6565706f63686a313739353836373132386974696d657374616d706831313a35383a343865636f756e7466333334303736ffff',
  );
  expect(hex(toSmile, COUNT)).toBe(
    '3a290a05f8fa8465706f6368493137393538363731323888' +
      '74696d657374616d704731313a35383a343884636f756e7445333334303736fbf9',
  );
});

const SEARCH =
  '{"took":9,"timed_out":false,"_shards":{"total":2,"failed":0},"hits":{"total":{"value":5},"max_score":1.0,"hits":[{"_id":"1","_score":1.0},{"_id":"2","_score":1.0}]}}';

test('as OpenSearch answers a search: names that come again are references', () => {
  expect(hex(toSmile, SEARCH)).toBe(
    '3a290a05fa83746f6f6bd28874696d65645f6f757422865f736861726473fa84746f74616cc4856661696c6564c0fb8368697473fa43fa' +
      '8476616c7565cafb886d61785f73636f726528037c000000' +
      '45f8fa825f69644031855f73636f726528037c000000fbfa48403249' +
      '28037c000000fbf9fbfb',
  );
  expect(hex(toCbor, SEARCH)).toContain('696d61785f73636f7265fa3f800000');
});

/** Examples of RFC 8949, appendix A. */
test.each([
  ['0', '00'],
  ['23', '17'],
  ['24', '1818'],
  ['1000', '1903e8'],
  ['1000000', '1a000f4240'],
  ['1000000000000', '1b000000e8d4a51000'],
  ['18446744073709551615', '1bffffffffffffffff'],
  ['18446744073709551616', 'c249010000000000000000'],
  ['-18446744073709551616', '3bffffffffffffffff'],
  ['-18446744073709551617', 'c349010000000000000000'],
  ['-1', '20'],
  ['-1000', '3903e7'],
  ['100000.0', 'fa47c35000'],
  ['1.1', 'fb3ff199999999999a'],
  ['"ü"', '62c3bc'],
  ['null', 'f6'],
  ['true', 'f5'],
  ['[1,[2,3]]', '9f019f0203ffff'],
])('CBOR of %s', (json, bytes) => {
  expect(hex(toCbor, json)).toBe(bytes);
});

test.each([
  ['15', 'de'],
  ['-16', 'df'],
  ['16', '24a0'],
  ['-17', '24a1'],
  ['1000', '241f90'],
  ['2147483648', '252000000080'],
  // As Jackson's BigInteger: nine bytes, 72 bits in ten groups of seven and two left over.
  ['18446744073709551616', '26890040000000000000000000'],
  ['null', '21'],
  ['""', '20'],
  ['"ü"', '80c3bc'],
  [`"${'a'.repeat(33)}"`, `60${'61'.repeat(33)}`],
  [`"${'a'.repeat(65)}"`, `e0${'61'.repeat(65)}fc`],
  [`"${'ü'.repeat(33)}"`, `e4${'c3bc'.repeat(33)}fc`],
])('Smile of %s', (json, bytes) => {
  expect(hex(toSmile, json)).toBe(`3a290a05${bytes}`);
});

test('more names than a table of Smile has: those beyond it begin a new one', () => {
  const names = Array.from({ length: 1100 }, (_, n) => `"n${n}":0`);
  const text = hex(toSmile, `[{${names.join(',')}},{"n1099":0,"n0":0,"n254":0}]`);
  // After 1024 names the table was started again: n1099 is number 75 in it, and n0 is written
  // again.
  expect(text.endsWith('fa304bc0816e30c0836e323534c0fbf9')).toBe(true);
});
