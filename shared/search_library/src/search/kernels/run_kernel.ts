/** A weight's work in one segment, done by a kernel: the matches counted, the best of them found. */

import { corruptIndex } from '../../codec/corrupt_index.js';
import type { PackedDocRange, SegmentReader } from '../../index/segment_reader.js';
import { HEAP, MAX_HEAP, Q_HEAP_SIZE, Q_HITS } from '../../kernels/layout.js';
import { OutOfTime } from '../out_of_time.js';
import type { Weight } from '../query.js';
import type { ScoreDoc } from '../results.js';
import { type KernelPlan, planKernel } from './kernel_plan.js';
import type { Kernels } from './kernels.js';
import type { PlanFrame } from './plan_frame.js';
import { type KernelRequest, writeQuery } from './write_query.js';

export interface KernelSearch {
  readonly kernels: Kernels;
  readonly checkCancelled: () => void;
}

/** Segment by segment; documents are numbered as in the segment. */
export type KernelTopRequest = Omit<KernelRequest, 'scoring' | 'maxDoc' | 'live'>;

export interface KernelCount {
  /** Hits counted: all of them, unless `threshold` was passed or the time was over. */
  readonly hits: number;
  /** What ended the work before its end. */
  readonly outOfTime?: OutOfTime | undefined;
}

export interface KernelTop extends KernelCount {
  /** In ascending order of documents. */
  readonly best: readonly ScoreDoc[];
}

const ALL = 0x7fffffff;
/** What WebAssembly and typed arrays throw for an address out of bounds. */
const TRAPS: ReadonlySet<string> = new Set(['RuntimeError', 'RangeError']);

/** `undefined`: the scorers have to do it. */
export function topByKernel(
  search: KernelSearch,
  weight: Weight,
  segment: SegmentReader,
  request: KernelTopRequest,
): KernelTop | undefined {
  if (request.capacity > MAX_HEAP) return undefined;
  const plan = planOf(search.kernels, weight, segment, {
    scoring: true,
    threshold: request.threshold,
  });
  if (plan === undefined) return undefined;
  if (plan === 'nothing') return { hits: 0, best: [] };
  const { view, outOfTime } = run(search, segment, plan, { ...request, scoring: true });
  const { lane } = search.kernels;
  const best: ScoreDoc[] = [];
  for (let i = view.getInt32(lane + Q_HEAP_SIZE, true) - 1; i >= 0; i--) {
    const at = lane + HEAP + 8 * i;
    best.push({ score: view.getFloat32(at, true), doc: view.getInt32(at + 4, true) });
  }
  best.sort((a, b) => a.doc - b.doc);
  return { hits: view.getInt32(lane + Q_HITS, true), best, outOfTime };
}

/** Live matches, some number beyond `limit` when there are more; `undefined`: the scorers have to do it. */
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
    scoring: false,
    capacity: 0,
    floor: -1,
    threshold: Math.min(limit, ALL),
    afterScore: Number.POSITIVE_INFINITY,
    afterDoc: -1,
    minScore: -1,
  });
  return { hits: view.getInt32(search.kernels.lane + Q_HITS, true), outOfTime };
}

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

function run(
  { kernels, checkCancelled }: KernelSearch,
  segment: SegmentReader,
  plan: KernelPlan,
  request: Omit<KernelRequest, 'maxDoc' | 'live'>,
): KernelRun {
  const memory = segment.memory as WebAssembly.Memory;
  const view = new DataView(memory.buffer);
  const functions = kernels.over(memory);
  const { lane } = kernels;
  const { maxDoc } = segment;
  const live = segment.liveAddress?.() ?? 0;
  const addRange = (bits: number, { address, width, from, to }: PackedDocRange): void =>
    guarded(segment, () => functions.markDocs(address, width, from, to, bits, maxDoc));
  writeQuery({ start: lane, view, addRange }, plan, { ...request, maxDoc, live });
  const step = algorithmOf(plan, request.scoring);
  guarded(segment, () => functions.open(lane));
  while (guarded(segment, () => functions[step](lane)) === 1) {
    const outOfTime = outOfTimeOf(checkCancelled);
    if (outOfTime !== undefined) return { view, outOfTime };
    if (!request.scoring && view.getInt32(lane + Q_HITS, true) > request.threshold) break;
  }
  return { view, outOfTime: undefined };
}

/** The kernel has kept what it found: that is to be read before the search ends. */
function outOfTimeOf(checkCancelled: () => void): OutOfTime | undefined {
  try {
    checkCancelled();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof OutOfTime) return thrown;
    throw thrown;
  }
}

/** A kernel that is led beyond its memory stops: then the segment is damaged. */
function guarded<T>(segment: SegmentReader, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const isTrap = error instanceof Error && TRAPS.has(error.name);
    throw isTrap ? corruptIndex(`postings are damaged: ${error.message}`, segment.name) : error;
  }
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
