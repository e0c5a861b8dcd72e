/**
 * A remote-backed index in a bucket: a lost cluster is restored from it. The suite runs if
 * `S3_ENDPOINT` names a service, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, which the
 * nodes read from their environment.
 */
import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { seededRandom } from '@skein/base';
import { FaultyWay } from './faulty_way.js';
import { answered, TestCluster, type TestNode } from './test_cluster.js';

const { S3_ENDPOINT: endpoint } = process.env;
const where = endpoint === undefined ? describe.skip : describe;
const WRITES = 60;

where('a remote-backed index in a bucket', () => {
  const Bucket = `skein-${randomUUID()}`;
  const admin = new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });

  beforeAll(() => admin.send(new CreateBucketCommand({ Bucket })));
  afterAll(async () => {
    for (;;) {
      const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket }));
      if (Contents.length === 0) break;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      await admin.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    }
    await admin.send(new DeleteBucketCommand({ Bucket }));
    admin.destroy();
  });

  async function started(
    to = endpoint ?? '',
  ): Promise<{ readonly cluster: TestCluster; readonly node: TestNode }> {
    const settings = {
      's3.client.default.endpoint': to,
      's3.client.default.path_style_access': 'true',
    };
    const cluster = await TestCluster.start({ nodes: 1, settings });
    const node = cluster.node('n1');
    await answered(node, 'PUT', '/_cluster/settings', {
      persistent: { 'cluster.remote_store.translog.buffer_interval': '0ms' },
    });
    await answered(node, 'PUT', '/_snapshot/store', { type: 's3', settings: { bucket: Bucket } });
    return { cluster, node };
  }

  const count = (node: TestNode) => answered<{ count: number }>(node, 'GET', '/books/_count');

  test('comes back in a new cluster', async () => {
    const first = await started();
    const remote_store = { enabled: true, segment: { repository: 'store' } };
    const settings = { number_of_shards: 1, number_of_replicas: 0, remote_store };
    await answered(first.node, 'PUT', '/books', { settings });
    for (let id = 0; id < WRITES; id++) {
      await answered(first.node, 'PUT', `/books/_doc/${id}`, { id });
      if (id === WRITES / 2) await answered(first.node, 'POST', '/books/_flush?force=true');
    }
    await first.cluster.stop();
    const second = await started();
    try {
      const path = '/_remotestore/_restore?wait_for_completion=true';
      await answered(second.node, 'POST', path, { indices: ['bo*'] });
      await answered(second.node, 'POST', '/books/_refresh');
      expect(await count(second.node)).toMatchObject({ count: WRITES });
    } finally {
      await second.cluster.stop();
    }
  });

  test.each(['DOCUMENT', 'SEGMENT'])(
    'what was acknowledged while the store failed, was slow and did not answer comes back: %s',
    async (type) => {
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      const told = `SEED=${seed}`;
      const way = await FaultyWay.start(endpoint ?? '', seededRandom(seed));
      const first = await started(way.url);
      const index = `faulty-${type.toLowerCase()}`;
      const acknowledged: string[] = [];
      try {
        const remote_store = { enabled: true, segment: { repository: 'store' } };
        await answered(first.node, 'PUT', `/${index}`, {
          settings: {
            number_of_shards: 1,
            number_of_replicas: 0,
            'index.replication.type': type,
            remote_store,
          },
        });
        way.isGood = false;
        for (let id = 0; id < WRITES; id++) {
          const { status } = await first.node.request('PUT', `/${index}/_doc/${id}`, { id });
          if (status === 201) acknowledged.push(String(id));
          if (id % 20 === 10) await first.node.request('POST', `/${index}/_flush?force=true`);
        }
      } finally {
        await first.cluster.stop();
        await way.stop();
      }
      const { refused, unanswered, slow } = way.counts;
      expect([told, Math.min(refused, unanswered, slow) > 0]).toEqual([told, true]);
      expect([told, acknowledged.length > WRITES / 2]).toEqual([told, true]);
      const second = await started();
      try {
        const path = '/_remotestore/_restore?wait_for_completion=true';
        await answered(second.node, 'POST', path, { indices: [index] });
        const { docs } = await answered<{ docs: { _id: string; found: boolean }[] }>(
          second.node,
          'POST',
          `/${index}/_mget`,
          { ids: acknowledged },
        );
        const lost = docs.filter(({ found }) => !found).map(({ _id }) => _id);
        expect([told, lost]).toEqual([told, []]);
      } finally {
        await second.cluster.stop();
      }
    },
  );
});
