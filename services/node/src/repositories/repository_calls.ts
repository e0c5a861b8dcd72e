/**
 * Calls of the thread that works in repositories. Each operation is a function of the open
 * repository, its request and the job it is part of (`operations.ts`); here is how they travel.
 */
import type { LoggingCalls } from '../shard_host/mod.js';
import type { OperationName, OperationReply, OperationRequest } from './operations.js';
import type { RepositoryPlan } from './repository_plan.js';
import type { RepositorySecrets } from './repository_secrets.js';

/** A repository as the thread opens it. Plain data. */
export interface RepositoryRef {
  /** Of its registration: one that was registered anew is opened anew. */
  readonly uuid: string;
  readonly plan: RepositoryPlan;
  /** Secrets of its client, from the keystore. */
  readonly secrets: RepositorySecrets;
  /** In whose name roots are written. */
  readonly writer: { readonly clusterUuid: string; readonly term: number };
}

/** How far an operation has come. */
export interface CopyProgress {
  readonly totalFiles: number;
  readonly totalBytes: number;
  /** Of those, the ones that must be copied. */
  readonly newFiles: number;
  readonly newBytes: number;
  readonly doneFiles: number;
  readonly doneBytes: number;
}

export interface OperateRequest<Name extends OperationName = OperationName> {
  readonly job: number;
  readonly repository: RepositoryRef;
  readonly name: Name;
  readonly request: OperationRequest<Name>;
  /** Bytes a second of restores on this node; 0: no limit. */
  readonly recoveryBytesPerSecond: number;
}

export type RepositoryThreadCalls = {
  readonly operate: {
    readonly request: OperateRequest;
    readonly reply: OperationReply<OperationName>;
  };
  /** The operation of this job is given up as soon as may be. */
  readonly cancel: {
    readonly request: { readonly job: number };
    readonly reply: Record<string, never>;
  };
  /** Blocks in this folder of the file cache are not needed any more. */
  readonly drop_blocks: {
    readonly request: { readonly folder: string };
    readonly reply: Record<string, never>;
  };
  /** The repository is not used any more. */
  readonly forget: {
    readonly request: { readonly uuid: string };
    readonly reply: Record<string, never>;
  };
};

/** What the thread tells. */
export type RepositoryHostCalls = LoggingCalls & {
  readonly progress: {
    readonly request: { readonly job: number; readonly progress: CopyProgress };
    readonly reply: Record<string, never>;
  };
};
