/** The options of a bucket and its connection: plain data, which is sent between threads. */

export interface S3StoreOptions {
  readonly bucket: string;
  /** Prefix of each name; empty, or with a slash at its end. */
  readonly prefix: string;
  readonly isReadOnly: boolean;
  /** A longer blob is sent in parts of this length. */
  readonly partBytes: number;
  /** Number of names in one removal request, 1,000 at most. */
  readonly removeBatch: number;
  /** The account that must own the bucket. */
  readonly expectedOwner: string | undefined;
  readonly object: S3ObjectOptions;
  readonly client: S3ClientOptions;
}

/** Storage options of each object; undefined: the bucket's defaults. */
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
      /** The encryption context as JSON. */
      readonly context: string | undefined;
    };

export interface S3ClientOptions {
  /** The service's URL; undefined: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined;
  /** True if Amazon is contacted without TLS. */
  readonly isPlain: boolean;
  /** Undefined: the environment's region, otherwise us-east-1. */
  readonly region: string | undefined;
  /** True if the bucket is in the request's path instead of the host name. */
  readonly pathStyle: boolean;
  readonly connectTimeoutMs: number;
  /** Longest silence of the store. */
  readonly readTimeoutMs: number;
  /** Timeout of one attempt. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  readonly maxRetries: number;
  /** True if retries wait, longer each time. */
  readonly isThrottled: boolean;
  /** A URL, with the user and password if any. */
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
  /** Credentials of a role, assumed with the token in a file that another program renews. */
  | {
      readonly kind: 'web_identity';
      readonly tokenFile: string;
      readonly roleArn: string;
      readonly sessionName: string | undefined;
    }
  /** Credentials of a role, assumed with the keys or with the environment's credentials. */
  | {
      readonly kind: 'role';
      readonly roleArn: string;
      readonly sessionName: string | undefined;
      readonly keys: S3Keys | undefined;
    }
  /**
   * Credentials from the environment: variables, the user's files, a token file, the container or
   * the machine.
   */
  | { readonly kind: 'environment' };
