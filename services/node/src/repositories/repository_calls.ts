/**
 * The messages between the main thread and the repository thread. `operations.ts` has the
 * operations.
 */
import type { LoggingCalls } from '../shard_host/mod.js';
import type { OperationName, OperationReply, OperationRequest } from './operations.js';
import type { RepositoryPlan } from './repository_plan.js';
import type { RepositorySecrets } from './repository_secrets.js';

/** A repository in the form in which the thread opens it: plain data. */
export interface RepositoryRef {
  /** Identifies the registration: a repository that is registered again is opened again. */
  readonly uuid: string;
  readonly plan: RepositoryPlan;
  /** The client's secrets, from the keystore. */
  readonly secrets: RepositorySecrets;
  /** The cluster and term on whose behalf roots are written. */
  readonly writer: { readonly clusterUuid: string; readonly term: number };
}

/** The progress of an operation. */
export interface CopyProgress {
  readonly totalFiles: number;
  readonly totalBytes: number;
  /** The part of the files and bytes that must be copied. */
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
  /** The limit of restores on this node, in bytes per second; 0 means no limit. */
  readonly recoveryBytesPerSecond: number;
}

export type RepositoryThreadCalls = {
  readonly operate: {
    readonly request: OperateRequest;
    readonly reply: OperationReply<OperationName>;
  };
  /** Stops the operation of this job as soon as possible. */
  readonly cancel: {
    readonly request: { readonly job: number };
    readonly reply: Record<string, never>;
  };
  /** Drops the blocks in this folder of the file cache. */
  readonly drop_blocks: {
    readonly request: { readonly folder: string };
    readonly reply: Record<string, never>;
  };
  /** Closes the repository. */
  readonly forget: {
    readonly request: { readonly uuid: string };
    readonly reply: Record<string, never>;
  };
};

/** The messages of the repository thread to the main thread. */
export type RepositoryHostCalls = LoggingCalls & {
  readonly progress: {
    readonly request: { readonly job: number; readonly progress: CopyProgress };
    readonly reply: Record<string, never>;
  };
};
