/** Metadata blobs of a repository: read, checked and decoded; encoded and written. */
import { decodePlain, encodePlain } from '@skein/bytes';
import { admitAll, sourceOf } from '../blob_store.js';
import { damaged } from '../faults.js';
import type { RepositoryOptions } from '../repository.js';
import { type Kind, Malformed, openEnvelope, sealEnvelope } from './envelope.js';

/** Throws BlobMissing, and corrupt_repository_exception for what is not as it was written. */
export async function readMetadata<T>(
  repository: RepositoryOptions,
  blob: { readonly kind: Kind; readonly name: string },
  decode: (value: unknown) => T,
): Promise<T> {
  const bytes = await repository.store.read(blob.name);
  return decodeMetadata(repository, { ...blob, bytes }, decode);
}

export function decodeMetadata<T>(
  repository: RepositoryOptions,
  { kind, name, bytes }: { readonly kind: Kind; readonly name: string; readonly bytes: Uint8Array },
  decode: (value: unknown) => T,
): T {
  return opened(repository, name, () => decode(decodePlain(openEnvelope(kind, bytes))));
}

export function encodeMetadata(
  { isCompressed }: Pick<RepositoryOptions, 'isCompressed'>,
  kind: Kind,
  value: unknown,
): Uint8Array<ArrayBuffer> {
  return sealEnvelope(kind, encodePlain(value), isCompressed);
}

export async function writeMetadata(
  repository: RepositoryOptions,
  { kind, name }: { readonly kind: Kind; readonly name: string },
  value: unknown,
): Promise<void> {
  const bytes = encodeMetadata(repository, kind, value);
  await repository.store.write(name, sourceOf(bytes), admitAll);
}

/** For what others have encoded: global metadata and that of indices. */
export async function readOpaque(
  repository: RepositoryOptions,
  { kind, name }: { readonly kind: Kind; readonly name: string },
): Promise<Uint8Array> {
  const bytes = await repository.store.read(name);
  return opened(repository, name, () => openEnvelope(kind, bytes));
}

export async function writeOpaque(
  { store, isCompressed }: RepositoryOptions,
  { kind, name }: { readonly kind: Kind; readonly name: string },
  payload: Uint8Array,
): Promise<void> {
  await store.write(name, sourceOf(sealEnvelope(kind, payload, isCompressed)), admitAll);
}

function opened<T>(repository: RepositoryOptions, name: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) {
      throw damaged(repository, name, error.message);
    }
    throw error;
  }
}
