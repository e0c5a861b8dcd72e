/**
 * Uploads a blob into a bucket: in one request, or in parts of which a few are in memory. Parts are
 * invisible until the last request, which assembles the blob from them. If that is impossible, the
 * upload is aborted; the bucket itself must remove parts of a node that died
 * (`AbortIncompleteMultipartUpload` of its lifecycle).
 */
import { randomUUID } from 'node:crypto';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { type Admit, type BlobSource, gatherBytes, StoreFault } from '@skein/snapshots';
import { PIECE_BYTES } from '../pieces.js';
import { type S3Calls, S3Fault } from './s3_calls.js';
import type { S3Sdk } from './s3_client.js';
import type { S3Encryption, S3ObjectOptions } from './s3_options.js';

/** Limit of one blob's parts under way at once. */
const PARTS_AT_ONCE = 2;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000;
/** Key of a blob's user metadata that identifies the upload. */
const UPLOAD = 'upload';

export interface S3Target {
  readonly sdk: S3Sdk;
  readonly client: S3Client;
  readonly calls: S3Calls;
  /** Name of the blob. */
  readonly name: string;
  /** The bucket, the key, and the owner. */
  readonly place: {
    readonly Bucket: string;
    readonly Key: string;
    readonly ExpectedBucketOwner?: string;
  };
  readonly object: S3ObjectOptions;
}

/** Writes the blob in one request; replaces an existing one. */
export async function putWhole(target: S3Target, source: BlobSource, admit: Admit): Promise<void> {
  const { sdk, client, calls, name, place, object } = target;
  const Body = await gatherBytes(source, admit, PIECE_BYTES);
  await calls.send(name, (abortSignal) =>
    client.send(new sdk.PutObjectCommand({ ...place, ...storedAs(object), Body }), { abortSignal }),
  );
}

/** Writes a new blob; `false`: one exists already, which may be ours if a response was lost. */
export async function putNew(target: S3Target, bytes: Uint8Array): Promise<boolean> {
  const { sdk, client, calls, name, place, object } = target;
  const request = { ...place, ...storedAs(object), Body: bytes, IfNoneMatch: '*' };
  try {
    await calls.send(name, (abortSignal) =>
      client.send(new sdk.PutObjectCommand(request), { abortSignal }),
    );
    return true;
  } catch (error) {
    if (codeOf(error) === 'PreconditionFailed') return false;
    throw error;
  }
}

/** Writes the blob in parts; replaces an existing one. */
export async function putInParts(
  target: S3Target,
  source: BlobSource,
  { partBytes, admit }: { readonly partBytes: number; readonly admit: Admit },
): Promise<void> {
  const uploadUuid = randomUUID();
  const uploadId = await begin(target, uploadUuid);
  try {
    const parts = await sendParts(target, source, { uploadId, admit, partBytes });
    await complete(target, { uploadId, uploadUuid, parts });
  } catch (error) {
    await giveUp(target, uploadId);
    throw error;
  }
}

async function begin(target: S3Target, uploadUuid: string): Promise<string> {
  const { sdk, client, calls, name, place, object } = target;
  const request = {
    ...place,
    ...storedAs(object),
    Metadata: { [UPLOAD]: uploadUuid },
    ChecksumAlgorithm: 'CRC32',
  } as const;
  const { UploadId } = await calls.send(name, (abortSignal) =>
    client.send(new sdk.CreateMultipartUploadCommand(request), { abortSignal }),
  );
  if (UploadId !== undefined) return UploadId;
  throw new StoreFault(`[${place.Bucket}/${name}] the store gave no id to an upload in parts`);
}

interface Sending {
  readonly uploadId: string;
  readonly admit: Admit;
  readonly partBytes: number;
}

/**
 * Sends the parts by a few workers, each of which takes the next part until there is none or a part
 * has failed. Settles when no part is under way.
 */
async function sendParts(
  target: S3Target,
  source: BlobSource,
  sending: Sending,
): Promise<CompletedPart[]> {
  const partBytes = Math.max(sending.partBytes, Math.ceil(source.lengthBytes / MAX_PARTS));
  const count = Math.ceil(source.lengthBytes / partBytes);
  const parts: CompletedPart[] = [];
  let next = 0;
  let hasFailed = false;
  const take = async () => {
    try {
      while (next < count && !hasFailed) {
        const at = next++;
        const part = partOf(source, at * partBytes, partBytes);
        parts[at] = await sendPart(target, { ...sending, number: at + 1, part });
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, take));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return parts;
}

async function sendPart(
  { sdk, client, calls, name, place }: S3Target,
  {
    uploadId,
    admit,
    number,
    part,
  }: Sending & { readonly number: number; readonly part: BlobSource },
): Promise<CompletedPart> {
  const Body = await gatherBytes(part, admit, PIECE_BYTES);
  const request = { ...place, UploadId: uploadId, PartNumber: number, Body };
  const { ETag, ChecksumCRC32 } = await calls.send(name, (abortSignal) =>
    client.send(new sdk.UploadPartCommand(request), { abortSignal }),
  );
  return { PartNumber: number, ETag, ChecksumCRC32 };
}

interface Sent {
  readonly uploadId: string;
  readonly uploadUuid: string;
  readonly parts: CompletedPart[];
}

/**
 * Completes the upload. If the response to a successful request was lost, the next one says "no
 * such upload", and the blob itself shows the success.
 */
async function complete(target: S3Target, { uploadId, uploadUuid, parts }: Sent): Promise<void> {
  const { sdk, client, calls, name, place } = target;
  const request = { ...place, UploadId: uploadId, MultipartUpload: { Parts: parts } };
  try {
    await calls.send(name, (abortSignal) =>
      client.send(new sdk.CompleteMultipartUploadCommand(request), { abortSignal }),
    );
  } catch (error) {
    if (codeOf(error) !== 'NoSuchUpload') throw error;
    if ((await uploadOf(target)) !== uploadUuid) throw error;
  }
}

async function uploadOf({
  sdk,
  client,
  calls,
  name,
  place,
}: S3Target): Promise<string | undefined> {
  const { Metadata } = await calls.send(name, (abortSignal) =>
    client.send(new sdk.HeadObjectCommand(place), { abortSignal }),
  );
  return Metadata?.[UPLOAD];
}

/**
 * Aborts the upload. The first fault is reported; if the store cannot abort, the bucket's lifecycle
 * removes the parts.
 */
async function giveUp(
  { sdk, client, calls, name, place }: S3Target,
  uploadId: string,
): Promise<void> {
  const request = { ...place, UploadId: uploadId };
  const given = calls.send(name, (abortSignal) =>
    client.send(new sdk.AbortMultipartUploadCommand(request), { abortSignal }),
  );
  await Promise.allSettled([given]);
}

function partOf(source: BlobSource, from: number, partBytes: number): BlobSource {
  return {
    lengthBytes: Math.min(partBytes, source.lengthBytes - from),
    readInto: (offset, target) => source.readInto(from + offset, target),
  };
}

/** The SDK's types list the names it knew when it was made; the store checks those it is given. */
function storedAs({ encryption, storageClass, cannedAcl }: S3ObjectOptions) {
  return {
    ...(encryption === undefined ? {} : encryptedAs(encryption)),
    ...(storageClass === undefined ? {} : { StorageClass: storageClass as never }),
    ...(cannedAcl === undefined ? {} : { ACL: cannedAcl as never }),
  };
}

function encryptedAs(encryption: S3Encryption) {
  if (encryption.kind === 'AES256') return { ServerSideEncryption: encryption.kind };
  const { kind, keyId, bucketKey, context } = encryption;
  return {
    ServerSideEncryption: kind,
    BucketKeyEnabled: bucketKey,
    ...(keyId === undefined ? {} : { SSEKMSKeyId: keyId }),
    ...(context === undefined
      ? {}
      : { SSEKMSEncryptionContext: Buffer.from(context).toString('base64') }),
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof S3Fault ? error.failure.code : undefined;
}
