/**
 * Requests that were answered with a 5xx, in the node's log and its counters. What the caller is
 * told the reason of (no master, a shard that is not available, a node that went) is no fault of
 * this node: one line when such failures begin, one when none has come for a while, each of them at
 * `debug`. Anything else is a fault of ours and is written with its stack. Never the query of a
 * target, which may hold what people search for, or a token.
 */
import type { Clock, Log, TimerHandle, Timers } from '@skein/base';
import type { ApiError } from '@skein/errors';
import type { RequestHead } from '@skein/http';

/** Without a failure for so long, the trouble is over. */
const QUIET_MS = 10_000;
/** Of one type; kinds of errors are few, and callers cannot make new ones. */
interface Trouble {
  readonly beganAtMs: number;
  count: number;
  lastAtMs: number;
}

/** Answered with 500, and yet nothing that is broken here. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'connect_transport_exception',
  'failed_node_exception',
  'general_script_exception',
  'no_longer_primary_shard_exception',
  'node_disconnected_exception',
  'node_not_connected_exception',
  'not_master_exception',
  'too_many_clauses',
  'too_many_nested_clauses',
]);

const INTERNAL_SERVER_ERROR = 500;

export interface FailureLogParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
}

export class FailureLog {
  readonly #parts: FailureLogParts;
  readonly #counts = new Map<string, number>();
  readonly #troubles = new Map<string, Trouble>();
  #check: TimerHandle | undefined;

  constructor(parts: FailureLogParts) {
    this.#parts = parts;
  }

  /** Since the node started, by the error's type. */
  get counts(): readonly (readonly [type: string, count: number])[] {
    return [...this.#counts];
  }

  stop(): void {
    this.#check?.cancel();
  }

  /** `stack`: of what was thrown, when it was no answer of ours. */
  failed(head: Pick<RequestHead, 'method' | 'target'>, error: ApiError, stack?: string): void {
    const { log } = this.#parts;
    const { type, reason, status } = error;
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    const path = head.target.replace(/[?#].*$/s, '');
    const fields = { method: head.method, path, status, type, reason };
    if (!isTold(error)) {
      log.error('request failed', { ...fields, stack });
      return;
    }
    log.debug('request failed', fields);
    this.#trouble(fields);
  }

  #trouble(fields: { readonly type: string; readonly reason: string }): void {
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonicMs();
    const trouble = this.#troubles.get(fields.type);
    if (trouble) {
      trouble.count++;
      trouble.lastAtMs = nowMs;
      return;
    }
    this.#troubles.set(fields.type, { beganAtMs: nowMs, count: 1, lastAtMs: nowMs });
    log.warn('requests begin to fail', fields);
    this.#check ??= this.#watch();
  }

  #watch(): TimerHandle {
    return this.#parts.timers.after(QUIET_MS, () => {
      this.#tellEnded();
      this.#check = this.#troubles.size > 0 ? this.#watch() : undefined;
    });
  }

  #tellEnded(): void {
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonicMs();
    for (const [type, { beganAtMs, lastAtMs, count }] of this.#troubles) {
      if (nowMs - lastAtMs < QUIET_MS) continue;
      this.#troubles.delete(type);
      log.warn('requests fail no more', {
        type,
        count,
        lastedMs: Math.round(lastAtMs - beganAtMs),
      });
    }
  }
}

/** Of an answer that joins several errors, those decide. */
function isTold(error: ApiError): boolean {
  const roots = error.rootCauses ?? [];
  return roots.length > 0 ? roots.every(isToldAlone) : isToldAlone(error);
}

function isToldAlone({ status, type }: ApiError): boolean {
  return status !== INTERNAL_SERVER_ERROR || NOT_OURS.has(type);
}
