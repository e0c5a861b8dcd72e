/** Kernels over damaged postings: a wrong answer or a typed error, but they end, and write nowhere but in their lane. */

import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { readSegmentHead } from '../../codec/v1/segment_file.js';
import { forgeSections, sectionsEnd } from '../../codec/v1/testing/forge.js';
import type { FieldSpec } from '../../document/field_spec.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SegmentHandle } from '../../index/snapshot.js';
import { wordAnalyzer } from '../../index/testing/sample_index.js';
import { RESERVED_BYTES } from '../../memory/arena.js';
import { SegmentSpace } from '../../memory/segment_space.js';
import { enterSpace, letGoOfParts } from '../../memory/thread_space.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import { booleanQuery } from '../queries/boolean.js';
import { disjunctionMaxQuery } from '../queries/disjunction_max.js';
import { phraseQuery } from '../queries/phrase.js';
import { termQuery } from '../queries/term.js';
import { Kernels } from './kernels.js';
import { compiledKernels } from './testing/compiled_kernels.js';

const BODY: FieldSpec = {
  name: 'body',
  postings: 'positions',
  norms: true,
  column: 'none',
  points: false,
};
const DOCS = 3000;

function sampleIndex() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  for (let i = 0; i < DOCS; i++) {
    const words = ['all', `half${i % 2}`, `some${i % 9}`, `few${i % 37}`, 'all', `rare${i % 900}`];
    writer.addDocument({
      stored: { id: String(i), routing: undefined, source: undefined, fields: undefined },
      fields: [{ kind: 'text', spec: BODY, value: words.join(' '), analyzer: wordAnalyzer }],
      version: 1,
      seqNo: i,
      primaryTerm: 1,
    });
  }
  writer.refresh();
  return { snapshot: writer.snapshot(), directory };
}

const term = (text: string) => termQuery('body', utf8(text));
const phrase = (...words: string[]) =>
  phraseQuery('body', {
    terms: words.map((word) => [utf8(word)]),
    positions: words.map((_, i) => i),
    slop: 0,
  });
const QUERIES = [
  term('all'),
  term('rare7'),
  booleanQuery({ must: [term('all'), term('few3')] }),
  booleanQuery({ must: [term('all'), term('half1'), term('some4')] }),
  booleanQuery({ should: [term('some1'), term('few1'), term('rare1')] }),
  booleanQuery({ should: [term('half0'), term('all')], mustNot: [term('few5')] }),
  phrase('all', 'half1'),
  phrase('some4', 'few4', 'all'),
  disjunctionMaxQuery([term('half1'), booleanQuery({ must: [term('few4'), term('all')] })], 0.2),
  booleanQuery({
    must: [booleanQuery({ should: [term('some1'), phrase('all', 'half1')] }), term('all')],
    mustNot: [booleanQuery({ must: [term('few1'), term('half1')] })],
  }),
];

function contentOf(directory: MemoryDirectory, name: string): Uint8Array {
  const bytes = new Uint8Array(directory.length(name));
  directory.readInto(name, 0, bytes);
  return bytes;
}

const damages = (seed: number): { at: number; value: number }[] => {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: 120 }, () => ({ at: next(), value: Math.floor(next() * 256) }));
};

/** A segment of these bytes in a space alone; what was read of the one before is gone. */
function openBytes(
  directory: MemoryDirectory,
  [handle]: readonly SegmentHandle[],
  bytes: Uint8Array,
) {
  if (handle === undefined) throw new Error('no segment');
  directory.writeFile('_0.seg', bytes);
  letGoOfParts();
  const residence = { arena: 0, words: new SharedArrayBuffer(handle.residence.words.byteLength) };
  const segments = [{ ...handle, residence, head: readSegmentHead(directory, '_0.seg') }];
  return openSegments({ version: 1, segments }, directory);
}

test.each([
  ['compiled', new Kernels({ wasm: compiledKernels(), minDocs: 1 })],
  ['JavaScript', new Kernels({ minDocs: 1 })],
])('%s kernels end over damaged postings', (_name, kernels) => {
  const { snapshot, directory } = sampleIndex();
  const original = contentOf(directory, '_0.seg');
  const end = sectionsEnd(original);
  const space = enterSpace(SegmentSpace.make({ limitBytes: original.length * 2 }), { row: 0 });
  const room = new Uint8Array(space.memory(0).buffer, RESERVED_BYTES, original.length * 2);
  const ask = (segments: readonly SegmentReader[]) => {
    for (const query of QUERIES) {
      try {
        const searcher = createSearcher(segments, { kernels });
        searcher.topDocs(query, { size: 10, totalHitsThreshold: 100 });
        searcher.count(query);
      } catch (error) {
        if (!(error instanceof ApiError)) expect(String(error)).toMatch(/RangeError|TypeError/);
      }
    }
  };
  for (const { at, value } of damages(7)) {
    const forged = forgeSections(original, [[Math.floor(at * end), value]]);
    const segments = openBytes(directory, snapshot.segments, forged);
    ask(segments);
    const loaded = room.slice();
    ask(segments);
    expect(Buffer.compare(room, loaded)).toBe(0);
  }
});
