/**
 * A policy as it is carried out, whichever of the two languages it was written in: states, each with actions that are done one after the other and
 * transitions that are looked at when all are done.
 */
import type { LifecycleEffect } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Facts } from './facts.js';

export interface Policy {
  readonly first: string;
  readonly states: ReadonlyMap<string, PolicyState>;
  /** Which new indices it is given to, the strongest priority first. */
  readonly templates: readonly {
    readonly patterns: readonly string[];
    readonly priority: number;
  }[];
  /** Told when an action has failed for good. */
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
  /** Whether it needs to know how many documents there are, and how large they are. */
  readonly asksPrimaries: boolean;
}

export interface Action {
  readonly name: string;
  readonly asksPrimaries: boolean;
  /** What is to be done now. Pure: nothing has happened yet. */
  readonly next: (facts: Facts) => Outcome;
  /** Milliseconds from its beginning after which it has failed; `undefined`: never. */
  readonly timeoutMs: number | undefined;
  readonly retry: Retry;
}

export interface Retry {
  /** How often it is tried again. */
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
      /** The index that goes on in the policy in place of this one. */
      readonly onto?: string;
    }
  /** These changes are a part of it; `memo` is remembered. */
  | {
      readonly kind: 'part';
      readonly message: string;
      readonly effects?: readonly LifecycleEffect[];
      readonly memo: JsonObject;
    }
  /** Nothing can be done yet. */
  | { readonly kind: 'wait'; readonly message: string }
  /** Something outside the cluster state, after which the action is complete. It may be done twice. */
  | { readonly kind: 'work'; readonly work: Work; readonly message: string }
  | { readonly kind: 'fail'; readonly message: string };

export type Work =
  | { readonly kind: 'force_merge'; readonly maxNumSegments: number }
  /** Rejects unless it is there, and whole. */
  | { readonly kind: 'find_snapshot'; readonly repository: string; readonly snapshot: string }
  | { readonly kind: 'webhook'; readonly webhook: Webhook; readonly text: string };

export interface Webhook {
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** The body for a message. */
  readonly body: (text: string) => string;
  /** Mustache in which `ctx` stands for the index. */
  readonly template: string;
}

export const THREE_TIMES: Retry = { count: 3, backoff: 'exponential', delayMs: 60_000 };

/** How long to wait after so many failures. */
export function retryDelayMs({ backoff, delayMs }: Retry, failures: number): number {
  if (backoff === 'constant') return delayMs;
  if (backoff === 'linear') return delayMs * failures;
  return delayMs * 2 ** Math.min(failures - 1, 20);
}
