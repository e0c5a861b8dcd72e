/**
 * Blobs as objects in a bucket of Amazon S3, or of a service with its API:
 * https://docs.aws.amazon.com/AmazonS3/latest/API.
 */
import type {
  GetObjectCommandInput,
  ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  type Admit,
  type BlobEntry,
  type BlobSource,
  type BlobStore,
  BlobTooLong,
  StoreFault,
} from '@skein/snapshots';
import { readUpTo } from '../read_up_to.js';
import { S3Calls } from './s3_calls.js';
import { openS3Client, type S3Sdk } from './s3_client.js';
import type { S3StoreOptions } from './s3_options.js';
import { putInParts, putNew, putWhole, type S3Target } from './s3_upload.js';

/** Opens the store without contacting the service. */
export async function openS3BlobStore(options: S3StoreOptions): Promise<BlobStore> {
  const { sdk, client } = await openS3Client(options.client);
  return new S3BlobStore(options, sdk, client);
}

type Body = AsyncIterable<Uint8Array>;
const NOTHING: Body = { async *[Symbol.asyncIterator]() {} };

/**
 * Fills the target with the received bytes. Resolves with their number, and throws BlobTooLong when
 * there are more.
 */
async function fill(name: string, body: Body, target: Uint8Array): Promise<number> {
  let at = 0;
  for await (const piece of body) {
    if (at + piece.length > target.length) throw new BlobTooLong(name, target.length);
    target.set(piece, at);
    at += piece.length;
  }
  return at;
}

class S3BlobStore implements BlobStore {
  readonly isReadOnly: boolean;
  readonly #options: S3StoreOptions;
  readonly #sdk: S3Sdk;
  readonly #client: S3Client;
  readonly #calls: S3Calls;

  constructor(options: S3StoreOptions, sdk: S3Sdk, client: S3Client) {
    this.isReadOnly = options.isReadOnly;
    this.#options = options;
    this.#sdk = sdk;
    this.#client = client;
    this.#calls = new S3Calls({ ...options.client, bucket: options.bucket });
  }

  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#get(name, {}, (body) => readUpTo(name, body, maxBytes));
  }

  async readInto(name: string, offset: number, target: Uint8Array): Promise<void> {
    if (target.length === 0) return this.#requireBlob(name);
    const range = { Range: `bytes=${offset}-${offset + target.length - 1}` };
    const length = await this.#get(name, range, (body) => fill(name, body, target));
    if (length < target.length) throw new StoreFault(`blob [${name}] ends at [${offset + length}]`);
  }

  async write(name: string, source: BlobSource, admit: Admit): Promise<void> {
    const target = this.#target(name);
    const { partBytes } = this.#options;
    if (source.lengthBytes <= partBytes) await putWhole(target, source, admit);
    else await putInParts(target, source, { partBytes, admit });
  }

  async writeNew(name: string, bytes: Uint8Array): Promise<boolean> {
    return putNew(this.#target(name), bytes);
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const own = this.#options.prefix;
    let after: string | undefined;
    do {
      const page = await this.#page(prefix, after);
      for (const { Key, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { name: Key.slice(own.length), lengthBytes: Size ?? 0 };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  async remove(names: readonly string[]): Promise<void> {
    const { removeBatch } = this.#options;
    for (let at = 0; at < names.length; at += removeBatch) {
      await this.#removeBatch(names.slice(at, at + removeBatch));
    }
  }

  close(): void {
    this.#calls.close();
    this.#client.destroy();
  }

  #page(prefix: string, after: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const request = {
      ...this.#bucket(),
      Prefix: this.#key(prefix),
      ...(after === undefined ? {} : { ContinuationToken: after }),
    };
    return this.#calls.send(prefix, (abortSignal) =>
      this.#client.send(new this.#sdk.ListObjectsV2Command(request), { abortSignal }),
    );
  }

  /**
   * Removes a batch. If the response lists names that could not be removed, the request counts as
   * failed and is retried for all names.
   */
  async #removeBatch(names: readonly string[]): Promise<void> {
    const [first = ''] = names;
    this.#refuseReadOnly(first);
    const Objects = names.map((name) => ({ Key: this.#key(name) }));
    const request = { ...this.#bucket(), Delete: { Objects, Quiet: true } };
    await this.#calls.send(first, async (abortSignal) => {
      const command = new this.#sdk.DeleteObjectsCommand(request);
      const { Errors = [] } = await this.#client.send(command, { abortSignal });
      const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
      if (failed === undefined) return;
      const { Key, Code = 'Error', Message = '' } = failed;
      throw Object.assign(new Error(`object [${Key}] was not removed: ${Message}`), {
        name: Code,
        $metadata: { httpStatusCode: 200 },
      });
    });
  }

  #get<T>(
    name: string,
    range: Pick<GetObjectCommandInput, 'Range'>,
    read: (body: Body) => Promise<T>,
  ): Promise<T> {
    const request = { ...this.#place(name), ...range };
    return this.#calls.send(name, async (abortSignal) => {
      const command = new this.#sdk.GetObjectCommand(request);
      const { Body } = await this.#client.send(command, { abortSignal });
      // The SDK's type also has the bodies of browsers.
      return read((Body as Body | undefined) ?? NOTHING);
    });
  }

  /** Checks that the blob exists, for an empty range, which cannot be requested. */
  async #requireBlob(name: string): Promise<void> {
    const place = this.#place(name);
    await this.#calls.send(name, (abortSignal) =>
      this.#client.send(new this.#sdk.HeadObjectCommand(place), { abortSignal }),
    );
  }

  #target(name: string): S3Target {
    this.#refuseReadOnly(name);
    return {
      sdk: this.#sdk,
      client: this.#client,
      calls: this.#calls,
      name,
      place: this.#place(name),
      object: this.#options.object,
    };
  }

  #place(name: string): S3Target['place'] {
    return { ...this.#bucket(), Key: this.#key(name) };
  }

  #bucket(): { readonly Bucket: string; readonly ExpectedBucketOwner?: string } {
    const { bucket, expectedOwner } = this.#options;
    return {
      Bucket: bucket,
      ...(expectedOwner === undefined ? {} : { ExpectedBucketOwner: expectedOwner }),
    };
  }

  #key(name: string): string {
    return `${this.#options.prefix}${name}`;
  }

  #refuseReadOnly(name: string): void {
    if (this.isReadOnly) throw new StoreFault(`[${name}] is in a store that is only read`);
  }
}
