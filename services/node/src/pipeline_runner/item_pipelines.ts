/**
 * The pipelines of each item of a batch: those named by the item, by its index, or by the template
 * that would create the index. Pure.
 */
import { type ClusterState, type PipelinesOfName, pipelinesOfName } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { PipelineList } from '@skein/ingest/calls';
import { type WriteBatch, writeOpOf } from '../shard_host/mod.js';

const NO_LIST: PipelineList = { ids: [], endsFinal: false };
const NONE = '_none';

/** Pipelines by position, for the items that have some. */
export function itemPipelines(
  batch: WriteBatch,
  state: ClusterState,
  nowMs: number,
): ReadonlyMap<number, PipelineList> {
  const lists = new Map<number, PipelineList>();
  const { names, nameOf, ops, refused, pipelines } = batch;
  /** By name number: a slice of a bulk also has the names of earlier slices. */
  const known: (PipelinesOfName | undefined)[] = [];
  for (let i = 0; i < nameOf.length; i++) {
    const number = nameOf[i] ?? 0;
    const ofName = known[number] ?? pipelinesOf(state, names[number] ?? '', nowMs);
    known[number] = ofName;
    const asked = pipelines.size === 0 ? undefined : pipelines.get(i);
    if (ofName === NOTHING && asked === undefined) continue;
    if (writeOpOf(ops[i] ?? 0) === 'delete' || refused.has(i)) continue;
    const list = listOf(ofName, asked);
    if (list.ids.length > 0) lists.set(i, list);
  }
  return lists;
}

const NOTHING: PipelinesOfName = { default: undefined, final: undefined };

/** An invalid name is refused later, when indices are created. */
export function pipelinesOf(state: ClusterState, name: string, nowMs: number): PipelinesOfName {
  try {
    const found = pipelinesOfName(state, name, nowMs);
    return found.default === undefined && found.final === undefined ? NOTHING : found;
  } catch (error) {
    if (error instanceof ApiError) return NOTHING;
    throw error;
  }
}

export function hasPipelines(state: ClusterState, name: string, nowMs: number): boolean {
  return listOf(pipelinesOf(state, name, nowMs), undefined).ids.length > 0;
}

export function listOf(
  { default: usual, final }: PipelinesOfName,
  asked: string | undefined,
): PipelineList {
  const first = asked === undefined ? usual : asked === NONE ? undefined : asked;
  if (first === undefined && final === undefined) return NO_LIST;
  const ids = [first, final].filter((id) => id !== undefined);
  return { ids, endsFinal: final !== undefined };
}
