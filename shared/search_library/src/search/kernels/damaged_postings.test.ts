/**
 * Searches over damaged postings, by kernels and by scorers, may give a wrong answer or a typed
 * error, but they must end, and must not write outside their lane. Bytes are damaged anywhere in
 * the segment, and on purpose in the data that leads to blocks: entries, numbers of bits, offsets,
 * frequencies.
 */

import { expectDefined } from '@skein/base';
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { ENTRY } from '../../codec/v1/postings_layout.js';
import { openSegmentHead, PART, readSegmentHead } from '../../codec/v1/segment_file.js';
import { forgeSections, sectionsEnd } from '../../codec/v1/testing/forge.js';
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
import { lcg } from '../testing/lcg.js';
import { Kernels } from './kernels.js';
import { compiledKernels } from './testing/compiled_kernels.js';
import { BODY } from './testing/kernel_index.js';

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};
const DOCS = 2000;

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

/** Offsets in a file with their new values. */
type Damage = [at: number, value: number][];

/** Returns random integers below a limit. */
function below(seed: number): (limit: number) => number {
  const next = lcg(seed);
  return (limit) => Math.floor(next() * limit);
}

function anywhere(seed: number, end: number): Damage[] {
  const next = below(seed);
  return Array.from({ length: 30 }, () => [[next(end), next(256)]]);
}

function postingsOf(directory: MemoryDirectory): { offset: number; length: number } {
  const { fields } = openSegmentHead(readSegmentHead(directory, '_0.seg'), '_0.seg');
  return expectDefined(fields.get('body')?.parts.get(PART.postings)?.sections[2], 'postings');
}

/**
 * Overwrites words all over the field's postings, most of which belong to blocks, with ones, the
 * sign bit or a great number.
 */
function inPostings(seed: number, directory: MemoryDirectory): Damage[] {
  const next = below(seed);
  const data = postingsOf(directory);
  return Array.from({ length: 40 }, () => {
    const start = data.offset + 4 * next(Math.floor(data.length / 4));
    const word = [0xff, 0x80, 0x20, 0x7f][next(4)];
    return Array.from({ length: 1 + next(4) }, (_, i): [number, number] => [start + i, word]);
  });
}

/**
 * Opens a segment with these bytes in a fresh residence; the parts of the previous one are
 * released.
 */
function openBytes(
  directory: MemoryDirectory,
  [handle]: readonly SegmentHandle[],
  bytes: Uint8Array,
) {
  if (handle === undefined) throw new Error('no segment');
  directory.writeFile('_0.seg', bytes);
  letGoOfParts();
  const { parts, words } = handle.residence;
  const residence = { arena: 0, parts, words: new SharedArrayBuffer(words.byteLength) };
  const segments = [{ ...handle, residence, head: readSegmentHead(directory, '_0.seg') }];
  return openSegments({ version: 1, segments }, directory);
}

/** Returns `undefined` if the segment is refused because its beginning was hit. */
function openedIfReadable(open: () => readonly SegmentReader[]) {
  try {
    return open();
  } catch (error) {
    expect(error).toMatchObject({ type: 'corrupt_index_exception' });
    return undefined;
  }
}

const KINDS: readonly [string, Kernels][] = [
  ['compiled', new Kernels({ wasm: compiledKernels(), minDocs: 1 })],
  ['JavaScript', new Kernels({ minDocs: 1 })],
  ['no', new Kernels({ minDocs: 1e9 })],
];

test.each(KINDS)(
  `%s kernels: every search ends over damaged postings (SEED=${SEED})`,
  (_name, kernels) => {
    const { snapshot, directory } = sampleIndex();
    const original = directory.bytes('_0.seg');
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
          expect(error).toBeInstanceOf(ApiError);
        }
      }
    };
    for (const damage of [...anywhere(SEED, end), ...inPostings(SEED + 1, directory)]) {
      const forged = forgeSections(original, damage);
      const segments = openedIfReadable(() => openBytes(directory, snapshot.segments, forged));
      if (segments === undefined) continue;
      ask(segments);
      const loaded = room.slice();
      ask(segments);
      expect(Buffer.compare(room, loaded)).toBe(0);
    }
  },
);

/**
 * Writes a little-endian word at an offset in the section, which begins with the first entry of the
 * term `all`.
 */
function word(directory: MemoryDirectory, field: number, value: number): Damage {
  const start = postingsOf(directory).offset + field;
  return [0, 8, 16, 24].map((shift, i): [number, number] => [start + i, (value >>> shift) & 255]);
}

test.each(KINDS)('%s kernels: what leads beyond the postings is told', (_name, kernels) => {
  const { snapshot, directory } = sampleIndex();
  const original = directory.bytes('_0.seg');
  const { offset, length } = postingsOf(directory);
  enterSpace(SegmentSpace.make({ limitBytes: original.length * 2 }), { row: 0 });
  const damagesOfAll: Damage[] = [
    word(directory, ENTRY.lastDoc, DOCS),
    word(directory, ENTRY.lastDoc, 0x7fffffff),
    word(directory, ENTRY.dataStart, length),
    word(directory, ENTRY.positionsStart, length),
    [[offset + ENTRY.freqBits, 32]],
    [[offset + ENTRY.positionBits, 255]],
  ];
  for (const damage of damagesOfAll) {
    const forged = forgeSections(original, damage);
    const segments = openBytes(directory, snapshot.segments, forged);
    const searcher = createSearcher(segments, { kernels });
    const search = () =>
      searcher.topDocs(phrase('all', 'half1'), { size: 10, totalHitsThreshold: DOCS });
    expect(search).toThrow(expect.objectContaining({ type: 'corrupt_index_exception' }));
  }
});
