/**
 * A bucket of the S3 service that `S3_ENDPOINT` names, for one suite. The keys come from
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.
 */
import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';

const { S3_ENDPOINT: endpoint } = process.env;

/** Describes a suite that needs the service, and skips it where there is none. */
export const describeWithS3 = endpoint === undefined ? describe.skip : describe;

export class TestBucket {
  readonly endpoint = endpoint ?? '';
  readonly name = `skein-${randomUUID()}`;
  readonly #client = new S3Client({
    region: 'us-east-1',
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });

  async create(): Promise<void> {
    await this.#client.send(new CreateBucketCommand({ Bucket: this.name }));
  }

  /** The keys of the first objects, at most a thousand. */
  async keys(): Promise<readonly string[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.name }),
    );
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  /** Removes the bucket with its objects. */
  async remove(): Promise<void> {
    for (let keys = await this.keys(); keys.length > 0; keys = await this.keys()) {
      const Objects = keys.map((Key) => ({ Key }));
      await this.#client.send(new DeleteObjectsCommand({ Bucket: this.name, Delete: { Objects } }));
    }
    await this.#client.send(new DeleteBucketCommand({ Bucket: this.name }));
    this.#client.destroy();
  }
}
