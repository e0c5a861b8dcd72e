/**
 * Logs and counts requests answered with a 5xx. Failures whose reason is clear to the caller (no
 * master, an unavailable shard, a lost node) are no fault of this node: one line when they begin,
 * one when none has come for a while, and each at `debug`. Any other failure is an internal error
 * and is logged with its stack. The log never contains the query of a target, which may hold users'
 * search terms or a token.
 */
import type { Clock, Log, TimerHandle, Timers } from '@skein/base';
import type { ApiError } from '@skein/errors';
import type { RequestHead } from '@skein/http';

/** Time without a failure after which the trouble is over. */
const QUIET_MS = 10_000;

/** Failures of one type. Types are few, and callers cannot create new ones. */
interface Trouble {
  readonly beganAtMs: number;
  count: number;
  lastAtMs: number;
}

/** Errors with status 500 that are no internal faults. */
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

interface FailureLogParts {
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

  /** Counts by error type since the node's start. */
  get counts(): readonly (readonly [type: string, count: number])[] {
    return [...this.#counts];
  }

  stop(): void {
    this.#check?.cancel();
  }

  /** `stack`: of the thrown value, if it was no ApiError. */
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
    log.warn('requests started to fail', fields);
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
      log.warn('requests no longer fail', {
        type,
        count,
        lastedMs: Math.round(lastAtMs - beganAtMs),
      });
    }
  }
}

/** An error that joins several is judged by its root causes. */
function isTold(error: ApiError): boolean {
  const roots = error.rootCauses ?? [];
  return roots.length > 0 ? roots.every(isToldAlone) : isToldAlone(error);
}

function isToldAlone({ status, type }: ApiError): boolean {
  return status !== INTERNAL_SERVER_ERROR || NOT_OURS.has(type);
}
