/**
 * Tests how settings of repositories are read. Expected answers of the types in OpenSearch's
 * distribution were recorded from OpenSearch 2.19.1.
 */
import { ApiError, errorResponse } from '@skein/errors';
import { NODE_SETTINGS } from '@skein/settings';
import { readRepositoryPlace } from '../config/repository_place.js';
import { readRepository } from './read_repository.js';
import type { RepositoryPlan } from './repository_plan.js';
import { readRepositorySecrets } from './repository_secrets.js';

type Texts = Readonly<Record<string, string>>;

const NODE: Texts = {
  'path.repo.0': '/mnt/backups',
  'path.repo.1': '/mnt/long_term',
  'path.config': '/etc/skein',
  'repositories.url.allowed_urls': 'http://www.example.org/root/*,file:/archive/*',
};

const keystoreOf = (secrets: Texts) => ({ get: (key: string) => secrets[key] });

function read(
  type: string,
  settings: Texts,
  node: Texts = {},
  secrets: Texts = {},
): RepositoryPlan {
  const place = readRepositoryPlace(new Map(Object.entries({ ...NODE, ...node })));
  const secureSettings = keystoreOf(secrets);
  const request = { name: 'r', type, settings: new Map(Object.entries(settings)) };
  return readRepository(request, { place, secureSettings });
}

function refusal(...request: Parameters<typeof read>) {
  try {
    read(...request);
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error);
    throw error;
  }
  throw new Error('it was taken');
}

/** The answer with which OpenSearch wraps a fault that a type found. */
function notCreated(cause: Readonly<Record<string, unknown>>, isRoot: boolean) {
  const failed = { type: 'repository_exception', reason: '[r] failed to create repository' };
  const { caused_by: _deeper, ...root } = cause;
  const error = { root_cause: [isRoot ? root : failed], ...failed, caused_by: cause };
  return { error, status: 500 };
}

const fault = (reason: string) => notCreated({ type: 'repository_exception', reason }, true);
const illegal = (reason: string) =>
  notCreated({ type: 'illegal_argument_exception', reason }, false);

test('a type that is not there is refused by name', () => {
  for (const type of ['azure', 'gcs', 'hdfs', 'source', 'FS']) {
    const error = {
      type: 'repository_exception',
      reason: `[r] repository type [${type}] does not exist`,
    };
    expect(refusal(type, {})).toEqual({ error: { root_cause: [error], ...error }, status: 500 });
  }
});

describe('settings of every type', () => {
  const location = { location: 'x' };

  test('have defaults', () => {
    expect(read('fs', location)).toEqual({
      name: 'r',
      type: 'fs',
      isReadOnly: false,
      isCompressed: true,
      chunkBytes: undefined,
      maxSnapshotBytes: 40 * 1024 ** 2,
      maxRestoreBytes: undefined,
      store: { kind: 'folder', path: '/mnt/backups/x' },
    });
  });

  test('are read', () => {
    const given = {
      compress: 'false',
      readonly: 'true',
      max_snapshot_bytes_per_sec: '-1',
      max_restore_bytes_per_sec: '20mb',
      compression_type: 'zstd',
      remote_store_index_shallow_copy: 'false',
    };
    expect(read('fs', { ...location, ...given })).toMatchObject({
      isCompressed: false,
      isReadOnly: true,
      maxSnapshotBytes: undefined,
      maxRestoreBytes: 20 * 1024 ** 2,
    });
  });

  test.each([
    [
      'compress',
      'maybe',
      illegal('Failed to parse value [maybe] as only [true] or [false] are allowed.'),
    ],
    [
      'readonly',
      'maybe',
      illegal('Failed to parse value [maybe] as only [true] or [false] are allowed.'),
    ],
    [
      'max_snapshot_bytes_per_sec',
      'zz',
      notCreated(
        {
          type: 'parse_exception',
          reason:
            'failed to parse setting [max_snapshot_bytes_per_sec] with value [zz] as a size in bytes: unit is missing or unrecognized',
        },
        true,
      ),
    ],
    [
      'max_restore_bytes_per_sec',
      '5',
      notCreated(
        {
          type: 'parse_exception',
          reason:
            'failed to parse setting [max_restore_bytes_per_sec] with value [5] as a size in bytes: unit is missing or unrecognized',
        },
        true,
      ),
    ],
    [
      'max_snapshot_bytes_per_sec',
      '-5mb',
      notCreated(
        {
          type: 'parse_exception',
          reason:
            'failed to parse setting [max_snapshot_bytes_per_sec] with value [-5mb] as a size in bytes',
          caused_by: {
            type: 'illegal_argument_exception',
            reason: 'Values less than -1 bytes are not supported: -5mb',
          },
        },
        true,
      ),
    ],
  ])('[%s] [%s] is refused as OpenSearch does', (key, value, answer) => {
    expect(refusal('fs', { ...location, [key]: value })).toEqual(answer);
  });

  test.each([
    ['fs', 'unknown', 'x', /^unknown setting \[unknown\]/],
    ['fs', 'compres', 'true', /^unknown setting \[compres\] did you mean \[compress\]\?$/],
    ['fs', 'bucket', 'x', /^unknown setting \[bucket\]/],
    ['fs', 'constructor', 'x', /^unknown setting \[constructor\]/],
    ['url', 'chunk_size', '5mb', /^unknown setting \[chunk_size\]/],
    [
      'fs',
      'compression_type',
      'deflate',
      /\[compression_type\] is not supported, only \[zstd\] is/,
    ],
    ['fs', 'shallow_snapshot_v2', 'true', /\[shallow_snapshot_v2\] is not supported/],
    ['fs', 'remote_store_index_shallow_copy', 'true', /\[remote_store_index_shallow_copy\] is not/],
    ['s3', 'access_key', 'AKID', /^setting \[access_key\] is not supported: .*keystore/],
    ['s3', 'secret_key', 'secret', /^setting \[secret_key\] is not supported: .*keystore/],
    ['s3', 'signer_override', 'x', /^unknown setting \[signer_override\]/],
  ])('%s: [%s] [%s] is refused by name', (type, key, value, reason) => {
    const own = type === 'fs' ? location : {};
    const { error, status } = refusal(type, { ...own, [key]: value });
    expect([error.type, status]).toEqual(['illegal_argument_exception', 400]);
    expect(error.reason).toMatch(reason);
  });
});

describe('fs', () => {
  const pathOf = (settings: Texts) => read('fs', settings).store;

  test.each([
    ['x', '/mnt/backups/x'],
    ['x/./y/../z', '/mnt/backups/x/z'],
    ['/mnt/backups', '/mnt/backups'],
    ['/mnt/long_term/../long_term/x', '/mnt/long_term/x'],
    ['..x', '/mnt/backups/..x'],
  ])('location [%s] is %s', (location, path) => {
    expect(pathOf({ location })).toEqual({ kind: 'folder', path });
  });

  test.each(['/nope', '../x', 'x/../../y', '/mnt/backups2', '/mnt', '/'])(
    'location [%s] is nowhere',
    (location) => {
      expect(refusal('fs', { location })).toEqual(
        fault(
          `[r] location [${location}] doesn't match any of the locations specified by path.repo`,
        ),
      );
    },
  );

  test('location is needed, and path.repo', () => {
    expect(refusal('fs', {})).toEqual(fault('[r] missing location'));
    expect(refusal('fs', { location: '' })).toEqual(fault('[r] missing location'));
    const place = readRepositoryPlace(new Map());
    const request = { name: 'r', type: 'fs', settings: new Map([['location', '/x']]) };
    expect(() => readRepository(request, { place, secureSettings: keystoreOf({}) })).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({
          message:
            "[r] location [/x] doesn't match any of the locations specified by path.repo because this setting is empty",
        }),
      }),
    );
  });

  test('base_path stays within', () => {
    expect(pathOf({ location: 'x', base_path: 'a/b' })).toMatchObject({
      path: '/mnt/backups/x/a/b',
    });
    for (const path of ['/a', '../a', 'a/../../b', 'C:\\a', '\\a']) {
      expect(refusal('fs', { location: 'x', base_path: path })).toEqual(
        illegal(
          `[base_path] must be a relative path that does not contain '..' segments; got [${path}]`,
        ),
      );
    }
  });

  test('chunk_size has five bytes at least', () => {
    expect(read('fs', { location: 'x', chunk_size: '5b' }).chunkBytes).toBe(5);
    for (const size of ['1b', '0', '-1']) {
      expect(refusal('fs', { location: 'x', chunk_size: size })).toEqual(
        illegal(`failed to parse value [${size}] for setting [chunk_size], must be >= [5b]`),
      );
    }
    const reason =
      'failed to parse setting [chunk_size] with value [zz] as a size in bytes: unit is missing or unrecognized';
    expect(refusal('fs', { location: 'x', chunk_size: 'zz' })).toEqual(
      notCreated(
        {
          type: 'illegal_argument_exception',
          reason,
          caused_by: { type: 'parse_exception', reason },
        },
        false,
      ),
    );
  });
});

describe('url', () => {
  test('is a site that the operator allows', () => {
    const plan = read('url', {
      url: 'http://www.example.org/root/mine',
      http_max_retries: '2',
      http_socket_timeout: '3s',
    });
    expect(plan).toMatchObject({
      isReadOnly: true,
      store: {
        kind: 'site',
        url: 'http://www.example.org/root/mine',
        maxRetries: 2,
        socketTimeoutMs: 3_000,
      },
    });
  });

  test.each([
    ['file:///mnt/backups/x/', '/mnt/backups/x'],
    ['file:/mnt/long_term/x', '/mnt/long_term/x'],
    ['file:/mnt/long_term/y/../x%20y', '/mnt/long_term/x y'],
    ['file:/archive/2026/', '/archive/2026/'],
  ])('[%s] is a folder', (url, path) => {
    expect(read('url', { url, readonly: 'false' })).toMatchObject({
      isReadOnly: true,
      store: { kind: 'folder', path },
    });
  });

  test.each([
    'http://www.example.org/other',
    'http://www.example.org/root/../other',
    'https://www.example.org/root/x',
    'file:/x/',
    'file:///mnt/backups/../x',
    'file://host/mnt/backups/x',
    'file:///mnt/backups/a%2Fb',
  ])('[%s] is not allowed', (url) => {
    expect(refusal('url', { url })).toEqual(
      fault(
        `[r] file url [${url}] doesn't match any of the locations specified by path.repo or repositories.url.allowed_urls`,
      ),
    );
  });

  test('is needed, and is a URL', () => {
    expect(refusal('url', {})).toEqual(fault('[r] missing url'));
    for (const [url, why] of [
      ['nonsense', 'no protocol: nonsense'],
      ['', 'no protocol: '],
      ['gopher://x/', 'unknown protocol: gopher'],
    ] as const) {
      expect(refusal('url', { url })).toEqual(
        notCreated(
          {
            type: 'illegal_argument_exception',
            reason: 'Unable to parse URL repository setting',
            caused_by: { type: 'malformed_u_r_l_exception', reason: why },
          },
          false,
        ),
      );
    }
  });

  test('is of a protocol that is supported, and tells no password', () => {
    for (const url of ['ftp://x/', 'jar:file:/x!/']) {
      const protocol = url.slice(0, 3);
      expect(refusal('url', { url })).toEqual(
        fault(`[r] unsupported url protocol [${protocol}] from URL [${url}]`),
      );
    }
    const node = { 'repositories.url.supported_protocols': 'file' };
    expect(refusal('url', { url: 'http://www.example.org/root/x' }, node)).toEqual(
      fault('[r] unsupported url protocol [http] from URL [http://www.example.org/root/x]'),
    );
    expect(refusal('url', { url: 'http://me:secret@www.example.org/root/x' })).toEqual(
      fault('[r] a user and a password in [url] are not supported'),
    );
  });
});

describe('s3', () => {
  const bucketOf = (settings: Texts, node: Texts = {}, secrets: Texts = {}) => {
    const { store } = read('s3', { bucket: 'b', ...settings }, node, secrets);
    if (store.kind !== 'bucket') throw new Error('it is no bucket');
    return store;
  };

  test('has defaults', () => {
    expect(read('s3', { bucket: 'b' })).toMatchObject({ isReadOnly: false, chunkBytes: 1024 ** 3 });
    expect(bucketOf({})).toEqual({
      kind: 'bucket',
      clientName: 'default',
      client: {
        endpoint: undefined,
        isPlain: false,
        region: undefined,
        pathStyle: false,
        connectTimeoutMs: 10_000,
        readTimeoutMs: 50_000,
        requestTimeoutMs: 300_000,
        maxConnections: 500,
        maxRetries: 3,
        isThrottled: true,
        proxy: undefined,
        identityTokenFile: undefined,
      },
      bucket: {
        bucket: 'b',
        prefix: '',
        partBytes: 16 * 1024 ** 2,
        removeBatch: 1000,
        expectedOwner: undefined,
        object: { encryption: undefined, storageClass: undefined, cannedAcl: undefined },
      },
    });
  });

  test('is reached as the client says, or the repository', () => {
    const node = {
      's3.client.backup.endpoint': 'Storage.Example:9000',
      's3.client.backup.protocol': 'http',
      's3.client.backup.region': 'eu-central-1',
      's3.client.backup.path_style_access': 'true',
      's3.client.backup.max_retries': '7',
      's3.client.backup.read_timeout': '1m',
      's3.client.backup.identity_token_file': 'token',
      's3.client.other.region': 'us-west-2',
    };
    expect(
      bucketOf({ client: 'backup', region: 'eu-west-1', max_retries: '0' }, node).client,
    ).toMatchObject({
      endpoint: 'http://storage.example:9000',
      isPlain: true,
      region: 'eu-west-1',
      pathStyle: true,
      maxRetries: 0,
      readTimeoutMs: 60_000,
      identityTokenFile: '/etc/skein/token',
    });
    expect(bucketOf({}, node).client.region).toBeUndefined();
    const allowed = { ...node, 'repositories.s3.allowed_endpoints': 'https://s3.example' };
    expect(bucketOf({ endpoint: 'https://s3.example/' }, allowed).client.endpoint).toBe(
      'https://s3.example/',
    );
  });

  describe('leads nowhere that the operator does not allow', () => {
    const node = {
      's3.client.default.endpoint': 'http://storage.example:9000',
      's3.client.other.endpoint': 'http://other.example:9000',
    };
    const notAllowed = (kind: string, address: string) =>
      fault(
        `[r] ${kind} [${address}] is neither that of the client [default] nor one that repositories.s3.allowed_endpoints names`,
      );

    test.each([
      ['http://169.254.169.254', 'http://169.254.169.254'],
      ['localhost:6379', 'https://localhost:6379'],
      ['http://storage.example:9001', 'http://storage.example:9001'],
      ['http://storage.example:9000@10.0.0.1', 'http://10.0.0.1'],
      ['http://other.example:9000', 'http://other.example:9000'],
    ])('%s', (endpoint, address) => {
      expect(refusal('s3', { bucket: 'b', endpoint }, node)).toEqual(
        notAllowed('endpoint', address),
      );
    });

    test('a proxy', () => {
      const proxy = { 'proxy.host': '10.0.0.1', 'proxy.port': '8080', protocol: 'http' };
      expect(refusal('s3', { bucket: 'b', ...proxy }, node)).toEqual(
        notAllowed('proxy', 'http://10.0.0.1:8080'),
      );
      const port = { 'proxy.port': '22' };
      const ofNode = { 's3.client.default.proxy.type': 'https' };
      const named = { ...node, ...ofNode, 's3.client.default.proxy.host': 'proxy.example' };
      expect(refusal('s3', { bucket: 'b', ...port }, named)).toEqual(
        notAllowed('proxy', 'https://proxy.example:22'),
      );
    });

    test('but where the client leads, and to what is named', () => {
      const endpointOf = (endpoint: string, allowed: string) =>
        bucketOf({ endpoint }, { ...node, 'repositories.s3.allowed_endpoints': allowed }).client
          .endpoint;
      const own = 'http://storage.example:9000';
      expect(endpointOf(own, '')).toBe(own);
      expect(endpointOf('https://a.s3.example', 'http://x,https://*.S3.example:443')).toBe(
        'https://a.s3.example',
      );
      expect(endpointOf('10.0.0.1:1', '*')).toBe('https://10.0.0.1:1');
      expect(() => endpointOf('https://s3.example.org', 'https://*.s3.example')).toThrow();
      expect(() =>
        endpointOf('https://evil.example/.s3.example', 'https://*.s3.example'),
      ).toThrow();
    });
  });

  test('is of a client that somebody speaks of', () => {
    expect(refusal('s3', { bucket: 'b', client: 'x' }, { 's3.client.y.region': 'z' })).toEqual(
      illegal('Unknown s3 client name [x]. Existing client configs: default,y'),
    );
    const secrets = { 's3.client.x.access_key': 'AKID' };
    expect(bucketOf({ client: 'x' }, {}, secrets).clientName).toBe('x');
  });

  test('goes through a proxy', () => {
    const proxy = {
      's3.client.default.proxy.type': 'http',
      's3.client.default.proxy.host': 'proxy.example',
      's3.client.default.proxy.port': '3128',
    };
    const described = { type: 'http', host: 'proxy.example', port: 3128, isOfNode: true };
    expect(bucketOf({}, proxy).client.proxy).toEqual(described);
    const [, ...untyped] = Object.entries(proxy);
    const plain = { ...Object.fromEntries(untyped), 's3.client.default.protocol': 'http' };
    expect(bucketOf({}, plain).client.proxy).toEqual(described);
    expect(() => bucketOf({}, Object.fromEntries(untyped))).toThrow(/proxy type is not defined/);
    expect(() => bucketOf({}, { 's3.client.default.proxy.type': 'http' })).toThrow(
      /proxy host or port is not defined/,
    );
    expect(() => bucketOf({}, { 's3.client.default.proxy.type': 'socks' })).toThrow(
      /\[socks\] .*must be one of \[direct, http, https\]/,
    );
  });

  test('keeps objects as it says', () => {
    const { bucket } = bucketOf({
      base_path: 'a/b',
      storage_class: 'standard_ia',
      canned_acl: 'PRIVATE',
      expected_bucket_owner: '111122223333',
      buffer_size: '5mb',
      chunk_size: '5mb',
      bulk_delete_size: '10',
      server_side_encryption: 'true',
    });
    expect(bucket).toEqual({
      bucket: 'b',
      prefix: 'a/b/',
      partBytes: 5 * 1024 ** 2,
      removeBatch: 10,
      expectedOwner: '111122223333',
      object: {
        encryption: { kind: 'AES256' },
        storageClass: 'STANDARD_IA',
        cannedAcl: 'private',
      },
    });
    expect(
      bucketOf({
        server_side_encryption_type: 'aws:kms',
        server_side_encryption_kms_key_id: 'arn:key',
        server_side_encryption_bucket_key_enabled: 'false',
        server_side_encryption_encryption_context: '{"a":"b"}',
      }).bucket.object.encryption,
    ).toEqual({ kind: 'aws:kms', keyId: 'arn:key', bucketKey: false, context: '{"a":"b"}' });
  });

  const storeFault = (reason: string) => notCreated({ type: 'blob_store_exception', reason }, true);

  test.each([
    [{ bucket: '' }, fault('[r] No bucket defined for s3 repository')],
    [{ chunk_size: '5mb' }, fault("[r] chunk_size (5mb) can't be lower than buffer_size (16mb).")],
    [{ storage_class: 'glacier' }, storeFault('Glacier storage class is not supported')],
    [{ storage_class: 'x' }, storeFault('`x` is not a valid S3 Storage Class.')],
    [{ canned_acl: 'x' }, storeFault('cannedACL is not valid: [x]')],
    [
      { buffer_size: '1mb' },
      illegal('failed to parse value [1mb] for setting [buffer_size], must be >= [5242880b]'),
    ],
    [
      { server_side_encryption: 'true', server_side_encryption_type: 'aws:kms' },
      illegal(
        '[server_side_encryption] is of [AES256] and cannot be used with [server_side_encryption_type] [aws:kms]',
      ),
    ],
  ])('%j is refused', (settings, answer) => {
    expect(refusal('s3', { bucket: 'b', ...settings })).toEqual(answer);
  });

  describe('has secrets in the keystore', () => {
    const plan = read('s3', { bucket: 'b', client: 'x' }, { 's3.client.x.region': 'z' });
    const key = (name: string) => `s3.client.x.${name}`;

    test('of its client alone', () => {
      const secrets = {
        [key('access_key')]: 'AKID',
        [key('secret_key')]: 'secret',
        's3.client.default.session_token': 'other',
      };
      expect(readRepositorySecrets(plan, keystoreOf(secrets))).toEqual({
        accessKey: 'AKID',
        secretKey: 'secret',
      });
      const folder = read('fs', { location: 'x' });
      expect(readRepositorySecrets(folder, keystoreOf(secrets))).toEqual({});
    });

    test.each([
      [{ [key('access_key')]: 'a' }, 'Missing secret key for s3 client [x]'],
      [{ [key('secret_key')]: 'a' }, 'Missing access key for s3 client [x]'],
      [{ [key('session_token')]: 'a' }, 'Missing access key and secret key for s3 client [x]'],
      [{ [key('role_session_name')]: 'a' }, 'Missing role arn for s3 client [x]'],
      [{ [key('proxy.password')]: 'a' }, /proxy type is not defined/],
    ])('which must fit together: %j', (secrets, reason) => {
      expect(() => readRepositorySecrets(plan, keystoreOf(secrets))).toThrow(reason);
    });
  });
});

test.each([
  [{ 's3.client.default.nope': '1' }, /unknown setting \[s3.client.default.nope\]/],
  [{ 'repositories.s3.allowed_endpoints': 'https://s3.example/x' }, /not of the form/],
  [{ 'repositories.s3.allowed_endpoints': 's3.example' }, /not of the form/],
  [{ 'repositories.url.supported_protocols': 'http,ftp' }, /protocol \[ftp\] .*not supported/],
  [{ 's3.client.x.proxy.host': 'h' }, /proxy type is not defined/],
])('a node does not start with %j', (settings, reason) => {
  const node = new Map(Object.entries(settings));
  expect(() => {
    for (const key of node.keys()) NODE_SETTINGS.validateKey(node, key);
    readRepositoryPlace(node);
  }).toThrow(reason);
});
