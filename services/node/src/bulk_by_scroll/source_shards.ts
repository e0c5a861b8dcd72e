/**
 * The source of a request: its number of slices, and a check that it differs from the destination.
 */
import { concreteName, findWriteTarget } from '@skein/cluster';
import { isJsonArray, isJsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { INDEX, NO_SETTINGS, readSetting } from '@skein/settings';
import { aliasProblem } from '../document_router/mod.js';
import { authorizeWriteName } from '../security/index_access.js';
import type { BulkByScrollParts } from './bulk_by_scroll.js';
import type { ByScrollOptions, ByScrollRequest, Destination } from './contract.js';

/** Number of shards, by index. */
export type SourceShards = ReadonlyMap<string, number>;

/** Limit of slices for `auto`. */
const MOST_AUTO_SLICES = 20;

export function shardsOf(
  { search }: ByScrollRequest,
  options: ByScrollOptions,
  { searchCoordinator }: BulkByScrollParts,
): SourceShards {
  const { signal } = new AbortController();
  const call = { ...search, slice: undefined };
  const { shards } = searchCoordinator.searchShards(call, { ...options, signal });
  const counts = new Map<string, number>();
  for (const copies of isJsonArray(shards) ? shards : []) {
    const [copy] = isJsonArray(copies) ? copies : [];
    const index = isJsonObject(copy) ? String(copy.index) : '';
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

/** The smallest number of shards of any index. */
export function autoSlices(shards: Iterable<number>): number {
  let least: number | undefined;
  for (const count of shards) least = Math.min(count, least ?? MOST_AUTO_SLICES);
  return least ?? 1;
}

/** Checks the limit before the first slice starts, because each slice is a scroll. */
export function checkSlices(
  slices: number,
  shards: SourceShards,
  { masterService }: Pick<BulkByScrollParts, 'masterService'>,
): void {
  const { indices } = masterService.state().metadata;
  for (const name of shards.keys()) {
    const settings = indices.get(name)?.settings ?? new Map<string, string>();
    const most = readSetting(settings, INDEX.limits.maxSlicesPerScroll);
    if (slices <= most) continue;
    throw new ApiError(
      'illegal_argument_exception',
      `The number of slices [${slices}] is too large. It must be less than [${most}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
    );
  }
}

/** Each slice is a task, a scroll and a connection. */
export function checkRemoteSlices(slices: number): void {
  const most = readSetting(NO_SETTINGS, INDEX.limits.maxSlicesPerScroll);
  if (slices <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `The number of slices [${slices}] is too large. It must be less than [${most}].`,
  );
}

/**
 * Checks that the caller may write to the destination, and that copies would not be found again by
 * the search. An alias may be read and written if its write index is not read.
 */
export function checkDestination(
  { index, requireAlias }: Destination,
  source: SourceShards,
  { options, parts }: { readonly options: ByScrollOptions; readonly parts: BulkByScrollParts },
): void {
  const { masterService, security } = parts;
  const state = masterService.state();
  authorizeWriteName(state, index, { ...options, security });
  const problem = aliasProblem(state, { index, requireAlias });
  if (problem) throw problem;
  const { nowMs } = options;
  const target = findWriteTarget(state, { name: index, routing: undefined, nowMs });
  const written = target?.index.name ?? concreteName(index, nowMs);
  if (!source.has(written)) return;
  throw new ApiError(
    'action_request_validation_exception',
    `Validation Failed: 1: reindex cannot write into an index its reading from [${written}];`,
  );
}
