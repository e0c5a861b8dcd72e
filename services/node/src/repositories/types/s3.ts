/**
 * `s3`: objects of a bucket of Amazon S3, or of a compatible service. A client of the node's
 * settings (`s3.client.NAME.*`) has the address of the service, and the keystore has its
 * credentials; the repository may override some of the client's settings.
 */
import { formatByteSize } from '@skein/base';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  booleanSetting,
  choiceSetting,
  intSetting,
  readSetting,
  S3_CLIENT,
  type Settings,
  s3ClientNames,
  sizeSetting,
  textSetting,
} from '@skein/settings';
import { readS3Client } from '../../config/s3_client.js';
import type { BucketPlan } from '../repository_plan.js';
import { isKnownToKeystore } from '../repository_secrets.js';
import { checkS3Destinations } from '../s3_destinations.js';
import { type RepositoryType, repositoryFault, type TypeRequest } from './repository_type.js';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

const IN_KEYSTORE =
  'it would be kept where whoever may see the repository sees it; the keystore is the place for [s3.client.NAME.access_key] and [s3.client.NAME.secret_key]';

const SETTINGS = {
  ...S3_CLIENT,
  bucket: textSetting(['bucket', 'dynamic', 'name of the bucket']),
  client: textSetting(
    ['client', 'dynamic', 'client NAME whose settings s3.client.NAME.* apply'],
    'default',
  ),
  basePath: textSetting(['base_path', 'dynamic', 'prefix of the names of all objects'], ''),
  chunkSize: sizeSetting(['chunk_size', 'dynamic', 'size of the largest blob, in bytes'], '1gb', {
    min: 5 * MB,
    max: 5 * 1024 * GB,
  }),
  bufferSize: sizeSetting(
    [
      'buffer_size',
      'dynamic',
      'size of the parts in which a larger blob is uploaded, two at a time, in bytes',
    ],
    '16mb',
    { min: 5 * MB, max: 5 * GB },
  ),
  removeBatch: intSetting(
    ['bulk_delete_size', 'dynamic', 'largest number of objects that one request deletes'],
    '1000',
    {
      min: 1,
      max: 1000,
    },
  ),
  encrypted: booleanSetting(
    ['server_side_encryption', 'dynamic', 'true: the service encrypts objects with AES-256'],
    'false',
  ),
  encryptionType: choiceSetting(
    ['server_side_encryption_type', 'dynamic', 'server-side encryption of objects'],
    'bucket_default',
    ['bucket_default', 'AES256', 'aws:kms'],
  ),
  encryptionKey: textSetting([
    'server_side_encryption_kms_key_id',
    'dynamic',
    "id of the KMS key; the account's default key when absent",
  ]),
  bucketKey: booleanSetting(
    [
      'server_side_encryption_bucket_key_enabled',
      'dynamic',
      'true: a bucket key reduces requests to KMS',
    ],
    'true',
  ),
  encryptionContext: textSetting(
    [
      'server_side_encryption_encryption_context',
      'dynamic',
      'encryption context for KMS: a JSON object with string values',
    ],
    '',
    checkContext,
  ),
  storageClass: textSetting(
    ['storage_class', 'dynamic', 'storage class of objects'],
    '',
    checkStorageClass,
  ),
  cannedAcl: textSetting(['canned_acl', 'dynamic', 'access control list of objects'], '', checkAcl),
  expectedOwner: textSetting([
    'expected_bucket_owner',
    'dynamic',
    'id of the account that must own the bucket',
  ]),
} as const;

export const s3: RepositoryType = {
  name: 's3',
  settings: SETTINGS,
  refused: { access_key: IN_KEYSTORE, secret_key: IN_KEYSTORE },
  read: (request) => {
    const { name, settings } = request;
    const bucket = readSetting(settings, SETTINGS.bucket);
    if (bucket === '') throw repositoryFault(name, 'No bucket defined for s3 repository');
    const chunkBytes = readSetting(settings, SETTINGS.chunkSize);
    const partBytes = readSetting(settings, SETTINGS.bufferSize);
    if (chunkBytes < partBytes) {
      const [chunk, buffer] = [chunkBytes, partBytes].map(formatByteSize);
      const reason = `chunk_size (${chunk}) can't be lower than buffer_size (${buffer}).`;
      throw repositoryFault(name, reason);
    }
    const clientName = readSetting(settings, SETTINGS.client);
    checkClientName(clientName, request);
    const client = readS3Client(request.place.settings, { name: clientName, own: settings });
    checkS3Destinations(request, clientName, client);
    const store: BucketPlan = {
      kind: 'bucket',
      clientName,
      client,
      bucket: {
        bucket,
        prefix: prefixOf(readSetting(settings, SETTINGS.basePath)),
        partBytes,
        removeBatch: readSetting(settings, SETTINGS.removeBatch),
        expectedOwner: textOf(settings, SETTINGS.expectedOwner),
        object: {
          encryption: encryptionOf(settings),
          storageClass: textOf(settings, SETTINGS.storageClass)?.toUpperCase(),
          cannedAcl: textOf(settings, SETTINGS.cannedAcl)?.toLowerCase(),
        },
      },
    };
    return { chunkBytes, store };
  },
};

function checkClientName(name: string, { place, secureSettings }: TypeRequest): void {
  const names = s3ClientNames(place.settings.keys());
  if (names.has(name) || isKnownToKeystore(name, secureSettings)) return;
  throw illegalArgument(
    `Unknown s3 client name [${name}]. Existing client configs: ${[...names].join(',')}`,
  );
}

function textOf(settings: Settings, setting: (typeof SETTINGS)['bucket']): string | undefined {
  const text = readSetting(settings, setting);
  return text === '' ? undefined : text;
}

function prefixOf(basePath: string): string {
  return basePath === '' || basePath.endsWith('/') ? basePath : `${basePath}/`;
}

function encryptionOf(settings: Settings): BucketPlan['bucket']['object']['encryption'] {
  const kind = readSetting(settings, SETTINGS.encryptionType);
  const isOld = readSetting(settings, SETTINGS.encrypted);
  if (isOld && kind === 'aws:kms') {
    throw illegalArgument(
      `[${SETTINGS.encrypted.key}] is of [AES256] and cannot be used with [${SETTINGS.encryptionType.key}] [${kind}]`,
    );
  }
  if (isOld || kind === 'AES256') return { kind: 'AES256' };
  if (kind === 'bucket_default') return undefined;
  return {
    kind,
    keyId: textOf(settings, SETTINGS.encryptionKey),
    bucketKey: readSetting(settings, SETTINGS.bucketKey),
    context: textOf(settings, SETTINGS.encryptionContext),
  };
}

function checkContext(text: string, key: string): void {
  if (text === '' || isObjectOfTexts(text)) return;
  throw illegalArgument(
    `Failed to parse value [${text}] for setting [${key}]: it is no JSON object of texts`,
  );
}

function isObjectOfTexts(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.values(value).every((one) => typeof one === 'string');
  } catch {
    return false;
  }
}

const STORAGE_CLASSES = new Set([
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  'DEEP_ARCHIVE',
  'OUTPOSTS',
  'SNOW',
  'EXPRESS_ONEZONE',
]);

function checkStorageClass(text: string): void {
  const name = text.toUpperCase();
  if (name === 'GLACIER') throw storeFault('Glacier storage class is not supported');
  if (text !== '' && !STORAGE_CLASSES.has(name)) {
    throw storeFault(`\`${text}\` is not a valid S3 Storage Class.`);
  }
}

const CANNED_ACLS = new Set([
  'private',
  'public-read',
  'public-read-write',
  'authenticated-read',
  'aws-exec-read',
  'bucket-owner-read',
  'bucket-owner-full-control',
]);

function checkAcl(text: string): void {
  if (text !== '' && !CANNED_ACLS.has(text.toLowerCase())) {
    throw storeFault(`cannedACL is not valid: [${text}]`);
  }
}

function storeFault(reason: string): ApiError {
  return new ApiError('blob_store_exception', reason);
}
