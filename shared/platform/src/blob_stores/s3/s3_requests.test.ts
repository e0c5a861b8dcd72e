/**
 * Tests the requests to a bucket's service with a server that only records them; no bucket is
 * needed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8 } from '@skein/bytes';
import { admitAll, type BlobStore, sourceOf } from '@skein/snapshots';
import { FaultProxy } from '../testing/fault_proxy.js';
import { S3_CLIENT, S3_STORE } from '../testing/s3_defaults.js';
import { openS3BlobStore } from './s3_blob_store.js';
import type { S3ClientOptions, S3Credentials, S3ObjectOptions } from './s3_options.js';

const KEYS: S3Credentials = {
  kind: 'keys',
  keys: { accessKey: 'AKIDEXAMPLE', secretKey: 'secret', sessionToken: undefined },
};
const PLAIN: S3ObjectOptions = {
  encryption: undefined,
  storageClass: undefined,
  cannedAcl: undefined,
};

const STS_KEYS = `<Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
<SessionToken>session-of-role</SessionToken><Expiration>2999-01-01T00:00:00Z</Expiration></Credentials>`;
const answerOf = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body,
});

let server: FaultProxy;
let store: BlobStore | undefined;

beforeEach(async () => {
  server = await FaultProxy.start('http://127.0.0.1:9');
  server.fate = () => ({ status: 200, headers: { etag: '"0"' } });
});
afterEach(async () => {
  store?.close();
  await server.stop();
});

async function sent(
  client: Partial<S3ClientOptions>,
  object: S3ObjectOptions = PLAIN,
  expectedOwner?: string,
) {
  store = await openS3BlobStore({
    bucket: 'bucket',
    prefix: 'a/b/',
    ...S3_STORE,
    expectedOwner,
    object,
    client: {
      ...S3_CLIENT,
      endpoint: server.url,
      region: 'eu-central-1',
      maxRetries: 0,
      credentials: KEYS,
      ...client,
    },
  });
  await store.write('name', sourceOf(utf8('x')), admitAll);
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

it('is signed with the keys, for the region', async () => {
  const { method, url, headers } = await sent({});
  expect([method, url.split('?')[0]]).toEqual(['PUT', '/bucket/a/b/name']);
  expect(headers.authorization).toMatch(/Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\//);
  expect(headers['x-amz-security-token']).toBeUndefined();
});

it('has the session’s token', async () => {
  const keys = { accessKey: 'AKID', secretKey: 'secret', sessionToken: 'session' };
  const { headers } = await sent({ credentials: { kind: 'keys', keys } });
  expect(headers['x-amz-security-token']).toBe('session');
});

it('says how the object is to be kept', async () => {
  const { headers } = await sent(
    {},
    { encryption: { kind: 'AES256' }, storageClass: 'STANDARD_IA', cannedAcl: 'private' },
    '111122223333',
  );
  expect(headers['x-amz-server-side-encryption']).toBe('AES256');
  expect(headers['x-amz-storage-class']).toBe('STANDARD_IA');
  expect(headers['x-amz-acl']).toBe('private');
  expect(headers['x-amz-expected-bucket-owner']).toBe('111122223333');
});

it('names the key of the key service', async () => {
  const context = '{"project":"skein"}';
  const encryption = { kind: 'aws:kms', keyId: 'arn:key', bucketKey: true, context } as const;
  const { headers } = await sent({}, { ...PLAIN, encryption });
  expect(headers['x-amz-server-side-encryption']).toBe('aws:kms');
  expect(headers['x-amz-server-side-encryption-aws-kms-key-id']).toBe('arn:key');
  expect(headers['x-amz-server-side-encryption-bucket-key-enabled']).toBe('true');
  expect(headers['x-amz-server-side-encryption-context']).toBe(
    Buffer.from(context).toString('base64'),
  );
});

it('has the bucket in the name of the host where paths are not asked for', async () => {
  const endpoint = 'http://storage.example';
  const { url, headers } = await sent({ endpoint, pathStyle: false, proxy: server.url });
  expect(headers.host).toBe('bucket.storage.example');
  expect(url.split('?')[0]).toBe('http://bucket.storage.example/a/b/name');
});

describe('with the keys of a role', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-token-'));
  const tokenFile = join(folder, 'token');
  const variables = { AWS_ENDPOINT_URL_STS: process.env.AWS_ENDPOINT_URL_STS };

  beforeEach(() => {
    writeFileSync(tokenFile, 'the-token');
    process.env.AWS_ENDPOINT_URL_STS = server.url;
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    Object.assign(process.env, variables);
    if (variables.AWS_ENDPOINT_URL_STS === undefined) delete process.env.AWS_ENDPOINT_URL_STS;
  });

  const role = { roleArn: 'arn:aws:iam::1:role/backup', sessionName: 'nightly' } as const;

  it.each<[string, S3Credentials, string, string | null]>([
    [
      'that a token stands for',
      { kind: 'web_identity', tokenFile, ...role },
      'AssumeRoleWithWebIdentity',
      'the-token',
    ],
    [
      'that keys may take on',
      { kind: 'role', ...role, keys: KEYS.kind === 'keys' ? KEYS.keys : undefined },
      'AssumeRole',
      null,
    ],
  ])('%s', async (_name, credentials, action, token) => {
    server.fate = ({ method, url }) =>
      method === 'POST' && url === '/'
        ? answerOf(
            `<${action}Response><${action}Result>${STS_KEYS}</${action}Result></${action}Response>`,
          )
        : { status: 200, headers: { etag: '"0"' } };
    const { headers } = await sent({ credentials });
    expect(server.requests).toHaveLength(2);
    const asked = new URLSearchParams(server.requests[0]?.body.toString());
    expect(asked.get('Action')).toBe(action);
    expect(asked.get('RoleArn')).toBe(role.roleArn);
    expect(asked.get('RoleSessionName')).toBe(role.sessionName);
    expect(asked.get('WebIdentityToken')).toBe(token);
    expect(headers.authorization).toMatch(/Credential=ASIAROLE\//);
    expect(headers['x-amz-security-token']).toBe('session-of-role');
  });
});
