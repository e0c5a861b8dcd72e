/**
 * Term vectors of random documents equal the result of analysing each document, through segments,
 * deletions, merges and sorts. fast-check prints the seed.
 */
import { utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { checkIndex } from '../../check/check_index.js';
import type { FieldSpec, TermVectorDetail } from '../../document/field_spec.js';
import { UNSORTED } from '../../index/index_sort.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import { BY_COUNT, SPECS, wordAnalyzer } from '../../index/testing/sample_index.js';
import { letGoOfParts } from '../../memory/thread_space.js';
import { MemoryDirectory } from '../../store/memory_directory.js';

type Places = Record<string, [position: number, start: number, end: number][]>;

function specOf(termVector: TermVectorDetail, postings: FieldSpec['postings']): FieldSpec {
  return { name: 'kept', postings, norms: false, column: 'none', points: false, termVector };
}

/**
 * The expected vectors of a document, with positions and offsets if the detail keeps them;
 * otherwise -1.
 */
function expected(values: readonly string[], detail: TermVectorDetail): Places {
  const places: Places = {};
  let [position, offset] = [-1, 0];
  for (const value of values) {
    const { tokens, trailingIncrement, finalOffset } = wordAnalyzer.analyze(value);
    for (const { term, positionIncrement, startOffset, endOffset } of tokens) {
      position = Math.max(0, position + positionIncrement);
      places[term] ??= [];
      const ends = detail.offsets ? [offset + startOffset, offset + endOffset] : [-1, -1];
      places[term].push([detail.positions ? position : -1, ends[0] ?? -1, ends[1] ?? -1]);
    }
    position += trailingIncrement + wordAnalyzer.positionIncrementGap;
    offset += finalOffset + wordAnalyzer.offsetGap;
  }
  return places;
}

function keptIn(segment: SegmentReader, doc: number): Places {
  const terms = segment.terms('kept');
  const places: Places = {};
  for (const term of segment.termVectors?.('kept')?.vector(doc) ?? []) {
    places[utf8Decode(terms?.term(term.ordinal) ?? new Uint8Array())] = Array.from(
      { length: term.freq },
      (_, i) => [term.positions[i] ?? -1, term.startOffsets[i] ?? -1, term.endOffsets[i] ?? -1],
    );
  }
  return places;
}

function allKept(segments: readonly SegmentReader[]): Record<string, Places> {
  const all: Record<string, Places> = {};
  for (const segment of segments) {
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      const { liveDocs } = segment;
      if (liveDocs !== null && ((liveDocs[doc >>> 5] ?? 0) & (1 << (doc & 31))) === 0) continue;
      all[segment.stored(doc).id] = keptIn(segment, doc);
    }
  }
  letGoOfParts();
  return all;
}

const word = fc.constantFrom('a', 'b', '=c', 'dd', '_', 'é', 'zzz');
const values = fc.array(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  { maxLength: 3 },
);
test('a document has the terms it was indexed with, in every segment it comes to', () => {
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 1, maxLength: 12 }),
      fc.record({ positions: fc.boolean(), offsets: fc.boolean() }),
      fc.constantFrom<FieldSpec['postings']>('docs', 'freqs', 'positions'),
      fc.constantFrom(UNSORTED, BY_COUNT),
      (documents, detail, postings, sort) => {
        const directory = new MemoryDirectory();
        const writer = IndexWriter.open(directory, { sort });
        const wanted: Record<string, Places> = {};
        const spec = specOf(detail, postings);
        documents.forEach((texts, i) => {
          writer.addDocument({
            stored: { id: `${i}`, routing: undefined, source: undefined, fields: undefined },
            fields: [
              ...texts.map(
                (value) => ({ kind: 'text', spec, value, analyzer: wordAnalyzer }) as const,
              ),
              { kind: 'number', spec: SPECS.count, value: i % 3 } as const,
            ],
            version: 1,
            seqNo: i,
            primaryTerm: 1,
          });
          wanted[i] = expected(texts, detail);
          if (i % 4 === 3) writer.refresh();
        });
        writer.refresh();
        expect(allKept(openSegments(writer.snapshot(), directory))).toEqual(wanted);
        writer.deleteDocuments('0');
        writer.refresh();
        delete wanted[0];
        writer.forceMerge(1, false);
        writer.commit({});
        expect(allKept(openSegments(writer.snapshot(), directory))).toEqual(wanted);
        writer.close();
        expect(checkIndex(directory).problems).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
