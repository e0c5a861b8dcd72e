/** Metadata blobs of a repository: read, checked and decoded; encoded and written. */
import { decodePlain, encodePlain } from '@skein/bytes';
import { admitAll, BlobTooLong, sourceOf } from '../blob_store.js';
import { damaged, repositoryError } from '../faults.js';
import type { RepositoryOptions } from '../repository.js';
import { type Kind, Malformed, mostSealedBytes, openEnvelope, sealEnvelope } from './envelope.js';

interface MetadataBlob {
  readonly kind: Kind;
  readonly name: string;
}

/**
 * Reads and decodes a blob. Throws BlobMissing, and corrupt_repository_exception for a damaged
 * blob.
 */
export function readMetadata<T>(
  repository: RepositoryOptions,
  blob: MetadataBlob,
  decode: (value: unknown) => T,
): Promise<T> {
  return readOpened(repository, blob, (payload) => decode(decodePlain(payload)));
}

/** Reads a blob that other packages encode: global metadata and metadata of indices. */
export function readOpaque(repository: RepositoryOptions, blob: MetadataBlob): Promise<Uint8Array> {
  return readOpened(repository, blob, (payload) => payload);
}

async function readOpened<T>(
  repository: RepositoryOptions,
  { kind, name }: MetadataBlob,
  read: (payload: Uint8Array) => T,
): Promise<T> {
  try {
    const bytes = await repository.store.read(name, mostSealedBytes(kind));
    const payload = openEnvelope(kind, bytes);
    repository.onMetadataRead?.(payload.length);
    return read(payload);
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError || error instanceof BlobTooLong) {
      throw damaged(repository, name, error.message);
    }
    throw error;
  }
}

/** Throws repository_exception for a blob that would be too long to be read again. */
export function encodeMetadata(
  repository: RepositoryOptions,
  blob: MetadataBlob,
  value: unknown,
): Uint8Array<ArrayBuffer> {
  return sealed(repository, blob, encodePlain(value));
}

export async function writeMetadata(
  repository: RepositoryOptions,
  blob: MetadataBlob,
  value: unknown,
): Promise<void> {
  const bytes = encodeMetadata(repository, blob, value);
  await repository.store.write(blob.name, sourceOf(bytes), admitAll);
}

export async function writeOpaque(
  repository: RepositoryOptions,
  blob: MetadataBlob,
  payload: Uint8Array,
): Promise<void> {
  const bytes = encodeOpaque(repository, blob, payload);
  await repository.store.write(blob.name, sourceOf(bytes), admitAll);
}

/** Throws repository_exception for a blob that would be too long to be read again. */
export function encodeOpaque(
  repository: RepositoryOptions,
  blob: MetadataBlob,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return sealed(repository, blob, payload);
}

function sealed(
  repository: RepositoryOptions,
  { kind, name }: MetadataBlob,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  try {
    return sealEnvelope(kind, payload, repository.isCompressed);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw repositoryError(repository, `cannot write blob [${name}]: ${error.message}`);
  }
}
