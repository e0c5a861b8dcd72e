/** Runs a kernel for a weight in one segment: it counts the matches or finds the best of them. */

import { assert } from '@skein/base';
import type { PackedDocRange, SegmentReader } from '../../index/segment_reader.js';
import {
  HEAP,
  MAX_HEAP,
  OUT,
  OUT_DOCS,
  Q_ENOUGH,
  Q_FOUND,
  Q_HEAP_SIZE,
  Q_HITS,
  Q_SKIP,
  WINDOW,
} from '../../kernels/layout.js';
import { type OutOfTime, outOfTimeOf } from '../out_of_time.js';
import type { Weight } from '../query.js';
import { guarded } from './guarded.js';
import { type KernelPlan, planKernel } from './kernel_plan.js';
import type { Kernels } from './kernels.js';
import type { PlanFrame } from './plan_frame.js';
import { type KernelRequest, writeQuery } from './write_query.js';

export interface KernelSearch {
  readonly kernels: Kernels;
  readonly checkCancelled: () => void;
}

/** A request for one segment; documents are numbered as in the segment. */
interface KernelTopRequest extends Omit<KernelRequest, 'scoring' | 'maxDoc' | 'live'> {
  /** Takes each of the best hits, in no order. */
  readonly keep: (score: number, doc: number) => void;
}

interface KernelCount {
  /** Number of counted hits: all of them, unless `threshold` was exceeded or the time was over. */
  readonly hits: number;
  /** The reason why the work ended early. */
  readonly outOfTime?: OutOfTime | undefined;
}

const ALL = 0x7fffffff;

/** Returns `undefined` if the scorers must do the work. */
export function topByKernel(
  search: KernelSearch,
  weight: Weight,
  segment: SegmentReader,
  request: KernelTopRequest,
): KernelCount | undefined {
  if (request.capacity > MAX_HEAP) return undefined;
  const plan = planOf(search.kernels, weight, segment, {
    scoring: true,
    threshold: request.threshold,
  });
  if (plan === undefined) return undefined;
  if (plan === 'nothing') return { hits: 0 };
  const { view, outOfTime } = run(search, segment, plan, { ...request, scoring: true });
  const { lane } = search.kernels;
  for (let i = view.getInt32(lane + Q_HEAP_SIZE, true) - 1; i >= 0; i--) {
    const at = lane + HEAP + 8 * i;
    request.keep(view.getFloat32(at, true), view.getInt32(at + 4, true));
  }
  return { hits: view.getInt32(lane + Q_HITS, true), outOfTime };
}

/**
 * Number of live matches, or some number above `limit` when there are more; `undefined`: the
 * scorers must do the work.
 */
export function countByKernel(
  search: KernelSearch,
  weight: Weight,
  segment: SegmentReader,
  limit: number,
): KernelCount | undefined {
  const plan = planOf(search.kernels, weight, segment, { scoring: false, threshold: ALL });
  if (plan === undefined) return undefined;
  if (plan === 'nothing') return { hits: 0 };
  const { view, outOfTime } = run(search, segment, plan, {
    ...COUNTING,
    threshold: Math.min(limit, ALL),
  });
  return { hits: view.getInt32(search.kernels.lane + Q_HITS, true), outOfTime };
}

/**
 * Takes the first `count` matches of an array, ascending, which it may overwrite. Returns the first
 * document that it wants next, -1 to end.
 */
type TakeDocs = (docs: Uint32Array, count: number) => number;

interface DocsTaker {
  readonly take: TakeDocs;
  /**
   * Called once before the first match with the approximate number of matches. Returns the first
   * document that it wants, -1 for none.
   */
  readonly begin: (matches: number) => number;
  /** True if it may skip to much later documents. */
  readonly passesOver: boolean;
}

/** Passes the live matches in stretches; `false`: the scorers must do the work. */
export function collectByKernel(
  search: KernelSearch,
  weight: Weight,
  segment: SegmentReader,
  { take, begin, passesOver }: DocsTaker,
): boolean {
  const plan = planOf(search.kernels, weight, segment, {
    scoring: false,
    collecting: true,
    threshold: ALL,
  });
  if (plan === undefined) return false;
  if (plan === 'nothing') return true;
  let wanted = begin(costOf(plan));
  if (wanted < 0) return true;
  const lane = start(search, segment, plan, { ...COUNTING, threshold: ALL, collecting: true });
  const { view, step } = lane;
  const at = search.kernels.lane;
  const out = new Uint32Array(view.buffer, at + OUT, OUT_DOCS);
  const docs = search.kernels.stretch;
  let enough = passesOver ? FEW_DOCS : MOST_DOCS;
  for (let goesOn = true; goesOn; ) {
    view.setInt32(at + Q_SKIP, Math.min(wanted, ALL), true);
    view.setInt32(at + Q_FOUND, 0, true);
    view.setInt32(at + Q_ENOUGH, enough, true);
    goesOn = step();
    const count = Math.min(view.getInt32(at + Q_FOUND, true), OUT_DOCS);
    docs.set(out.subarray(0, count));
    if (count > 0) wanted = take(docs, count);
    if (wanted < 0) return true;
    // If documents are skipped, those found beyond the last wanted one are wasted, so fewer are
    // found at a time.
    const isSkipping = count > 0 && wanted > docs[count - 1] + 1;
    enough = isSkipping ? FEW_DOCS : Math.min(2 * enough, MOST_DOCS);
    search.checkCancelled();
  }
  return true;
}

function costOf(plan: KernelPlan): number {
  return plan.algorithm === 'tree' ? plan.root.cost : plan.cost;
}

const MOST_DOCS = OUT_DOCS - WINDOW;
/** The size of a block of postings. */
const FEW_DOCS = 128;

/** The request of a search without scores. */
const COUNTING = {
  scoring: false,
  capacity: 0,
  floor: -1,
  afterScore: Number.POSITIVE_INFINITY,
  afterDoc: -1,
  minScore: -1,
} as const;

function planOf(
  { minDocs }: Kernels,
  weight: Weight,
  segment: SegmentReader,
  frame: Omit<PlanFrame, 'maxDoc'>,
): KernelPlan | 'nothing' | undefined {
  const { memory, liveDocs, maxDoc } = segment;
  if (weight.kernel === undefined || memory === undefined || maxDoc < minDocs) return undefined;
  if (liveDocs !== null && segment.liveAddress === undefined) return undefined;
  const node = weight.kernel(segment);
  return node && planKernel(node, { ...frame, maxDoc });
}

interface KernelRun {
  readonly view: DataView;
  readonly outOfTime: OutOfTime | undefined;
}

interface StartedKernel {
  readonly view: DataView;
  /** Works for a while; true if there is more to do. */
  readonly step: () => boolean;
}

type SegmentRequest = Omit<KernelRequest, 'maxDoc' | 'live'>;

function start(
  { kernels }: KernelSearch,
  segment: SegmentReader,
  plan: KernelPlan,
  request: SegmentRequest,
): StartedKernel {
  const { memory } = segment;
  assert(memory !== undefined, 'a plan is made for a segment with memory');
  const view = new DataView(memory.buffer);
  const functions = kernels.over(memory);
  const { lane } = kernels;
  const { maxDoc } = segment;
  const live = segment.liveAddress?.() ?? 0;
  const call = <T>(work: () => T): T => guarded(segment.name, 'postings', work);
  const addRange = (bits: number, { address, width, from, to }: PackedDocRange): void =>
    call(() => functions.markDocs(address, width, from, to, bits, maxDoc));
  writeQuery({ start: lane, view, addRange }, plan, { ...request, maxDoc, live });
  const name = algorithmOf(plan, request.scoring);
  call(() => functions.open(lane));
  return { view, step: () => call(() => functions[name](lane)) === 1 };
}

function run(
  search: KernelSearch,
  segment: SegmentReader,
  plan: KernelPlan,
  request: SegmentRequest,
): KernelRun {
  const { view, step } = start(search, segment, plan, request);
  const { lane } = search.kernels;
  while (step()) {
    // The kernel's results must be read before the search ends.
    const outOfTime = outOfTimeOf(search.checkCancelled);
    if (outOfTime !== undefined) return { view, outOfTime };
    if (!request.scoring && view.getInt32(lane + Q_HITS, true) > request.threshold) break;
  }
  return { view, outOfTime: undefined };
}

function algorithmOf(
  plan: KernelPlan,
  scoring: boolean,
): 'conjunction' | 'disjunction' | 'countDisjunction' | 'tree' {
  if (plan.algorithm !== 'disjunction' || scoring) return plan.algorithm;
  const { required, excluded, filters, minimum } = plan;
  const plain = required.length + excluded.length + filters.length === 0 && minimum === 1;
  return plain ? 'countDisjunction' : 'disjunction';
}
