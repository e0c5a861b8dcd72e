/**
 * A remote-backed index in a bucket: a lost cluster is restored from it. The suite runs if
 * `S3_ENDPOINT` names a service, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, which the
 * nodes read from their environment.
 */
import { seededRandom } from '@skein/base';
import fc from 'fast-check';
import { FaultyWay } from './faulty_way.js';
import { describeWithS3, TestBucket } from './test_bucket.js';
import { answered, TestCluster, type TestNode } from './test_cluster.js';

const WRITES = 60;

describeWithS3('a remote-backed index in a bucket', () => {
  const bucket = new TestBucket();

  beforeAll(() => bucket.create());
  afterAll(() => bucket.remove());

  async function started(
    to = bucket.endpoint,
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
    await answered(node, 'PUT', '/_snapshot/store', {
      type: 's3',
      settings: { bucket: bucket.name },
    });
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
      const { seed = 1 } = fc.readConfigureGlobal() ?? {};
      const told = `SEED=${seed}`;
      const way = await FaultyWay.start(bucket.endpoint, seededRandom(seed));
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
