/**
 * A repository in a bucket, opened by the built program. The suite runs if `S3_ENDPOINT` names a
 * service, with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; the node reads these keys from its
 * keystore.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { type Daemon, startDaemon } from './daemon.js';

const {
  S3_ENDPOINT: endpoint,
  AWS_ACCESS_KEY_ID: accessKey = '',
  AWS_SECRET_ACCESS_KEY: secretKey = '',
} = process.env;
const where = endpoint === undefined ? describe.skip : describe;
const COMMAND = join(__dirname, '../../cli/bin/skein.js');

where('a repository in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bucket-'));
  const Bucket = `skein-${randomUUID()}`;
  const admin = new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  let node: Daemon;

  beforeAll(async () => {
    await admin.send(new CreateBucketCommand({ Bucket }));
    keystore('create');
    keep('access_key', accessKey);
    keep('secret_key', 'not the right one');
    node = await startDaemon(join(folder, 'data'), [
      `path.config=${folder}`,
      `s3.client.default.endpoint=${endpoint}`,
      's3.client.default.path_style_access=true',
    ]);
  });
  afterAll(async () => {
    await node?.stop();
    const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket }));
    const Objects = Contents.map(({ Key }) => ({ Key }));
    if (Objects.length > 0) {
      await admin.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    }
    await admin.send(new DeleteBucketCommand({ Bucket }));
    admin.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  function keystore(...args: readonly string[]): void {
    const [action = '', ...rest] = args;
    const value = rest.pop() ?? '';
    const all = [COMMAND, 'keystore', action, ...rest, '--config', folder];
    execFileSync(process.execPath, all, { input: `${value}\n`, stdio: 'pipe' });
  }

  function keep(part: string, value: string): void {
    keystore('add', '--force', `s3.client.default.${part}`, value);
  }

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${node.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as Readonly<Record<string, unknown>>,
    };
  }

  it('is opened with keys that are right, and again when they have become so', async () => {
    const repository = { type: 's3', settings: { bucket: Bucket, base_path: 'mine' } };
    const refused = await ask('PUT', '/_snapshot/backup', repository);
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.body)).toMatch(/SignatureDoesNotMatch/);
    keep('secret_key', secretKey);
    await ask('POST', '/_nodes/reload_secure_settings');
    const registered = await ask('PUT', '/_snapshot/backup', repository);
    expect(registered).toEqual({ status: 200, body: { acknowledged: true } });

    await ask('PUT', '/people/_doc/1?refresh=true', { name: 'Ada' });
    const taken = await ask('PUT', '/_snapshot/backup/one?wait_for_completion=true');
    expect(taken.body.snapshot).toMatchObject({ state: 'SUCCESS', indices: ['people'] });
    const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.length).toBeGreaterThan(3);
    expect(Contents.every(({ Key }) => Key?.startsWith('mine/'))).toBe(true);

    await ask('DELETE', '/people');
    await ask('POST', '/_snapshot/backup/one/_restore?wait_for_completion=true');
    const found = await ask('GET', '/people/_doc/1');
    expect(found.body._source).toEqual({ name: 'Ada' });
    await ask('DELETE', '/_snapshot/backup/one');
    const { Contents: left = [] } = await admin.send(new ListObjectsV2Command({ Bucket }));
    expect(left.filter(({ Key }) => Key?.includes('/indices/'))).toEqual([]);
  });
});
