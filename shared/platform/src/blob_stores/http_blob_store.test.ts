import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { utf8, utf8Decode } from '@skein/bytes';
import { BlobMissing, BlobTooLong, StoreFault } from '@skein/snapshots';
import { readRange } from '@skein/snapshots/contract';
import { HttpBlobStore } from './http_blob_store.js';
import { FaultProxy } from './testing/fault_proxy.js';

const LARGE = new Uint8Array(300_000).map((_, i) => (i * 31) % 251);
const BLOBS: Readonly<Record<string, Uint8Array>> = {
  '/backups/index-0': utf8('root'),
  '/backups/indices/a/data-%20x': LARGE,
  '/backups/empty': new Uint8Array(0),
};

/** A site under `/backups`; with `knowsRanges` it supports ranges, as most servers do. */
function site(knowsRanges: boolean): Server {
  return createServer(({ url = '', headers }, answer) => {
    const blob = BLOBS[url];
    if (url === '/backups/endless') sendForEver(answer);
    else if (url === '/backups/moved')
      answer.writeHead(302, { location: '/backups/index-0' }).end();
    else if (blob === undefined) answer.writeHead(404).end('not here');
    else {
      const range = knowsRanges ? /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') : null;
      if (range === null) answer.end(blob);
      else if (Number(range[1]) >= blob.length) answer.writeHead(416).end();
      else answer.writeHead(206).end(blob.subarray(Number(range[1]), Number(range[2]) + 1));
    }
  });
}

function sendForEver(answer: ServerResponse): void {
  while (answer.write(LARGE));
  answer.once('drain', () => sendForEver(answer));
}

test.each([
  [7, true],
  [0, true],
  [-1, false],
])('a range that begins %d bytes early is cut out: %s', async (early, isRead) => {
  const server = createServer(({ headers }, answer) => {
    const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const [first, last] = [Number(from) - early, Number(to) + 5];
    answer.writeHead(206, { 'content-range': `bytes ${first}-${last}/${LARGE.length}` });
    answer.end(LARGE.subarray(first, last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { maxRetries: 0, socketTimeoutMs: 60_000 };
  const store = new HttpBlobStore(new URL(`http://127.0.0.1:${port}/`), options);
  const read = readRange(store, 'blob', 100, 50);
  if (isRead) expect(await read).toEqual(LARGE.subarray(100, 150));
  else await expect(read).rejects.toThrow("was answered without the range's start");
  store.close();
  server.close();
});

describe.each([true, false])('a site that knows ranges: %s', (knowsRanges) => {
  let server: Server;
  let proxy: FaultProxy;
  let store: HttpBlobStore;

  beforeAll(async () => {
    server = site(knowsRanges);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await FaultProxy.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  const opened = (socketTimeoutMs: number) =>
    new HttpBlobStore(new URL(`${proxy.url}/backups`), { maxRetries: 2, socketTimeoutMs });
  beforeEach(() => {
    proxy.next();
    store = opened(60_000);
  });
  afterEach(() => store.close());
  afterAll(async () => {
    await proxy.stop();
    server.close();
  });

  it('is read, whole and in part', async () => {
    expect(utf8Decode(await store.read('index-0', LARGE.length))).toBe('root');
    const name = 'indices/a/data- x';
    expect(await store.read(name, LARGE.length)).toEqual(LARGE);
    expect(await readRange(store, name, 100_001, 150_000)).toEqual(
      LARGE.subarray(100_001, 250_001),
    );
    expect(await readRange(store, name, 299_999, 1)).toEqual(LARGE.subarray(299_999));
    expect(await readRange(store, name, 5, 0)).toHaveLength(0);
    expect(await store.read('empty', LARGE.length)).toHaveLength(0);
  });

  it('tells what is missing and what ends too early', async () => {
    await expect(store.read('none', LARGE.length)).rejects.toThrow(BlobMissing);
    await expect(readRange(store, 'none', 0, 1)).rejects.toThrow(BlobMissing);
    await expect(readRange(store, 'index-0', 2, 3)).rejects.toThrow(StoreFault);
    await expect(readRange(store, 'index-0', 4, 1)).rejects.toThrow(StoreFault);
  });

  it.each([
    '',
    '.',
    '..',
    '../backups/index-0',
    'indices/../index-0',
    '/index-0',
    'indices//a',
    'a/.',
  ])('has no blob named %j', async (name) => {
    proxy.next();
    await expect(store.read(name, LARGE.length)).rejects.toThrow(
      new StoreFault(`[${name}] is no name of a blob`),
    );
    await expect(readRange(store, name, 0, 1)).rejects.toThrow(StoreFault);
    expect(proxy.requests).toEqual([]);
  });

  it('is not read beyond what may be read', async () => {
    await expect(store.read('indices/a/data- x', LARGE.length - 1)).rejects.toThrow(BlobTooLong);
    expect(proxy.requests).toHaveLength(1);
    // This store does not use the proxy, which reads whole responses.
    const { port } = server.address() as AddressInfo;
    const options = { maxRetries: 2, socketTimeoutMs: 60_000 };
    const direct = new HttpBlobStore(new URL(`http://127.0.0.1:${port}/backups`), options);
    await expect(direct.read('endless', LARGE.length)).rejects.toThrow(BlobTooLong);
    direct.close();
  });

  it('does not follow to elsewhere', async () => {
    await expect(store.read('moved', LARGE.length)).rejects.toThrow(
      /\/backups\/moved\] status 302/,
    );
  });

  it.each(['refuse', 'lose', 'halve', 'ignore', { status: 503 }] as const)(
    'is asked again after %j, a number of times',
    async (fate) => {
      if (fate === 'ignore') {
        store.close();
        store = opened(1000);
      }
      proxy.next(fate, fate);
      expect(utf8Decode(await store.read('index-0', LARGE.length))).toBe('root');
      expect(proxy.requests).toHaveLength(3);
      proxy.next(fate, fate, fate, fate);
      await expect(readRange(store, 'index-0', 0, 4)).rejects.toThrow(StoreFault);
      expect(proxy.requests).toHaveLength(3);
    },
  );

  it('is not asked again when it refuses', async () => {
    proxy.next({ status: 403 });
    await expect(store.read('index-0', LARGE.length)).rejects.toThrow(/status 403 Forbidden/);
    expect(proxy.requests).toHaveLength(1);
  });

  it('is not listed, nor written to', async () => {
    for await (const entry of store.list()) throw new Error(`there is [${entry.name}]`);
    await expect(store.write('a')).rejects.toThrow(StoreFault);
    await expect(store.writeNew('a')).rejects.toThrow(StoreFault);
    await expect(store.remove(['a'])).rejects.toThrow(StoreFault);
  });

  it('ends what is under way when it is closed', async () => {
    proxy.fate = () => 'ignore';
    const reading = store.read('index-0', LARGE.length);
    store.close();
    await expect(reading).rejects.toThrow('[index-0] the store was closed');
  });
});
