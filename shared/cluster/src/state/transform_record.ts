/**
 * A transform as the cluster state keeps it: the request that created it, and its progress.
 * `@skein/transform` interprets the request.
 */
import type { JsonObject } from '@skein/content';
import { decodeRecord } from './snapshot_records.js';

/**
 *     stopped -> started -> indexing -> started (continuous: until the next checkpoint)
 *                           indexing -> stopped (a batch is done)
 *                           indexing -> stopping -> stopped
 *     started, indexing -> failed -> stopped (by hand)
 */
export type TransformState = 'stopped' | 'started' | 'indexing' | 'stopping' | 'failed';

export interface TransformRecord {
  readonly id: string;
  /** The request as it was given. */
  readonly source: JsonObject;
  readonly createMs: number;
  /**
   * A version that rises with every change; a step that was decided on another version is refused.
   */
  readonly version: number;
  /**
   * The user who created the transform, with that user's permissions: it searches and writes with
   * them. Never shown.
   */
  readonly owner: JsonObject;
  readonly state: TransformState;
  /** The reason for the failure. */
  readonly reason?: string;
  /** Number of the last finished checkpoint, from 1; 0: none. */
  readonly checkpoint: number;
  /** Start time of that checkpoint. */
  readonly checkpointMs?: number;
  /**
   * Upper time bound of the documents that the checkpoint covers; absent: the transform is not
   * continuous.
   */
  readonly upperMs?: number;
  /** Next time to look for changes. */
  readonly dueMs: number;
  /** Number of failed attempts of the current checkpoint. */
  readonly failures: number;
  /** Counters since the transform was created, under Elasticsearch's names. */
  readonly stats: Readonly<Record<string, number>>;
}

export function encodeTransform(record: TransformRecord): JsonObject {
  return { ...record, stats: { ...record.stats } };
}

export function decodeTransform(json: JsonObject): TransformRecord {
  return decodeRecord<TransformRecord>(json);
}
