/**
 * The contents of a policy's snapshots: the same fields as in `PUT
 * _snapshot/{repository}/{snapshot}`.
 */
import { INDICES_OPTIONS, indicesOptions } from '@skein/cluster';
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { flagOf, textOf } from '../conditions.js';
import { illegal, listOf, objectOf } from '../members.js';
import type { SnapshotContent } from './snapshot_policy.js';

type Reader = (value: JsonValue, name: string) => void;

/** Readers of the fields, and a function that returns the result. */
export function contentReaders(): {
  readonly readers: Readonly<Record<string, Reader>>;
  readonly content: () => SnapshotContent;
} {
  let expressions: readonly string[] = [];
  let expandWildcards: readonly string[] | undefined;
  let metadata: JsonObject = {};
  const flags = new Map<string, boolean>();
  const flag: Reader = (value, name) => void flags.set(name, flagOf(name, value));
  const readers: Record<string, Reader> = {
    indices: (value, name) => {
      expressions = textsOf(name, value);
    },
    expand_wildcards: (value, name) => {
      expandWildcards = textsOf(name, value);
    },
    metadata: (value, name) => {
      metadata = value === null ? {} : objectOf(value, name);
    },
    ignore_unavailable: flag,
    allow_no_indices: flag,
    include_global_state: flag,
    partial: flag,
  };
  const content = (): SnapshotContent => ({
    expressions,
    options: indicesOptions(
      {
        ignoreUnavailable: flags.get('ignore_unavailable'),
        allowNoIndices: flags.get('allow_no_indices'),
        expandWildcards,
      },
      INDICES_OPTIONS.strictExpandHidden,
    ),
    includeGlobalState: flags.get('include_global_state') ?? true,
    isPartial: flags.get('partial') ?? false,
    metadata,
  });
  return { readers, content };
}

/** Reads `"a,b"` or `["a", "b"]`. */
function textsOf(name: string, value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return listOf(value, name).map((one) => textOf(name, one ?? null));
  return textOf(name, value)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Reads a non-empty text. */
export function wordOf(name: string, value: JsonValue): string {
  const text = textOf(name, value);
  if (text === '') throw illegal(`[${name}] must not be empty`);
  return text;
}
