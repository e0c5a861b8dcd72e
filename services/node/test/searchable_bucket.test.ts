/**
 * An index that is searched in a bucket, through a proxy that can be cut. The suite runs if
 * `S3_ENDPOINT` names a service, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy } from '@skein/testkit';
import { type Daemon, startDaemon } from './daemon.js';
import { answeredAt, requestAt } from './json_requests.js';
import { describeWithS3, TestBucket } from './test_bucket.js';
import { eventually } from './test_cluster.js';

const DOCUMENTS = 2_000;

interface Found {
  readonly _shards: {
    readonly failed: number;
    readonly failures?: readonly {
      readonly index: string;
      readonly reason: { readonly type: string };
    }[];
  };
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _index: string; readonly _source: object }[];
  };
  readonly error?: { readonly type: string };
}

describeWithS3('an index that is searched in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-far-'));
  const bucket = new TestBucket();
  let proxy: TcpProxy;
  let node: Daemon;

  beforeAll(async () => {
    await bucket.create();
    proxy = await TcpProxy.start(Number(new URL(bucket.endpoint).port));
    node = await startDaemon(join(folder, 'data'), [
      `path.config=${folder}`,
      `s3.client.default.endpoint=http://127.0.0.1:${proxy.port}`,
      's3.client.default.path_style_access=true',
      'node.search.cache.size=20mb',
      'node.search.cache.block_size=16kb',
      'node.search.fetch_timeout=15s',
    ]);
    const repository = { type: 's3', settings: { bucket: bucket.name } };
    await good('PUT', '/_snapshot/r', repository);
    const mappings = { properties: { text: { type: 'text' }, n: { type: 'long' } } };
    await good('PUT', '/near', { settings: { number_of_replicas: 0 }, mappings });
    const lines = Array.from({ length: DOCUMENTS }, (_, n) => {
      const text = Array.from({ length: 20 }, (__, at) => `w${(n * (at + 7)) % 97}`).join(' ');
      return `{"index":{"_id":"${n}"}}\n${JSON.stringify({ text, n })}\n`;
    });
    await good('POST', '/near/_bulk?refresh=true', lines.join(''));
    await good('PUT', '/_snapshot/r/s?wait_for_completion=true', { indices: 'near' });
    await mount('far');
  });
  afterAll(async () => {
    await node?.stop();
    await proxy?.stop();
    await bucket.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = requestAt(() => node.url);
  const good = answeredAt(() => node.url);

  const mount = (name: string) =>
    good('POST', '/_snapshot/r/s/_restore?wait_for_completion=true', {
      storage_type: 'remote_snapshot',
      rename_pattern: '(.+)',
      rename_replacement: name,
    });

  /** Mounts an index that has not been searched and has nothing in the cache. */
  async function mountCold(name: string): Promise<void> {
    await mount(name);
    await good('POST', `/${name}/_cache/clear?file=true`);
  }

  const all = { size: 500, query: { match: { text: 'w3' } }, sort: ['n'], track_total_hits: true };
  const sources = ({ hits }: Found) => hits.hits.map(({ _source }) => _source);

  test('has the answers of the index that was taken', async () => {
    for (const text of ['w3', 'w5 w12', 'w96']) {
      const body = { ...all, query: { match: { text } } };
      const near = await good<Found>('POST', '/near/_search', body);
      const far = await good<Found>('POST', '/far/_search', body);
      expect(far._shards.failed).toBe(0);
      expect(far.hits.total).toEqual(near.hits.total);
      expect(sources(far)).toEqual(sources(near));
    }
  });

  test('a bucket that does not answer fails its shards, and holds up no others', async () => {
    await mountCold('slow');
    proxy.cut();
    try {
      const both = ask<Found>('POST', '/near,slow/_search', { ...all, sort: [{ n: 'desc' }] });
      await good('PUT', '/near/_doc/new?refresh=true', { text: 'written meanwhile', n: -1 });
      await good('GET', '/near/_doc/new');
      const near = await good<Found>('POST', '/near/_search', all);
      const { status, json } = await both;
      expect(status).toBe(200);
      expect(json._shards.failed).toBe(1);
      expect(json._shards.failures).toMatchObject([
        { index: 'slow', reason: { type: 'receive_timeout_transport_exception' } },
      ]);
      expect(json.hits.hits.every(({ _index }) => _index === 'near')).toBe(true);
      expect(near.hits.total.value).toBeGreaterThan(0);
    } finally {
      proxy.heal();
    }
    await eventually('the bucket answers again', async () => {
      const { status, json } = await ask<Found>('POST', '/slow/_search', all);
      return status === 200 && json._shards.failed === 0 ? true : undefined;
    });
  });

  test('a search that waits for a block can be cancelled', async () => {
    await mountCold('silent');
    proxy.cut();
    try {
      const search = ask<Found>('POST', '/silent/_search', {
        ...all,
        sort: [{ n: 'asc' }],
        size: 499,
      });
      await eventually('the search is cancelled', async () => {
        const cancelled = await good<{ nodes: Record<string, unknown> }>(
          'POST',
          '/_tasks/_cancel?actions=indices:data/read/search*',
        );
        return Object.keys(cancelled.nodes).length > 0 ? true : undefined;
      });
      const { status, json } = await search;
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(json)).toContain('task_cancelled_exception');
    } finally {
      proxy.heal();
    }
  });
});
