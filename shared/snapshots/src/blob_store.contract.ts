/**
 * The contract tests of `BlobStore`. Each implementation runs them from its own test:
 * `blobStoreContract({ describe, test, expect }, 'memory', async () => new MemoryBlobStore())`.
 */
import { utf8, utf8Decode } from '@skein/bytes';
import { admitAll, BlobMissing, type BlobStore, BlobTooLong, sourceOf } from './blob_store.js';
import { someAtOnce } from './some_at_once.js';

/** A part of a blob, in newly allocated memory. */
export async function readRange(
  store: BlobStore,
  name: string,
  offset: number,
  lengthBytes: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(lengthBytes);
  await store.readInto(name, offset, bytes);
  return bytes;
}

/** The part of jest that the contract needs, so that the sources type-check without test types. */
export interface StoreContractRunner {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): { toEqual(expected: unknown): void };
}

/** More than an implementation holds in memory at once. */
const LARGE_BYTES = 3 * 1024 * 1024 + 17;

export function blobStoreContract(
  runner: StoreContractRunner,
  name: string,
  makeEmpty: () => Promise<BlobStore>,
): void {
  const check =
    (body: (store: BlobStore) => Promise<void>): (() => Promise<void>) =>
    async () => {
      const store = await makeEmpty();
      try {
        await body(store);
      } finally {
        store.close();
      }
    };
  runner.describe(`blob store contract: ${name}`, () => {
    writing(runner, check);
    creating(runner, check);
    listing(runner, check);
  });
}

type Check = (body: (store: BlobStore) => Promise<void>) => () => Promise<void>;

function writing({ test, expect }: StoreContractRunner, check: Check): void {
  test(
    'a written blob is read back, whole and in part',
    check(async (store) => {
      await store.write('a/b/c', sourceOf(utf8('hello')), admitAll);
      expect(utf8Decode(await store.read('a/b/c', LARGE_BYTES))).toEqual('hello');
      expect(utf8Decode(await readRange(store, 'a/b/c', 1, 3))).toEqual('ell');
      expect(utf8Decode(await readRange(store, 'a/b/c', 0, 5))).toEqual('hello');
    }),
  );

  test(
    'an empty blob exists',
    check(async (store) => {
      await store.write('empty', sourceOf(new Uint8Array(0)), admitAll);
      expect((await store.read('empty', LARGE_BYTES)).length).toEqual(0);
      expect(await listed(store, '')).toEqual([['empty', 0]]);
    }),
  );

  test(
    'writing again replaces all of it',
    check(async (store) => {
      await store.write('a', sourceOf(utf8('a long content')), admitAll);
      await store.write('a', sourceOf(utf8('short')), admitAll);
      expect(utf8Decode(await store.read('a', LARGE_BYTES))).toEqual('short');
    }),
  );

  test(
    'a large blob is sent in pieces, each of which is admitted',
    check(async (store) => {
      const bytes = new Uint8Array(LARGE_BYTES).map((_, i) => (i * 31) % 251);
      let admitted = 0;
      let largest = 0;
      await store.write('large', sourceOf(bytes), async (count) => {
        admitted += count;
        largest = Math.max(largest, count);
      });
      expect(admitted >= LARGE_BYTES).toEqual(true);
      expect(largest < LARGE_BYTES).toEqual(true);
      expect(isSame(await store.read('large', LARGE_BYTES), bytes)).toEqual(true);
      const part = await readRange(store, 'large', 1_000_003, 1_500_000);
      expect(isSame(part, bytes.subarray(1_000_003, 2_500_003))).toEqual(true);
    }),
  );

  test(
    'a blob whose source fails is not there',
    check(async (store) => {
      const broken = new RangeError('the file is gone');
      const source = {
        lengthBytes: LARGE_BYTES,
        readInto: (offset: number) => {
          if (offset > 0) throw broken;
        },
      };
      expect(await failureOf(store.write('a', source, admitAll))).toEqual(broken);
      const stopped = new RangeError('stopped');
      const refuse = () => Promise.reject(stopped);
      expect(await failureOf(store.write('b', sourceOf(utf8('x')), refuse))).toEqual(stopped);
      expect(await listed(store, '')).toEqual([]);
      expect((await failureOf(store.read('a', LARGE_BYTES))) instanceof BlobMissing).toEqual(true);
    }),
  );

  test(
    'a blob that is longer than it may be is not read',
    check(async (store) => {
      await store.write('a', sourceOf(utf8('hello')), admitAll);
      expect(utf8Decode(await store.read('a', 5))).toEqual('hello');
      expect((await failureOf(store.read('a', 4))) instanceof BlobTooLong).toEqual(true);
      expect((await failureOf(store.read('a', 0))) instanceof BlobTooLong).toEqual(true);
    }),
  );

  test(
    'what is missing is told so',
    check(async (store) => {
      await store.write('dir/a', sourceOf(utf8('x')), admitAll);
      for (const name of ['none', 'dir', 'dir/b', 'dir/a/b']) {
        expect((await failureOf(store.read(name, LARGE_BYTES))) instanceof BlobMissing).toEqual(
          true,
        );
        const range = await failureOf(readRange(store, name, 0, 1));
        expect(range instanceof BlobMissing).toEqual(true);
      }
    }),
  );
}

function creating({ test, expect }: StoreContractRunner, check: Check): void {
  test(
    'a name is created once',
    check(async (store) => {
      expect(await store.writeNew('root/index-0', utf8('first'))).toEqual(true);
      expect(await store.writeNew('root/index-0', utf8('second'))).toEqual(false);
      expect(utf8Decode(await store.read('root/index-0', LARGE_BYTES))).toEqual('first');
      await store.remove(['root/index-0']);
      expect(await store.writeNew('root/index-0', utf8('third'))).toEqual(true);
      expect(utf8Decode(await store.read('root/index-0', LARGE_BYTES))).toEqual('third');
    }),
  );

  test(
    'of many at once one creates it',
    check(async (store) => {
      for (let round = 0; round < 5; round++) {
        const name = `index-${round}`;
        const made = await Promise.all(
          Array.from({ length: 8 }, (_, i) => store.writeNew(name, utf8(`writer ${i}`))),
        );
        const winners = made.flatMap((isMine, i) => (isMine ? [i] : []));
        expect(winners.length).toEqual(1);
        expect(utf8Decode(await store.read(name, LARGE_BYTES))).toEqual(`writer ${winners[0]}`);
      }
    }),
  );
}

function listing({ test, expect }: StoreContractRunner, check: Check): void {
  test(
    'lists by prefix, which may end within a name',
    check(async (store) => {
      const names = ['index-1', 'index-10', 'indices/a/0/data-x', 'indices/ab/0/data-y', 'snap-1'];
      for (const name of names) await store.write(name, sourceOf(utf8(name)), admitAll);
      const namesOf = async (prefix: string) => (await listed(store, prefix)).map(([one]) => one);
      expect(await namesOf('')).toEqual(names);
      expect(await namesOf('index-')).toEqual(['index-1', 'index-10']);
      expect(await namesOf('indices/a/')).toEqual(['indices/a/0/data-x']);
      expect(await namesOf('indices/a')).toEqual(['indices/a/0/data-x', 'indices/ab/0/data-y']);
      expect(await namesOf('indices/a/0/da')).toEqual(['indices/a/0/data-x']);
      expect(await namesOf('none/')).toEqual([]);
      expect(await listed(store, 'snap-')).toEqual([['snap-1', 6]]);
    }),
  );

  test(
    'removes many, and those that are not there',
    check(async (store) => {
      const names = Array.from({ length: 1_100 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
      await someAtOnce(names, (name) => store.write(name, sourceOf(utf8('x')), admitAll), 16);
      expect((await listed(store, 'many/')).length).toEqual(1_100);
      await store.remove([...names.slice(1), 'many/none', 'other/none']);
      expect(await listed(store, '')).toEqual([['many/0000', 1]]);
      await store.remove([]);
    }),
  );
}

async function listed(store: BlobStore, prefix: string): Promise<[string, number][]> {
  const entries: [string, number][] = [];
  for await (const { name, lengthBytes } of store.list(prefix)) entries.push([name, lengthBytes]);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
