import { utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { createSearcher } from '../../search/create_searcher.js';
import { matchAllQuery } from '../../search/queries/match_all.js';
import type { FieldDoc } from '../../search/results.js';
import { MemoryDirectory } from '../../store/memory_directory.js';

test('documents sort by id, over segments and after deletes', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(ids, fc.nat({ max: 19 }), fc.boolean(), (names, split, reverse) => {
      const directory = new MemoryDirectory();
      const writer = IndexWriter.open(directory, {});
      for (const [i, id] of names.entries()) {
        const stored = { id, routing: undefined, source: undefined, fields: undefined };
        writer.addDocument({ stored, fields: [], version: 1, seqNo: i, primaryTerm: 1 });
        if (i === split) writer.refresh();
      }
      writer.refresh();
      const [gone, ...kept] = names;
      if (kept.length > 0 && gone !== undefined) writer.deleteDocuments(gone);
      writer.refresh();
      const searcher = createSearcher(openSegments(writer.snapshot(), directory));
      const page = (size: number, after?: FieldDoc['sort']) =>
        searcher.topFieldDocs(matchAllQuery(), {
          size,
          totalHitsThreshold: 20,
          trackScores: false,
          sort: [{ kind: 'ordinal', field: '_id', reverse, mode: 'min', missing: 'last' }],
          after,
        }).hits;
      const hits = page(20);
      for (const [i, { sort }] of hits.entries()) {
        expect(page(3, sort)).toEqual(hits.slice(i + 1, i + 4));
      }
      const left = kept.length > 0 ? kept : names;
      const sorted = left.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(hits.map(({ sort: [value] }) => utf8Decode(value as Uint8Array))).toEqual(
        reverse ? sorted.reverse() : sorted,
      );
    }),
  );
});
