/** Pieces of a request, run by themselves and joined, are the request run whole. */
import type { IngestReply, IngestRequest } from '@skein/ingest/calls';
import fc from 'fast-check';
import { joinReplies, splitRequest } from './split_request.js';

const LISTS = [
  { ids: ['a'], endsFinal: false },
  { ids: ['a', 'b'], endsFinal: true },
];

const documents = fc.array(
  fc.record({
    body: fc.uint8Array({ maxLength: 20 }),
    list: fc.nat(1),
    name: fc.nat(2),
    routing: fc.option(fc.string(), { nil: undefined }),
    isUpdate: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

function requestOf(
  given: typeof documents extends fc.Arbitrary<infer D> ? D : never,
): IngestRequest {
  const ranges: number[] = [];
  let end = 0;
  for (const { body } of given) {
    ranges.push(end, body.length);
    end += body.length;
  }
  const conditions = given.flatMap(({ routing }, i) =>
    routing === undefined ? [] : [[i, { routing }] as const],
  );
  return {
    lists: LISTS,
    listOf: Uint32Array.from(given, ({ list }) => list),
    names: ['x', 'y', 'z'],
    nameOf: Uint32Array.from(given, ({ name }) => name),
    ids: given.map((_, i) => `id ${i}`),
    bodies: Uint8Array.from(given.flatMap(({ body }) => [...body])),
    ranges: Uint32Array.from(ranges),
    conditions: new Map(conditions),
    updates: new Map(
      given.flatMap(({ isUpdate }, i) => (isUpdate ? [[i, { docAsUpsert: true }]] : [])),
    ),
  };
}

/** A thread whose pipelines write each body twice; what else is known of a document decides what becomes of it. */
function ran(request: IngestRequest): IngestReply {
  const made: number[] = [];
  const ranges: number[] = [];
  const changed = new Map();
  const failed = new Map();
  const dropped = new Set<number>();
  request.ids.forEach((id, i) => {
    const [start = 0, length = 0] = request.ranges.subarray(2 * i);
    const body = request.bodies.subarray(start, start + length);
    ranges.push(made.length, 2 * length);
    made.push(...body, ...body);
    const routing = request.conditions.get(i)?.routing;
    const index = request.names[request.nameOf[i] as number];
    if (routing !== undefined) changed.set(i, { index, id, routing, next: 'none' });
    if (request.updates.has(i)) failed.set(i, { type: 'e', reason: id });
    if (request.lists[request.listOf[i] as number]?.endsFinal) dropped.add(i);
  });
  const { length } = request.ids;
  const counts = { total: [length, 1, 2], pipelines: new Map([['a', [length, 0, 1]]]) };
  return {
    bodies: Uint8Array.from(made),
    ranges: Uint32Array.from(ranges),
    changed,
    failed,
    dropped,
    counts,
  };
}

test('pieces joined are the whole', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (given, drawn) => {
      const request = requestOf(given);
      const pieces = 1 + (drawn % given.length);
      const split = splitRequest(request, pieces);
      expect(split).toHaveLength(pieces);
      const joined = joinReplies(split.map(ran));
      const { counts, ...whole } = ran(request);
      expect(joined).toEqual({
        ...whole,
        counts: {
          total: [given.length, pieces, 2 * pieces],
          pipelines: new Map([['a', [given.length, 0, pieces]]]),
        },
      });
      expect(counts.total[0]).toBe(joined.counts.total[0]);
    }),
  );
});

test('of a pipeline that was changed between two pieces the counts of the later one count', () => {
  const empty = { changed: new Map(), failed: new Map(), dropped: new Set<number>() };
  const none = { ...empty, bodies: new Uint8Array(0), ranges: new Uint32Array(0) };
  const replyOf = (id: string, numbers: readonly number[]): IngestReply => ({
    ...none,
    counts: { total: [1, 0, 0], pipelines: new Map([[id, numbers]]) },
  });
  const { counts } = joinReplies([
    replyOf('a', [1, 2, 3]),
    replyOf('a', [4, 5, 6, 7, 8, 9]),
    replyOf('b', [1, 1, 1]),
  ]);
  expect(counts.pipelines).toEqual(
    new Map([
      ['a', [4, 5, 6, 7, 8, 9]],
      ['b', [1, 1, 1]],
    ]),
  );
});
