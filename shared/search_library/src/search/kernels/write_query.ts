/** Writes a plan into a lane, with the layout of `kernels/layout.ts`. */
import {
  Q_AFTER_DOC,
  Q_AFTER_SCORE,
  Q_CAPACITY,
  Q_CLAUSES,
  Q_CODE_LIMIT,
  Q_COLLECT,
  Q_EXCLUDED,
  Q_FILTERS,
  Q_FLOOR,
  Q_FOUND,
  Q_HEAP_SIZE,
  Q_HITS,
  Q_LIMITS,
  Q_LIMITS_FOR,
  Q_LIVE,
  Q_MAX_DOC,
  Q_MIN_SCORE,
  Q_MINIMUM,
  Q_OPTIONAL,
  Q_PHRASE,
  Q_PLACE,
  Q_PRUNED,
  Q_REQUIRED,
  Q_SCORING,
  Q_SKIP,
  Q_THRESHOLD,
} from '../../kernels/layout.js';
import type { FlatPlan } from './flat_plan.js';
import type { KernelPlan } from './kernel_plan.js';
import { ClauseWriter, type Lane } from './write_clauses.js';
import { writeTree } from './write_tree.js';

/** The request of a search for one segment. */
export interface KernelRequest {
  readonly scoring: boolean;
  /** Number of documents in the segment. */
  readonly maxDoc: number;
  /** Address of the live documents; 0: all are live. */
  readonly live: number;
  readonly capacity: number;
  /** Hits must have a higher score; -1: any score suffices. */
  readonly floor: number;
  /** See `Q_THRESHOLD`. */
  readonly threshold: number;
  readonly afterScore: number;
  readonly afterDoc: number;
  readonly minScore: number;
  /** True if matches are collected, see `Q_COLLECT`. */
  readonly collecting?: boolean;
}

export function writeQuery(lane: Lane, plan: KernelPlan, request: KernelRequest): void {
  const writer = new ClauseWriter(lane, request.maxDoc);
  writeRequest(lane, request);
  if (plan.algorithm === 'tree') {
    writeTree(lane, plan.root, writer);
    writeCounts(lane, { required: 0, optional: 0, excluded: 0, minimum: 0 });
  } else {
    writeFlat(lane, plan, writer);
  }
  lane.view.setInt32(lane.start + Q_CLAUSES, writer.clauses, true);
  lane.view.setInt32(lane.start + Q_FILTERS, writer.filters, true);
}

function writeRequest({ start, view }: Lane, request: KernelRequest): void {
  const set = (at: number, value: number): void => view.setInt32(start + at, value, true);
  set(Q_SCORING, request.scoring ? 1 : 0);
  set(Q_MAX_DOC, request.maxDoc);
  set(Q_LIVE, request.live);
  set(Q_CAPACITY, request.capacity);
  set(Q_HEAP_SIZE, 0);
  view.setFloat32(start + Q_FLOOR, request.floor, true);
  set(Q_THRESHOLD, request.threshold);
  set(Q_HITS, 0);
  view.setFloat32(start + Q_AFTER_SCORE, request.afterScore, true);
  set(Q_AFTER_DOC, request.afterDoc);
  view.setFloat32(start + Q_MIN_SCORE, request.minScore, true);
  set(Q_PLACE, 0);
  set(Q_PRUNED, 0);
  set(Q_PHRASE, 0);
  set(Q_COLLECT, request.collecting === true ? 1 : 0);
  set(Q_FOUND, 0);
  set(Q_SKIP, 0);
  set(Q_CODE_LIMIT, 0);
  set(Q_LIMITS, 0);
  view.setFloat32(start + Q_LIMITS_FOR, -1, true);
}

function writeFlat(lane: Lane, plan: FlatPlan, writer: ClauseWriter): void {
  const { required, optional, excluded, filters, offsets, minimum } = plan;
  const { start, view } = lane;
  writeCounts(lane, {
    required: required.length,
    optional: optional.length,
    excluded: excluded.length,
    minimum,
  });
  view.setInt32(start + Q_PHRASE, offsets === undefined ? 0 : 1, true);
  for (let i = 0; i < required.length; i++) {
    writer.clause(required[i], offsets?.[i]);
  }
  for (const clause of optional) writer.clause(clause);
  for (const clause of excluded) writer.clause(clause);
  for (const filter of filters) writer.filter(filter);
}

interface Counts {
  readonly required: number;
  readonly optional: number;
  readonly excluded: number;
  readonly minimum: number;
}

function writeCounts({ start, view }: Lane, counts: Counts): void {
  view.setInt32(start + Q_REQUIRED, counts.required, true);
  view.setInt32(start + Q_OPTIONAL, counts.optional, true);
  view.setInt32(start + Q_EXCLUDED, counts.excluded, true);
  view.setInt32(start + Q_MINIMUM, counts.minimum, true);
}
