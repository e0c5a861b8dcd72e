/**
 * Tests repositories over the real stores. The behaviour common to all stores is tested in memory,
 * in `shared/snapshots`.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  type BlobStore,
  endVerification,
  MemoryBlobStore,
  readRoot,
  verifyOnMaster,
  verifyOnNode,
} from '@skein/snapshots';
import fc from 'fast-check';
import { steps } from '../../../snapshots/src/testing/arbitrary_steps.js';
import { ClusterModel } from '../../../snapshots/src/testing/cluster_model.js';
import { expectHeld, restoredAll, unreferenced } from '../../../snapshots/src/testing/inspect.js';
import { testRepository, Uuids } from '../../../snapshots/src/testing/test_repository.js';
import { FsBlobStore } from './fs_blob_store.js';
import { HttpBlobStore } from './http_blob_store.js';
import { openS3BlobStore } from './s3/s3_blob_store.js';
import { S3_CLIENT, S3_STORE } from './testing/s3_defaults.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-repositories-'));
afterAll(() => rmSync(folder, { recursive: true }));

const repositoryOver = (store: BlobStore) =>
  testRepository(new MemoryBlobStore(), new Uuids(), { store });

async function needlessIn(store: BlobStore): Promise<string[]> {
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const { name } of store.list('')) blobs.set(name, new Uint8Array(0));
  return unreferenced(repositoryOver(store), new MemoryBlobStore({}, blobs));
}

async function holdsWhatWasTaken(openEmpty: () => Promise<BlobStore>, runs: number) {
  await fc.assert(
    fc.asyncProperty(steps({ max: 6 }), async (sequence) => {
      const store = await openEmpty();
      const repository = repositoryOver(store);
      const cluster = new ClusterModel(repository);
      for (const step of sequence) await cluster.run(step);
      const all = await restoredAll(repository);
      expect([...all.keys()].sort()).toEqual([...cluster.kept.keys()].sort());
      for (const [uuid, held] of cluster.kept) expectHeld(all.get(uuid), held);
      await cluster.run({ kind: 'cleanUp' });
      expect(await needlessIn(store)).toEqual([]);
      store.close();
    }),
    { numRuns: runs },
  );
}

/** A snapshot of two shards. */
const TAKE = {
  kind: 'take',
  indices: { books: [{ _0: 1, _1: 5 }, { _0: 8 }] },
  isAbandoned: false,
  adopts: false,
} as const;

async function isVerified(store: BlobStore): Promise<void> {
  const repository = repositoryOver(store);
  await verifyOnMaster(repository, 'seed');
  await verifyOnNode(repository, 'seed', 'node-1');
  await endVerification(repository, 'seed');
  for await (const { name } of store.list('')) throw new Error(`[${name}] was left`);
}

describe('in a folder', () => {
  const openEmpty = async () => new FsBlobStore(join(folder, randomUUID()), { isReadOnly: false });

  it('holds what was taken', () => holdsWhatWasTaken(openEmpty, 15));

  it('is verified', async () => isVerified(await openEmpty()));

  it('is cleaned of what crashes left', async () => {
    const path = join(folder, randomUUID());
    const store = new FsBlobStore(path, { isReadOnly: false });
    const cluster = new ClusterModel(repositoryOver(store));
    await cluster.run(TAKE);
    const [index] = (await readRoot(repositoryOver(store))).indices;
    const id = index?.id ?? '';
    mkdirSync(join(path, 'indices/other/0'), { recursive: true });
    const cut = [
      'index-1',
      'index.latest',
      'snap-x',
      'indices/other/0/data-x-y.part0',
      `indices/${id}/0/data-x-y`,
      `indices/${id}/meta-x`,
    ].map((name) => `${name}.${randomUUID()}.tmp`);
    for (const name of cut) writeFileSync(join(path, name), 'half');
    writeFileSync(join(path, 'notes.tmp'), 'of somebody else');
    expect((await needlessIn(store)).sort()).toEqual([...cut, 'notes.tmp'].sort());
    await cluster.run({ kind: 'cleanUp' });
    expect(await needlessIn(store)).toEqual(['notes.tmp']);
  });

  it('is read over HTTP, where nothing is listed', async () => {
    const path = join(folder, randomUUID());
    const store = new FsBlobStore(path, { isReadOnly: false });
    const cluster = new ClusterModel(repositoryOver(store));
    for (let i = 0; i < 5; i++) await cluster.run(TAKE);
    await cluster.run({ kind: 'delete', picks: [1] });
    const server = createServer((request, answer) => {
      try {
        answer.end(readFileSync(join(path, request.url ?? '')));
      } catch {
        answer.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const site = new HttpBlobStore(url, { maxRetries: 0, socketTimeoutMs: 10_000 });
    await verifyOnMaster(repositoryOver(site), 'seed');
    const all = await restoredAll(repositoryOver(site));
    expect([...all.keys()].sort()).toEqual([...cluster.kept.keys()].sort());
    for (const [uuid, held] of cluster.kept) expectHeld(all.get(uuid), held);
    site.close();
    server.close();
  });
});

/** Runs under the same condition as `s3/s3_blob_store.test.ts`. */
const endpoint = process.env.S3_ENDPOINT;
const where = endpoint === undefined ? describe.skip : describe;

where('in a bucket', () => {
  const bucket = `skein-${randomUUID()}`;
  const admin = new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const open = (prefix: string) =>
    openS3BlobStore({
      bucket,
      prefix,
      ...S3_STORE,
      client: { ...S3_CLIENT, endpoint },
    });

  beforeAll(() => admin.send(new CreateBucketCommand({ Bucket: bucket })));
  afterAll(async () => {
    const all = await open('');
    const names: string[] = [];
    for await (const { name } of all.list('')) names.push(name);
    await all.remove(names);
    all.close();
    await admin.send(new DeleteBucketCommand({ Bucket: bucket }));
    admin.destroy();
  });

  it('holds what was taken', () => holdsWhatWasTaken(() => open(`${randomUUID()}/`), 5));

  it('is verified', async () => {
    const store = await open(`${randomUUID()}/`);
    await isVerified(store);
    store.close();
  });
});
