/**
 * Segments with changed sections and correct checksums: check-index, searches and merges must all
 * end, with an answer or a typed error. fast-check prints the seed of a failure.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { forgeSections, sectionsEnd } from '../codec/v1/testing/forge.js';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import { dumpDocs } from '../index/testing/sample_index.js';
import { letGoOfParts } from '../memory/thread_space.js';
import { exactPrefixes } from '../search/completion/prefix_automaton.js';
import { topCompletions } from '../search/completion/top_completions.js';
import { createSearcher } from '../search/create_searcher.js';
import { Kernels } from '../search/kernels/kernels.js';
import { booleanQuery } from '../search/queries/boolean.js';
import { existsQuery } from '../search/queries/exists.js';
import { phraseQuery } from '../search/queries/phrase.js';
import { prefixQuery } from '../search/queries/prefix.js';
import { termQuery } from '../search/queries/term.js';
import type { MemoryDirectory } from '../store/memory_directory.js';
import { checkIndex } from './check_index.js';
import { FULL_FIELDS, fullIndex, replaceSegment } from './testing/full_index.js';

const term = (field: string, text: string) => termQuery(field, utf8(text));
const QUERIES = [
  term('body', 'all'),
  term('_id', 'id-7'),
  booleanQuery({ should: [term('body', 'often1'), term('title', 't')] }),
  booleanQuery({ must: [term('body', 'all'), term('body', 'often0')] }),
  phraseQuery('body', { terms: [[utf8('all')], [utf8('w3')]], positions: [0, 1], slop: 1 }),
  prefixQuery('body', utf8('x1')),
  ...FULL_FIELDS.map((field) => existsQuery(field)),
];

function searchAll(directory: MemoryDirectory): void {
  const writer = IndexWriter.open(directory);
  const segments = openSegments(writer.snapshot(), directory);
  for (const kernels of [new Kernels({ minDocs: 1 }), new Kernels({ minDocs: 1e9 })]) {
    const searcher = createSearcher(segments, { kernels });
    const automaton = exactPrefixes([utf8('a')]);
    const completions = { field: 'suggest', automaton, contexts: undefined };
    survives(() => topCompletions(searcher, { ...completions, size: 9, skipDuplicates: false }));
    for (const query of QUERIES) {
      survives(() => searcher.topDocs(query, { size: 5, totalHitsThreshold: 10 }));
      survives(() => searcher.count(query));
    }
  }
  letGoOfParts();
  survives(() => dumpDocs(segments));
  for (const segment of segments) {
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      survives(() => segment.termVectors?.('kept')?.vector(doc));
    }
  }
  letGoOfParts();
  writer.close();
}

function survives(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

const sound = fullIndex({ docs: 300, segments: 1 });
const original = sound.bytes('_0.seg');
const end = sectionsEnd(original);

/** A change like that of a fault: a flipped bit, a byte of ones or zeros, any byte. */
const change = fc.tuple(
  fc.nat(end - 1),
  fc.oneof(fc.constant(0xff), fc.constant(0x80), fc.constant(0), fc.nat(255)),
);

test('every reader ends', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const directory = sound.afterCrash('keep', 'latest');
      replaceSegment(directory, '_0', forgeSections(original, changes));
      checkIndex(directory);
      survives(() => searchAll(directory));
      survives(() => {
        const writer = IndexWriter.open(directory);
        writer.forceMerge(1, true);
        writer.deleteDocuments('id-9');
        writer.forceMerge(1, false);
        writer.close();
      });
      letGoOfParts();
    }),
    { numRuns: 150 },
  );
});

test('check-index ends over every place of the section', () => {
  const step = Math.max(1, Math.floor(end / 600));
  for (let at = 16; at < end; at += step) {
    const directory = sound.afterCrash('keep', 'latest');
    replaceSegment(directory, '_0', forgeSections(original, [[at, 0xff]]));
    checkIndex(directory);
  }
});
