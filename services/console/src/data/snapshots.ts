/**
 * Snapshots of a repository as `GET /_snapshot/{repository}/_all` tells them, and what is asked for
 * to take and to bring back one.
 */
import type { JsonObject } from '../json/exact_json.js';

export interface Snapshot {
  readonly snapshot: string;
  readonly state: string;
  readonly indices: readonly string[];
  readonly start_time_in_millis: number;
  readonly duration_in_millis: number;
  readonly shards: { readonly total: number; readonly successful: number };
}

/** Of `_status`, of one under way. */
export interface SnapshotStatus {
  readonly snapshot: string;
  readonly shards_stats: { readonly done: number; readonly total: number };
  readonly stats: { readonly total?: { readonly size_in_bytes: number } };
}

/** Newest first. */
export function newestFirst(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  return [...snapshots].sort((a, b) => b.start_time_in_millis - a.start_time_in_millis);
}

/** Under way: of all shards, how many are copied, in percent. */
export function donePercent(
  { snapshot }: Snapshot,
  statuses: readonly SnapshotStatus[],
): number | undefined {
  const status = statuses.find((one) => one.snapshot === snapshot);
  if (status === undefined || status.shards_stats.total === 0) return undefined;
  return (100 * status.shards_stats.done) / status.shards_stats.total;
}

interface RestoreWish {
  /** Names and patterns between commas; empty: all of the snapshot. */
  readonly indices: string;
  /**
   * What the names of the indices that come back begin with; empty: they come back under their own.
   */
  readonly prefix: string;
}

export function restoreBody({ indices, prefix }: RestoreWish): JsonObject {
  const begin = prefix.trim();
  return {
    ...chosen(indices),
    include_global_state: false,
    ...(begin === '' ? {} : { rename_pattern: '(.+)', rename_replacement: `${begin}$1` }),
  };
}

export function snapshotBody(indices: string): JsonObject {
  return { ...chosen(indices), include_global_state: false };
}

function chosen(indices: string): JsonObject {
  return indices.trim() === '' ? {} : { indices: indices.trim() };
}

/** A name for the one that is taken now: snapshots are named in small letters. */
export function nameAt(atMs: number): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().toLowerCase().split('t');
  return `snapshot-${date}-${time.slice(0, 8).replaceAll(':', '')}`;
}
