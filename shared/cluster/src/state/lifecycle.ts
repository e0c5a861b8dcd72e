/**
 * Lifecycle policies and the progress of each managed index, as the cluster state keeps them.
 * `@skein/lifecycle` interprets the policies.
 */
import type { JsonObject } from '@skein/content';

/**
 * `ism` is Index State Management of OpenSearch, `ilm` index lifecycle management of Elasticsearch.
 */
export type LifecycleDialect = 'ism' | 'ilm';

export interface LifecyclePolicy {
  readonly id: string;
  readonly dialect: LifecycleDialect;
  /** The policy as the request gave it. */
  readonly source: JsonObject;
  /** A version that rises with every change, from 1. */
  readonly version: number;
  /** Sequence number of the last change; it rises with every change of any policy. */
  readonly seqNo: number;
  readonly updatedMs: number;
}

/**
 * The progress of an index in its policy. It is plain data that the command `lifecycle_step`
 * replaces as a whole.
 */
export interface ManagedIndex {
  /**
   * A version that rises with every step; a step that was decided on another version is refused.
   */
  readonly version: number;
  readonly dialect: LifecycleDialect;
  readonly policyId: string;
  /**
   * The policy as it was when the index adopted it. A changed policy is adopted at the point that
   * `change` names.
   */
  readonly policy: JsonObject;
  readonly policyVersion: number;
  readonly policySeqNo: number;
  readonly sinceMs: number;
  /** Name of the current state; absent: the index has not yet entered its first state. */
  readonly state?: string;
  readonly stateSinceMs: number;
  /**
   * Index of the current action in the state; equal to the number of actions: the transitions are
   * due.
   */
  readonly action: number;
  readonly actionSinceMs: number;
  /** Data that a long action keeps between its steps. */
  readonly memo?: JsonObject;
  /** Number of failed attempts of the current action. */
  readonly failures: number;
  readonly failedAtMs?: number;
  readonly status: 'running' | 'failed' | 'completed';
  /** A message for people about the last event. */
  readonly message: string;
  /** Time of the rollover that ended writes to the index. */
  readonly rolledOverMs?: number;
  /** A policy that the index adopts at the end of the current state. */
  readonly change?: { readonly policyId: string; readonly state?: string };
}

export function policyKey(dialect: LifecycleDialect, id: string): string {
  return `${dialect}/${id}`;
}

/** The ILM policy that settings of an index or template name; empty if they name none. */
export function ilmPolicyName(settings: ReadonlyMap<string, string>): string {
  return settings.get('index.lifecycle.name') ?? '';
}
