/** For tests: random documents and clauses, with words from very frequent to very rare. */

import { utf8 } from '@skein/bytes';
import type { FieldSpec } from '../../../document/field_spec.js';
import { IndexWriter } from '../../../index/index_writer.js';
import { openSegments } from '../../../index/open_segments.js';
import type { SegmentReader } from '../../../index/segment_reader.js';
import { fieldSpec } from '../../../index/testing/field_spec.js';
import { wordAnalyzer } from '../../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../../store/memory_directory.js';
import { numberRangeQuery } from '../../queries/number_range.js';
import { phraseQuery } from '../../queries/phrase.js';
import { termQuery } from '../../queries/term.js';
import type { Query } from '../../query.js';
import type { TopDocsOptions } from '../../search_options.js';

export const BODY = fieldSpec('body', { postings: 'positions', norms: true });
const TITLE: FieldSpec = { ...BODY, name: 'title', postings: 'freqs' };
const TAG: FieldSpec = { ...BODY, name: 'tag', postings: 'docs', norms: false };
const NUM = fieldSpec('num', { column: 'long', points: true });

/** A number from 0 to 1, exclusive. */
export type Random = () => number;

export const pick = <T>(next: Random, from: readonly T[]): T =>
  from[Math.floor(next() * from.length)] as T;

/** Words from very frequent to very rare. */
export const word = (next: Random): string => `w${Math.floor(next() ** 4 * 900)}`;

export function buildSegments(
  next: Random,
  sizes: readonly number[],
  deletedPart: number,
): SegmentReader[] {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  let id = 0;
  for (const size of sizes) {
    for (let i = 0; i < size; i++) {
      const length = 1 + Math.floor(next() ** 3 * 120);
      const words = Array.from({ length }, () => word(next)).join(' ');
      const title = Array.from({ length: 1 + Math.floor(next() * 4) }, () => word(next)).join(' ');
      writer.addDocument({
        stored: { id: String(id++), routing: undefined, source: undefined, fields: undefined },
        fields: [
          { kind: 'text', spec: BODY, value: words, analyzer: wordAnalyzer },
          ...(next() < 0.7
            ? [{ kind: 'text', spec: TITLE, value: title, analyzer: wordAnalyzer } as const]
            : []),
          { kind: 'term', spec: TAG, value: utf8(`t${Math.floor(next() * 5)}`) },
          ...(next() < 0.9
            ? [{ kind: 'number', spec: NUM, value: Math.floor(next() * 1000) } as const]
            : []),
        ],
        version: 1,
        seqNo: id,
        primaryTerm: 1,
      });
    }
    writer.refresh();
  }
  for (let i = 0; i < id; i++) if (next() < deletedPart) writer.deleteDocuments(String(i));
  writer.refresh();
  return openSegments(writer.snapshot(), directory);
}

export const term = (next: Random): Query =>
  next() < 0.85 ? termQuery('body', utf8(word(next))) : termQuery('title', utf8(word(next)));
export const tag = (next: Random): Query => termQuery('tag', utf8(`t${Math.floor(next() * 6)}`));
export const range = (next: Random): Query => {
  const from = Math.floor(next() * 1000);
  return numberRangeQuery('num', from, from + Math.floor(next() * 600));
};
export const some = (next: Random, most: number, make: (next: Random) => Query): Query[] =>
  Array.from({ length: Math.floor(next() * (most + 1)) }, () => make(next));

export function phrase(next: Random): Query {
  const length = 2 + Math.floor(next() * 2);
  const terms = Array.from({ length }, () => [utf8(`w${Math.floor(next() ** 4 * 12)}`)]);
  return phraseQuery('body', { terms, positions: terms.map((_, i) => i), slop: 0 });
}

/** Few and many hits, complete and pruned, some after a hit or above a score. */
export function topDocsOptions(next: Random): TopDocsOptions {
  return {
    size: pick(next, [1, 3, 10, 50]),
    totalHitsThreshold: pick(next, [0, 0, 0, 20, 500, Number.POSITIVE_INFINITY]),
    minScore: next() < 0.15 ? next() * 4 : undefined,
    after:
      next() < 0.2 ? { score: Math.fround(next() * 6), doc: Math.floor(next() * 3000) } : undefined,
  };
}
