/**
 * A policy in executable form, for both policy languages: states, each with actions that run one
 * after the other and transitions that are checked when all are done.
 */
import type { LifecycleEffect } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Facts } from './facts.js';

export interface Policy {
  readonly first: string;
  readonly states: ReadonlyMap<string, PolicyState>;
  /** The templates by which new indices get the policy, highest priority first. */
  readonly templates: readonly {
    readonly patterns: readonly string[];
    readonly priority: number;
  }[];
  /** Notified when an action has failed for good. */
  readonly onError: Webhook | undefined;
}

export interface PolicyState {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly transitions: readonly Transition[];
}

export interface Transition {
  readonly to: string;
  readonly isDue: (facts: Facts) => boolean;
  /** True if `isDue` needs the number and size of documents, which the primaries report. */
  readonly asksPrimaries: boolean;
}

export interface Action {
  readonly name: string;
  /** True if `next` needs the number and size of documents, which the primaries report. */
  readonly asksPrimaries: boolean;
  /** The action's next outcome. Pure: it has no effect yet. */
  readonly next: (facts: Facts) => Outcome;
  /** Milliseconds from its beginning after which it fails; `undefined` for no limit. */
  readonly timeoutMs: number | undefined;
  readonly retry: Retry;
}

export interface Retry {
  /** The number of retries. */
  readonly count: number;
  readonly backoff: 'constant' | 'exponential' | 'linear';
  readonly delayMs: number;
}

export type Outcome =
  /** The action is complete with these changes. */
  | {
      readonly kind: 'done';
      readonly message: string;
      readonly effects?: readonly LifecycleEffect[];
      readonly rolledOver?: boolean;
      /** The index that takes this one's place in the policy. */
      readonly onto?: string;
    }
  /** These changes are a part of the action; `memo` is stored. */
  | {
      readonly kind: 'part';
      readonly message: string;
      readonly effects?: readonly LifecycleEffect[];
      readonly memo: JsonObject;
    }
  /** Nothing can be done yet. */
  | { readonly kind: 'wait'; readonly message: string }
  /** Work outside the cluster state, after which the action is complete. It may be done twice. */
  | { readonly kind: 'work'; readonly work: Work; readonly message: string }
  | { readonly kind: 'fail'; readonly message: string };

export type Work =
  | { readonly kind: 'force_merge'; readonly maxNumSegments: number }
  /** Rejects if the snapshot is missing or incomplete. */
  | { readonly kind: 'find_snapshot'; readonly repository: string; readonly snapshot: string }
  | { readonly kind: 'webhook'; readonly webhook: Webhook; readonly text: string };

export interface Webhook {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Builds the body for a message. */
  readonly body: (text: string) => string;
  /** A Mustache template in which `ctx` is the index. */
  readonly template: string;
}

export const THREE_TIMES: Retry = { count: 3, backoff: 'exponential', delayMs: 60_000 };

/** The delay after the given number of failures. */
export function retryDelayMs({ backoff, delayMs }: Retry, failures: number): number {
  if (backoff === 'constant') return delayMs;
  if (backoff === 'linear') return delayMs * failures;
  return delayMs * 2 ** Math.min(failures - 1, 20);
}
