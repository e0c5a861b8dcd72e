/**
 * The snapshots of a repository as `GET /_snapshot/{repository}/_all` lists them, and the bodies
 * that take and restore one.
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

/** An entry of `_status` about a snapshot in progress. */
export interface SnapshotStatus {
  readonly snapshot: string;
  readonly shards_stats: { readonly done: number; readonly total: number };
  readonly stats: { readonly total?: { readonly size_in_bytes: number } };
}

/** The snapshots sorted by start time, newest first. */
export function newestFirst(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  return [...snapshots].sort((a, b) => b.start_time_in_millis - a.start_time_in_millis);
}

/** The percentage of copied shards of a snapshot in progress; undefined for any other. */
export function donePercent(
  { snapshot }: Snapshot,
  statuses: readonly SnapshotStatus[],
): number | undefined {
  const status = statuses.find((one) => one.snapshot === snapshot);
  if (status === undefined || status.shards_stats.total === 0) return undefined;
  return (100 * status.shards_stats.done) / status.shards_stats.total;
}

interface RestoreWish {
  /** Names and patterns, separated by commas; empty for all indices of the snapshot. */
  readonly indices: string;
  /** The prefix of the restored indices' names; empty to restore them under their own names. */
  readonly prefix: string;
}

export function restoreBody({ indices, prefix }: RestoreWish): JsonObject {
  const begin = prefix.trim();
  return {
    ...chosen(indices),
    include_global_state: false,
    ...(begin === ''
      ? {}
      : { rename_pattern: '(.+)', rename_replacement: `${replacementText(begin)}$1` }),
  };
}

/** Escapes a text for the replacement of a Java expression, in which `$1` is a group. */
function replacementText(text: string): string {
  return text.replace(/[\\$]/g, '\\$&');
}

export function snapshotBody(indices: string): JsonObject {
  return { ...chosen(indices), include_global_state: false };
}

function chosen(indices: string): JsonObject {
  return indices.trim() === '' ? {} : { indices: indices.trim() };
}

/** A name for a snapshot taken at this time, in lower case as snapshot names require. */
export function nameAt(atMs: number): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().toLowerCase().split('t');
  return `snapshot-${date}-${time.slice(0, 8).replaceAll(':', '')}`;
}
