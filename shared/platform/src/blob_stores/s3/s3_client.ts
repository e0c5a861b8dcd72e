/**
 * The client of a bucket's service. Amazon's packages are large and are loaded when the first
 * bucket is opened. The client itself does not retry: `s3_calls.ts` does, for the response and its
 * body alike.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3ClientOptions, S3Keys } from './s3_options.js';

export type S3Sdk = typeof import('@aws-sdk/client-s3');

const DEFAULT_REGION = 'us-east-1';

export async function openS3Client(
  options: S3ClientOptions,
): Promise<{ readonly sdk: S3Sdk; readonly client: S3Client }> {
  const sdk = exportsOf(await import('@aws-sdk/client-s3'));
  const region = regionOf(options);
  const requestHandler = handlerOf(options);
  const credentials = await credentialsOf(options, { region, requestHandler });
  const client = new sdk.S3Client({
    region,
    requestHandler,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    tls: !options.isPlain,
    forcePathStyle: options.pathStyle,
    followRegionRedirects: true,
    // Whole blobs have checksums of their own, and a range has none.
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  return { sdk, client };
}

/**
 * The exports of a module. In a bundle, a CommonJS package's exports are the default export of its
 * file.
 */
function exportsOf<T extends object>(loaded: T): T {
  return 'default' in loaded ? (loaded.default as T) : loaded;
}

function regionOf({ region }: S3ClientOptions): string {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  return region ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? DEFAULT_REGION;
}

type Handler = NonNullable<S3ClientConfig['requestHandler']>;

function handlerOf(options: S3ClientOptions): Handler {
  const { connectTimeoutMs, readTimeoutMs, maxConnections, proxy } = options;
  const agent = {
    keepAlive: true,
    maxSockets: maxConnections,
    ...(proxy === undefined ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }),
  };
  return {
    connectionTimeout: connectTimeoutMs,
    socketTimeout: readTimeoutMs,
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent(agent),
  };
}

/** The credentials; `undefined`: the client's own chain of environment sources. */
async function credentialsOf(
  { credentials }: S3ClientOptions,
  clientConfig: { readonly region: string; readonly requestHandler: Handler },
): Promise<S3ClientConfig['credentials']> {
  switch (credentials.kind) {
    case 'environment':
      return undefined;
    case 'keys':
      return keysOf(credentials.keys);
    case 'web_identity': {
      const { fromTokenFile } = exportsOf(await import('@aws-sdk/credential-providers'));
      const { tokenFile, roleArn, sessionName } = credentials;
      return fromTokenFile({
        webIdentityTokenFile: tokenFile,
        roleArn,
        ...(sessionName === undefined ? {} : { roleSessionName: sessionName }),
        clientConfig,
      });
    }
    case 'role': {
      const { fromTemporaryCredentials } = exportsOf(await import('@aws-sdk/credential-providers'));
      const { roleArn, sessionName, keys } = credentials;
      return fromTemporaryCredentials({
        params: {
          RoleArn: roleArn,
          ...(sessionName === undefined ? {} : { RoleSessionName: sessionName }),
        },
        ...(keys === undefined ? {} : { masterCredentials: keysOf(keys) }),
        clientConfig,
      });
    }
  }
}

function keysOf({ accessKey, secretKey, sessionToken }: S3Keys) {
  return {
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
}
