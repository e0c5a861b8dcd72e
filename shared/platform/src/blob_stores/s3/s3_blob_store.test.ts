/**
 * These tests need `S3_ENDPOINT` to name a service with the API of Amazon S3, and
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. They create buckets and remove them afterwards.
 */
import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { utf8, utf8Decode } from '@skein/bytes';
import { admitAll, BlobMissing, type BlobStore, StoreFault, sourceOf } from '@skein/snapshots';
import { blobStoreContract, readRange } from '@skein/snapshots/contract';
import { type Fate, FaultProxy, type ProxiedRequest } from '../testing/fault_proxy.js';
import { S3_CLIENT, S3_STORE } from '../testing/s3_defaults.js';
import { openS3BlobStore } from './s3_blob_store.js';
import type { S3ClientOptions, S3StoreOptions } from './s3_options.js';

const endpoint = process.env.S3_ENDPOINT;
const where = endpoint === undefined ? describe.skip : describe;

const MIB = 1024 * 1024;
const bucket = `skein-${randomUUID()}`;

function open(
  client: Partial<S3ClientOptions> = {},
  options: Partial<S3StoreOptions> = {},
): Promise<BlobStore> {
  return openS3BlobStore({
    bucket,
    prefix: `${randomUUID()}/`,
    ...S3_STORE,
    ...options,
    client: { endpoint, ...S3_CLIENT, ...client },
  });
}

async function namesIn(store: BlobStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list('')) names.push(name);
  return names.sort();
}

const write = (store: BlobStore, name: string, text = name) =>
  store.write(name, sourceOf(utf8(text)), admitAll);

/** Bytes in which no two parts are equal. */
function largeBytes(length: number): Uint8Array {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, (_, i) => i * 2_654_435_761);
  return new Uint8Array(words.buffer, 0, length);
}

const SLOW_DOWN = {
  status: 503,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
};
const INTERNAL_ERROR = {
  status: 500,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>',
};

const FAULTS: readonly [name: string, fate: Fate][] = [
  ['half a request', 'refuse'],
  ['a lost answer', 'lose'],
  ['503 Slow Down', SLOW_DOWN],
  ['500', INTERNAL_ERROR],
];

where('a bucket', () => {
  const admin = new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  let proxy: FaultProxy;
  const stores: BlobStore[] = [];

  async function through(
    client: Partial<S3ClientOptions> = {},
    options: Partial<S3StoreOptions> = {},
  ): Promise<BlobStore> {
    const store = await open({ endpoint: proxy.url, ...client }, options);
    stores.push(store);
    return store;
  }

  async function uploadsUnder(Prefix: string): Promise<unknown[]> {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix });
    return (await admin.send(command)).Uploads ?? [];
  }

  beforeAll(async () => {
    await admin.send(new CreateBucketCommand({ Bucket: bucket }));
    proxy = await FaultProxy.start(endpoint ?? '');
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
    proxy.next();
  });
  afterAll(async () => {
    await proxy.stop();
    const all = await open({}, { prefix: '' });
    await all.remove(await namesIn(all));
    all.close();
    await admin.send(new DeleteBucketCommand({ Bucket: bucket }));
    admin.destroy();
  });

  blobStoreContract({ describe, test, expect }, 'bucket', () => open());

  describe('a blob in parts', () => {
    const bytes = largeBytes(11 * MIB + 5);

    it('is what its parts are, of which a few are in memory', async () => {
      const store = await through();
      let admitted = 0;
      await store.write('large', sourceOf(bytes), async (count) => {
        admitted += count;
      });
      expect(admitted).toBe(bytes.length);
      expect(Buffer.compare(await store.read('large', 64 * MIB), bytes)).toBe(0);
      const sent = proxy.requests.filter(({ url }) => url.includes('partNumber='));
      expect(sent.map(({ headers }) => headers['content-length']).sort()).toEqual(
        [5 * MIB, 5 * MIB, MIB + 5].map(String).sort(),
      );
      expect(await namesIn(store)).toEqual(['large']);
    });

    it.each(FAULTS)('is whole though each of its requests first meets %s', async (_name, fate) => {
      const store = await through();
      const met = new Set<string>();
      proxy.fate = ({ method, url }) => {
        const key = `${method} ${url.replace(/uploadId=[^&]*/, '')}`;
        if (met.has(key)) return 'pass';
        met.add(key);
        return fate;
      };
      await store.write('large', sourceOf(bytes), admitAll);
      expect(met.size).toBeGreaterThanOrEqual(5);
      proxy.next();
      expect(Buffer.compare(await store.read('large', 64 * MIB), bytes)).toBe(0);
    });

    /** The response of a store that forgets an upload when it completes. */
    const NO_UPLOAD = {
      status: 404,
      headers: { 'content-type': 'application/xml' },
      body: '<Error><Code>NoSuchUpload</Code><Message>The upload does not exist.</Message></Error>',
    };
    const isComplete = ({ method, url }: ProxiedRequest) =>
      method === 'POST' && url.includes('uploadId=');

    it('is there when the answer to its last request was lost', async () => {
      const store = await through();
      let completions = 0;
      proxy.fate = (request) => {
        if (!isComplete(request)) return 'pass';
        return ++completions === 1 ? 'lose' : NO_UPLOAD;
      };
      await store.write('large', sourceOf(bytes), admitAll);
      expect(completions).toBe(2);
      expect(Buffer.compare(await store.read('large', 64 * MIB), bytes)).toBe(0);
    });

    it('is not there when somebody else gave its parts up, though another one is', async () => {
      const store = await through();
      await store.write('large', sourceOf(bytes), admitAll);
      proxy.fate = (request) => (isComplete(request) ? NO_UPLOAD : 'pass');
      const again = store.write('large', sourceOf(bytes.map((byte) => ~byte)), admitAll);
      await expect(again).rejects.toThrow(/NoSuchUpload: The upload does not exist/);
      expect(Buffer.compare(await store.read('large', 64 * MIB), bytes)).toBe(0);
    });

    it('is given up with its parts when its bytes cannot be had', async () => {
      const store = await through({}, { prefix: 'given_up/' });
      const source = {
        lengthBytes: bytes.length,
        readInto: (offset: number, target: Uint8Array) => {
          if (offset >= 6 * MIB) throw new RangeError('the disk is gone');
          sourceOf(bytes).readInto(offset, target);
        },
      };
      await expect(store.write('large', source, admitAll)).rejects.toThrow(RangeError);
      expect(await namesIn(store)).toEqual([]);
      expect(await uploadsUnder('given_up/')).toEqual([]);
    });

    it('is given up with its parts when the store does not take one', async () => {
      const store = await through({ maxRetries: 1 }, { prefix: 'given_up/' });
      proxy.fate = ({ url }) => (url.includes('partNumber=2') ? SLOW_DOWN : 'pass');
      await expect(store.write('large', sourceOf(bytes), admitAll)).rejects.toThrow(
        /SlowDown: Please reduce your request rate/,
      );
      expect(proxy.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
      expect(await uploadsUnder('given_up/')).toEqual([]);
      expect(await namesIn(store)).toEqual([]);
    });
  });

  describe('requests that fail', () => {
    it.each(FAULTS)('are made again after %s', async (_name, fate) => {
      const store = await through();
      proxy.next(fate, fate, 'pass');
      await write(store, 'a');
      expect(proxy.requests).toHaveLength(3);
      proxy.next(fate);
      expect(utf8Decode(await store.read('a', 64 * MIB))).toBe('a');
      proxy.next(fate);
      expect(await namesIn(store)).toEqual(['a']);
      proxy.next(fate);
      await store.remove(['a']);
      proxy.next();
      expect(await namesIn(store)).toEqual([]);
    });

    it('are made again when half of the answer came', async () => {
      const store = await through();
      await write(store, 'a', 'x'.repeat(100_000));
      proxy.next('halve', 'halve');
      expect(await store.read('a', 64 * MIB)).toHaveLength(100_000);
      expect(proxy.requests).toHaveLength(3);
      proxy.next('halve');
      expect(await readRange(store, 'a', 10, 50_000)).toHaveLength(50_000);
    });

    it('are told in the store’s words when there were enough of them', async () => {
      const store = await through({ maxRetries: 2 });
      proxy.fate = () => SLOW_DOWN;
      const written = write(store, 'dir/a');
      await expect(written).rejects.toThrow(StoreFault);
      await expect(written).rejects.toThrow(
        `[${bucket}/dir/a] SlowDown: Please reduce your request rate. (status 503)`,
      );
      expect(proxy.requests).toHaveLength(3);
      proxy.next('refuse', 'refuse', 'refuse');
      await expect(store.read('a', 64 * MIB)).rejects.toThrow(StoreFault);
      expect(proxy.requests).toHaveLength(3);
    });

    it('are made again when they take too long, and given up in the end', async () => {
      const store = await through({ requestTimeoutMs: 300, maxRetries: 1 });
      proxy.next('ignore');
      await write(store, 'a');
      expect(proxy.requests).toHaveLength(2);
      proxy.next('ignore', 'ignore');
      await expect(store.read('a', 64 * MIB)).rejects.toThrow(
        /TimeoutError: the request took more than 300/,
      );
    });

    it('are made again when the store is silent', async () => {
      const store = await through({ readTimeoutMs: 300, maxRetries: 1 });
      proxy.next('ignore');
      await write(store, 'a');
      expect(proxy.requests).toHaveLength(2);
    });

    it('end when the store is closed', async () => {
      const store = await through({ maxRetries: 1_000 });
      let seen = () => {};
      const refused = new Promise<void>((resolve) => {
        seen = resolve;
      });
      proxy.fate = () => {
        seen();
        return 'ignore';
      };
      const reading = store.read('a', 64 * MIB);
      await refused;
      store.close();
      await expect(reading).rejects.toThrow('[a] the store was closed');
    });
  });

  describe('a name that is created', () => {
    it('is there when the answer was lost, and perhaps taken for another’s', async () => {
      const store = await through();
      proxy.next('lose');
      expect(await store.writeNew('index-0', utf8('mine'))).toBe(false);
      expect(utf8Decode(await store.read('index-0', 64 * MIB))).toBe('mine');
    });

    it('is not there when the store refuses', async () => {
      const store = await through({ maxRetries: 0 });
      proxy.next(INTERNAL_ERROR);
      await expect(store.writeNew('index-0', utf8('mine'))).rejects.toThrow(StoreFault);
      expect(await namesIn(store)).toEqual([]);
    });
  });

  describe('names that are removed', () => {
    const answerOf = (code: string) => (request: ProxiedRequest) => ({
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<DeleteResult><Error><Key>${request.url}</Key><Code>${code}</Code><Message>Not now</Message></Error></DeleteResult>`,
    });

    it('are asked for again where one could not be removed yet', async () => {
      const store = await through();
      for (const name of ['a', 'b']) await write(store, name);
      let faults = 2;
      proxy.fate = (request) => (faults-- > 0 ? answerOf('InternalError')(request) : 'pass');
      await store.remove(['a', 'b']);
      expect(await namesIn(store)).toEqual([]);
    });

    it('are a fault where one must not be removed', async () => {
      const store = await through();
      proxy.fate = answerOf('AccessDenied');
      await expect(store.remove(['a', 'b'])).rejects.toThrow(/AccessDenied: .* Not now/);
    });

    it('go in batches', async () => {
      const store = await through({}, { removeBatch: 2 });
      for (const name of ['a', 'b', 'c']) await write(store, name);
      proxy.next();
      await store.remove(['a', 'b', 'c']);
      expect(proxy.requests).toHaveLength(2);
      expect(await namesIn(store)).toEqual([]);
    });
  });

  describe('the way to it', () => {
    it('tells that the bucket is not there, and not that a blob is missing', async () => {
      const store = await through({}, { bucket: 'skein-no-such-bucket' });
      const read = store.read('a', 64 * MIB);
      await expect(read).rejects.toThrow(StoreFault);
      await expect(read).rejects.toThrow(/NoSuchBucket/);
      await expect(readRange(store, 'a', 0, 0)).rejects.toThrow();
    });

    it('tells that keys are wrong, without trying again', async () => {
      const accessKey = process.env.AWS_ACCESS_KEY_ID ?? '';
      const keys = { accessKey, secretKey: 'nothing', sessionToken: undefined };
      const store = await through({ credentials: { kind: 'keys', keys } });
      await expect(store.read('a', 64 * MIB)).rejects.toThrow(/SignatureDoesNotMatch: .*403/);
      expect(proxy.requests).toHaveLength(1);
    });

    it('goes through an HTTP proxy, with its user and password', async () => {
      const user = proxy.url.replace('://', '://me:secret@');
      const store = await through({ endpoint, proxy: user });
      await write(store, 'a');
      expect(utf8Decode(await store.read('a', 64 * MIB))).toBe('a');
      expect(proxy.requests.map(({ url }) => url.startsWith(`${endpoint}/${bucket}/`))).toEqual([
        true,
        true,
      ]);
      expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(
        `Basic ${Buffer.from('me:secret').toString('base64')}`,
      );
    });

    it('has empty ranges, of blobs that are there', async () => {
      const store = await through();
      await write(store, 'a', '0123');
      expect(await readRange(store, 'a', 2, 0)).toHaveLength(0);
      await expect(readRange(store, 'b', 0, 0)).rejects.toThrow(BlobMissing);
      await expect(readRange(store, 'a', 2, 3)).rejects.toThrow('blob [a] ends at [4]');
      await expect(readRange(store, 'a', 7, 3)).rejects.toThrow(/InvalidRange/);
    });

    it('is only read where it is said so', async () => {
      const prefix = 'shared/';
      await write(await through({}, { prefix }), 'a');
      const store = await through({}, { prefix, isReadOnly: true });
      expect(utf8Decode(await store.read('a', 64 * MIB))).toBe('a');
      await expect(write(store, 'b')).rejects.toThrow(StoreFault);
      await expect(store.writeNew('b', utf8('x'))).rejects.toThrow(StoreFault);
      await expect(store.remove(['a'])).rejects.toThrow(StoreFault);
      expect(await namesIn(store)).toEqual(['a']);
    });
  });
});
