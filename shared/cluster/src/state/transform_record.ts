/** What the cluster remembers of a transform: the request it was made by, and how far it has come. The request is read by `@skein/transform`. */
import type { JsonObject } from '@skein/content';

/**
 *     stopped -> started -> indexing -> started (continuous: until the next checkpoint)
 *                           indexing -> stopped (a batch is done)
 *                           indexing -> stopping -> stopped
 *     started, indexing -> failed -> stopped (by hand)
 */
export type TransformState = 'stopped' | 'started' | 'indexing' | 'stopping' | 'failed';

export interface TransformRecord {
  readonly id: string;
  /** As it was given. */
  readonly source: JsonObject;
  readonly createMs: number;
  /** Rises with every change: one that was decided on another is not taken. */
  readonly version: number;
  /** Who made it, and what they may do: it searches and writes as they do. Never shown. */
  readonly owner: JsonObject;
  readonly state: TransformState;
  /** Why it failed. */
  readonly reason?: string;
  /** Number of the last checkpoint that was finished, from 1; 0: none. */
  readonly checkpoint: number;
  /** When that checkpoint began. */
  readonly checkpointMs?: number;
  /** Documents before this time are in it; absent: it is not continuous. */
  readonly upperMs?: number;
  /** When changes are looked for next. */
  readonly dueMs: number;
  /** Attempts of the checkpoint at hand that failed. */
  readonly failures: number;
  /** Counters since it was made, by Elasticsearch's names. */
  readonly stats: Readonly<Record<string, number>>;
}

export function encodeTransform(record: TransformRecord): JsonObject {
  return { ...record, stats: { ...record.stats } };
}

export function decodeTransform(json: JsonObject): TransformRecord {
  return json as Partial<TransformRecord> as TransformRecord;
}
