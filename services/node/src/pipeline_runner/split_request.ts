/** A request of many documents as several threads take it, and their replies as one. Pure. */
import type { PlainError } from '@skein/errors';
import type {
  ChangedDocument,
  IngestCounts,
  IngestReply,
  IngestRequest,
} from '@skein/ingest/calls';

/** Documents in order, about as many in each piece. Bodies must lie in the order of their documents, with nothing between them. */
export function splitRequest(request: IngestRequest, pieces: number): readonly IngestRequest[] {
  const count = request.ids.length;
  if (pieces === 1) return [request];
  return Array.from({ length: pieces }, (_, i) =>
    pieceOf(request, Math.floor((i * count) / pieces), Math.floor(((i + 1) * count) / pieces)),
  );
}

function pieceOf(request: IngestRequest, from: number, to: number): IngestRequest {
  const { ranges: all, bodies, lists, names } = request;
  const start = all[2 * from] ?? 0;
  const end = to === request.ids.length ? bodies.length : (all[2 * to] ?? 0);
  const ranges = all.slice(2 * from, 2 * to);
  for (let i = 0; i < ranges.length; i += 2) ranges[i] = (ranges[i] as number) - start;
  return {
    lists,
    listOf: request.listOf.slice(from, to),
    names,
    nameOf: request.nameOf.slice(from, to),
    ids: request.ids.slice(from, to),
    bodies: bodies.slice(start, end),
    ranges,
    conditions: within(request.conditions, from, to),
    updates: within(request.updates, from, to),
  };
}

function within<T>(
  byPosition: ReadonlyMap<number, T>,
  from: number,
  to: number,
): ReadonlyMap<number, T> {
  const found = new Map<number, T>();
  for (const [position, value] of byPosition) {
    if (position >= from && position < to) found.set(position - from, value);
  }
  return found;
}

/** Of the pieces of one request, in their order. */
export function joinReplies(replies: readonly IngestReply[]): IngestReply {
  const [only] = replies;
  if (replies.length === 1 && only !== undefined) return only;
  const bodies = new Uint8Array(replies.reduce((sum, reply) => sum + reply.bodies.length, 0));
  const ranges = new Uint32Array(replies.reduce((sum, reply) => sum + reply.ranges.length, 0));
  const changed = new Map<number, ChangedDocument>();
  const failed = new Map<number, PlainError>();
  const dropped = new Set<number>();
  let first = 0;
  let start = 0;
  for (const reply of replies) {
    bodies.set(reply.bodies, start);
    for (let i = 0; i < reply.ranges.length; i += 2) {
      ranges[2 * first + i] = (reply.ranges[i] as number) + start;
      ranges[2 * first + i + 1] = reply.ranges[i + 1] as number;
    }
    for (const [position, each] of reply.changed) changed.set(first + position, each);
    for (const [position, error] of reply.failed) failed.set(first + position, error);
    for (const position of reply.dropped) dropped.add(first + position);
    first += reply.ranges.length / 2;
    start += reply.bodies.length;
  }
  const counts = replies.map((reply) => reply.counts).reduce(addedCounts);
  return { bodies, ranges, changed, failed, dropped, counts };
}

/** Lists of one pipeline differ in length where it was changed in between: those counts are of an earlier source, and end. */
function addedCounts(one: IngestCounts, other: IngestCounts): IngestCounts {
  const pipelines = new Map(one.pipelines);
  for (const [id, numbers] of other.pipelines) {
    const before = pipelines.get(id);
    pipelines.set(id, before?.length === numbers.length ? added(before, numbers) : numbers);
  }
  return { total: added(one.total, other.total), pipelines };
}

function added(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((number, i) => number + (other[i] ?? 0));
}
