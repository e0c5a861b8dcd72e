/** Ids are in the same slices as in OpenSearch: digits, base64 of both kinds, and other ids. */
import { hashOfId } from './id_hash.js';

const partOf = (id: string, max: number) =>
  ((hashOfId(new TextEncoder().encode(id)) % max) + max) % max;

/** The results of `slice: {id, max: 3}` in OpenSearch 2.19.1, in an index of one shard. */
const PARTS = [
  ['2', 'abcd', 'hello world', '_id', '-', 'ZZZZ', '12', '123'],
  ['1', '33', '007', 'abcde', 'AVx_-9', 'ä', 'aaaa', '________'],
  ['1234567', 'zzzzzz__', '_____w', '9a', '0123456789', 'x:y', 'Q', '9'],
];

test.each(PARTS.flatMap((ids, part) => ids.map((id) => [id, part] as const)))(
  'id %j is in part %d of 3',
  (id, part) => {
    expect(partOf(id, 3)).toBe(part);
  },
);
