/** Compares the blocks that a log reads with a list of their documents. */
import type { SegmentReader } from '@skein/search_library';
import fc from 'fast-check';
import type { DocBlock } from '../collect/doc_block.js';
import { DROPPED } from '../reduction.js';
import { BlockLog } from './block_log.js';

interface Row {
  /** The distance from the previous document. */
  readonly step: number;
  readonly bucket: number;
  readonly score: number;
}

/** Steps of consecutive, near and distant documents, which are stored in different widths. */
const step = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 3 }), fc.nat({ max: 90_000 }));
const bucket = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 400 }), fc.nat({ max: 70_000 }));
const row = fc.record({ step, bucket, score: fc.nat({ max: 9 }) });
const even = fc.array(
  row.map((each) => ({ ...each, step: 1 })),
  { maxLength: 30 },
);
const blocks = fc.array(fc.oneof(even, fc.array(row, { maxLength: 30 })), { maxLength: 5 });
/** The blocks of each segment. */
const segments = fc.array(blocks, { minLength: 1, maxLength: 3 });

const readerAt = (segment: number): SegmentReader => ({ segment }) as unknown as SegmentReader;
const isDropped = (of: number): boolean => of % 3 === 1;

function blockOf(rows: readonly Row[], docs: Uint32Array, isScored: boolean): DocBlock {
  const spare = 7;
  const owners = new Uint32Array(rows.length + spare).fill(spare);
  const scores = new Float32Array(rows.length + spare);
  rows.forEach((each, i) => {
    owners[i] = each.bucket;
    scores[i] = each.score;
  });
  return { count: rows.length, docs, owners, scores: isScored ? scores : undefined };
}

test('what is read again are the documents of the buckets that stay, by segment and in order', () => {
  fc.assert(
    fc.property(segments, fc.boolean(), (given, isScored) => {
      const log = new BlockLog();
      const expected: string[] = [];
      given.forEach((all, segment) => {
        log.segment(readerAt(segment), 10 * segment);
        let doc = 0;
        for (const rows of all) {
          const docs = Uint32Array.from(rows, (each) => (doc += each.step));
          log.collect(blockOf(rows, docs, isScored));
          rows.forEach((each, i) => {
            if (isDropped(each.bucket)) return;
            const score = isScored ? each.score : 'none';
            expected.push(`${segment} ${10 * segment} ${docs[i]} ${each.bucket + 2} ${score}`);
          });
        }
      });
      const map = Uint32Array.from({ length: log.size }, (_, of) =>
        isDropped(of) ? DROPPED : of + 2,
      );
      const found: string[] = [];
      let place = '';
      log.read(map, map.length + 2, {
        segment: (reader, docBase) => {
          place = `${(reader as unknown as { segment: number }).segment} ${docBase}`;
        },
        collect: ({ count, docs, owners, scores }) => {
          for (let i = 0; i < count; i++)
            found.push(`${place} ${docs[i]} ${owners[i]} ${scores?.[i] ?? 'none'}`);
        },
      });
      expect(found).toEqual(expected);
    }),
  );
});

test('blocks of few documents that stay are put together, long ones are cut', () => {
  const log = new BlockLog();
  log.segment(readerAt(0), 0);
  const length = 5000;
  for (let block = 0; block < 4; block++) {
    log.collect({
      count: length,
      docs: Uint32Array.from({ length }, (_, i) => block * length + i),
      owners: Uint32Array.from({ length }, (_, i) => (i % 2 === 0 ? 0 : 1 + (i % 50))),
      scores: undefined,
    });
  }
  const countsOf = (map: Uint32Array): number[] => {
    const counts: number[] = [];
    const collect = ({ count }: DocBlock) => counts.push(count);
    log.read(map, 1, { segment: () => undefined, collect });
    return counts;
  };
  expect(countsOf(new Uint32Array(log.size))).toEqual([4096, 4096, 4096, 4096, 3616]);
  const one = new Uint32Array(log.size).fill(DROPPED);
  one[2] = 0;
  expect(countsOf(one)).toEqual([400]);
});
