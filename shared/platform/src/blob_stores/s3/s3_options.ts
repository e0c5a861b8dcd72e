/** What is to be known of a bucket and of the way to it. Plain data, which crosses threads. */

export interface S3StoreOptions {
  readonly bucket: string;
  /** In front of each name; empty, or with a slash at its end. */
  readonly prefix: string;
  readonly isReadOnly: boolean;
  /** A longer blob is sent in parts of this length. */
  readonly partBytes: number;
  /** Names in one request to remove them, 1,000 at most. */
  readonly removeBatch: number;
  /** The account that must own the bucket. */
  readonly expectedOwner: string | undefined;
  readonly object: S3ObjectOptions;
  readonly client: S3ClientOptions;
}

/** What each object is stored with; undefined: as the bucket says. */
export interface S3ObjectOptions {
  readonly encryption: S3Encryption | undefined;
  readonly storageClass: string | undefined;
  readonly cannedAcl: string | undefined;
}

export type S3Encryption =
  | { readonly kind: 'AES256' }
  | {
      readonly kind: 'aws:kms';
      readonly keyId: string | undefined;
      readonly bucketKey: boolean;
      /** JSON. */
      readonly context: string | undefined;
    };

export interface S3ClientOptions {
  /** A URL; undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  /** Amazon's is spoken to without TLS. */
  readonly isPlain: boolean;
  /** Undefined: as the environment says, else us-east-1. */
  readonly region: string | undefined;
  /** The bucket is in the path of a request; else in the name of the host. */
  readonly pathStyle: boolean;
  readonly connectTimeoutMs: number;
  /** How long the store may be silent. */
  readonly readTimeoutMs: number;
  /** For one attempt. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly maxRetries: number;
  /** Retries wait, longer with each. */
  readonly isThrottled: boolean;
  /** A URL, with the user and the password where there are any. */
  readonly proxy: string | undefined;
  readonly credentials: S3Credentials;
}

export interface S3Keys {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string | undefined;
}

export type S3Credentials =
  | { readonly kind: 'keys'; readonly keys: S3Keys }
  /** Those of a role, taken on with the token of a file, which somebody else renews. */
  | {
      readonly kind: 'web_identity';
      readonly tokenFile: string;
      readonly roleArn: string;
      readonly sessionName: string | undefined;
    }
  /** Those of a role, taken on with the keys, or with what the environment gives. */
  | {
      readonly kind: 'role';
      readonly roleArn: string;
      readonly sessionName: string | undefined;
      readonly keys: S3Keys | undefined;
    }
  /** Of the environment: variables, files of the user, a token file, the container or the machine. */
  | { readonly kind: 'environment' };
