/** The progress of a reindex, read from its task (`GET /_tasks/{id}`). */
import type { CountedStatus } from '../api/counted_status.js';
import { isObject, type Json, type JsonObject } from '../json/exact_json.js';

export interface TaskAnswer {
  readonly completed: boolean;
  readonly task: {
    readonly cancelled?: boolean;
    readonly status?: CountedStatus;
  };
  /** Present when the task has ended. */
  readonly response?: CountedStatus & {
    readonly failures?: readonly Json[];
    readonly canceled?: string;
  };
  readonly error?: { readonly reason?: string };
}

export interface Progress {
  /** The number of processed documents. */
  readonly done: number;
  readonly total: number;
  readonly percent: number;
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  /** The reasons for refused documents, or for the failure of the task. */
  readonly reasons: readonly string[];
}

export function progressOf({ completed, task, response, error }: TaskAnswer): Progress {
  const status = response ?? task.status ?? {};
  const { created = 0, updated = 0, deleted = 0, noops = 0, version_conflicts = 0 } = status;
  const done = created + updated + deleted + noops + version_conflicts;
  const { total = 0 } = status;
  const reasons = [
    ...(error === undefined ? [] : [error.reason ?? '']),
    ...(response?.failures ?? []).map(reasonOf),
  ];
  const isCancelled = response?.canceled !== undefined || task.cancelled === true;
  const ended = reasons.length > 0 ? 'failed' : isCancelled ? 'cancelled' : 'done';
  const isWhole = ended === 'done' && completed;
  return {
    done,
    total,
    percent: isWhole ? 100 : total === 0 ? 0 : Math.min(100, (100 * done) / total),
    state: completed ? ended : 'running',
    reasons,
  };
}

/** The reason of a failure of `_reindex`, which is in its `cause`. */
function reasonOf(failure: Json): string {
  const cause = isObject(failure) ? failure.cause : undefined;
  const reason = isObject(cause) ? cause.reason : undefined;
  return typeof reason === 'string' ? reason : JSON.stringify(failure);
}

/** Throws a `SyntaxError` when the query is invalid JSON. */
export function reindexBody(
  { source, target, query }: { readonly source: string; readonly target: string; query: string },
  parse: (text: string) => Json,
): JsonObject {
  const indices = source.split(',').map((name) => name.trim());
  return {
    source: {
      index: indices,
      ...(query.trim() === '' ? {} : { query: parse(query) }),
    },
    dest: { index: target.trim() },
  };
}
