/** What the cluster remembers of policies that indices live by, and of each index that lives by one. The policies are read by `@skein/lifecycle`. */
import type { JsonObject } from '@skein/content';

/** Index State Management of OpenSearch, index lifecycle management of Elasticsearch. */
export type LifecycleDialect = 'ism' | 'ilm';

export interface LifecyclePolicy {
  readonly id: string;
  readonly dialect: LifecycleDialect;
  /** As it was given. */
  readonly source: JsonObject;
  /** Rises with every change, from 1. */
  readonly version: number;
  /** Of the change in the cluster: rises with every change of any policy. */
  readonly seqNo: number;
  readonly updatedMs: number;
}

/** Where an index stands in its policy. Plain data, replaced as a whole by the command `lifecycle_step`. */
export interface ManagedIndex {
  /** Rises with every step: a step that was decided on another is not taken. */
  readonly version: number;
  readonly dialect: LifecycleDialect;
  readonly policyId: string;
  /** The policy as it was when the index took it: a changed policy is taken where `change` says so. */
  readonly policy: JsonObject;
  readonly policyVersion: number;
  readonly policySeqNo: number;
  readonly sinceMs: number;
  /** Absent: the first state is not yet entered. */
  readonly state?: string;
  readonly stateSinceMs: number;
  /** Number of the state's action at hand; as many as there are: the transitions. */
  readonly action: number;
  readonly actionSinceMs: number;
  /** What a long action remembers between its steps. */
  readonly memo?: JsonObject;
  /** Attempts of the action at hand that failed. */
  readonly failures: number;
  readonly failedAtMs?: number;
  readonly status: 'running' | 'failed' | 'completed';
  /** What happened last, for people. */
  readonly message: string;
  /** When the index stopped being written to, by a rollover. */
  readonly rolledOverMs?: number;
  /** A policy to be taken at the end of the state at hand. */
  readonly change?: { readonly policyId: string; readonly state?: string };
}

export function policyKey(dialect: LifecycleDialect, id: string): string {
  return `${dialect}/${id}`;
}
