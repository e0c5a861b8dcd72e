/** Kernels find the same terms for an automaton as the dictionary does without them. */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import { levenshteinAutomaton } from '../../automaton/levenshtein.js';
import { utf8Automaton } from '../../automaton/utf8_automaton.js';
import { wildcardAutomaton } from '../../automaton/wildcard.js';
import { blocksOf, intersectDictionary } from '../../codec/v1/terms/intersect_blocks.js';
import { TermDictionary } from '../../codec/v1/terms/term_dictionary.js';
import { TermDictionaryWriter } from '../../codec/v1/terms/term_dictionary_writer.js';
import {
  accepts,
  patterns,
  sortedTerms,
  terms,
} from '../../codec/v1/terms/testing/terms_and_patterns.js';
import type { TermIntersection } from '../../index/segment_reader.js';
import { WALK } from '../../kernels/walk_layout.js';
import { LANE_BYTES } from '../../memory/arena.js';
import { memorySegment } from '../testing/memory_segment.js';
import { Kernels } from './kernels.js';
import { termsByKernel } from './term_walk.js';
import { compiledKernels } from './testing/compiled_kernels.js';

const NOTHING = new Uint8Array();
const ROOM_BYTES = 1 << 20;
const memory = new Kernels().workspace(LANE_BYTES + ROOM_BYTES);

interface Sections {
  readonly size: number;
  readonly blocks: Uint8Array;
  readonly starts: Uint32Array;
}

function sectionsOf(words: readonly Uint8Array[]): Sections {
  const writer = new TermDictionaryWriter({ hashed: false });
  for (const word of words) writer.add(word);
  const [blocks, starts] = writer.finish().sections as [Uint8Array, Uint32Array];
  return { size: words.length, blocks, starts };
}

/** Places a dictionary in the arena, after its only lane. */
function place({ size, blocks, starts }: Sections): TermDictionary {
  const room = Math.ceil(starts.length / 4) * 16;
  const placed = {
    starts: new Uint32Array(memory.buffer, LANE_BYTES, starts.length),
    blocks: new Uint8Array(memory.buffer, LANE_BYTES + room, blocks.length),
  };
  placed.starts.set(starts);
  placed.blocks.set(blocks);
  return new TermDictionary({ size, ...placed, hash: new Uint32Array(0) });
}

function walk(
  kernels: Kernels,
  dictionary: TermDictionary,
  automaton: ByteAutomaton,
  { prefix = NOTHING, checkCancelled = () => undefined }: Partial<TermIntersection> = {},
): number[] | undefined {
  const segment = { ...memorySegment('_0', []), memory, maxDoc: 1 };
  const reader = {
    ...segment.terms('none'),
    size: dictionary.size,
    blocks: (begin: Uint8Array) => ({
      bytes: dictionary.blocks,
      starts: dictionary.starts,
      ...blocksOf(dictionary, begin),
    }),
  };
  const terms = reader as Parameters<typeof termsByKernel>[0]['terms'];
  return termsByKernel({ kernels, segment, terms }, automaton, { prefix, checkCancelled });
}

describe.each([
  ['compiled', new Kernels({ wasm: compiledKernels(), minDocs: 1 }), 150],
  ['plain', new Kernels({ minDocs: 1 }), 50],
])('%s kernels', (_name, kernels, numRuns) => {
  test('find the terms that an automaton accepts one by one', () => {
    fc.assert(
      fc.property(terms, patterns, (all, automata) => {
        const dictionary = place(sectionsOf(all));
        for (const { automaton, prefix } of automata) {
          const expected = all.flatMap((term, at) => (accepts(automaton, term) ? [at] : []));
          expect(walk(kernels, dictionary, automaton, { prefix })).toEqual(expected);
        }
      }),
      { numRuns },
    );
  });

  test('find what the dictionary finds among many terms, more than fit one answer too', () => {
    const words = Array.from({ length: 40_000 }, (_, i) => utf8(`${(i * 7919) % 1_000_003}`));
    const dictionary = place(sectionsOf(sortedTerms(words)));
    const fuzzy = levenshteinAutomaton('31415', {
      maxEdits: 2,
      prefixLength: 0,
      transpositions: true,
    });
    const automata = [
      utf8Automaton(fuzzy),
      ...['*', '*7', '*77*', '1*', '??', '*1?2*', '0'].map((pattern) => wildcardAutomaton(pattern)),
    ];
    for (const automaton of automata) {
      const options = { prefix: NOTHING, checkCancelled: () => undefined };
      const expected = intersectDictionary(dictionary, automaton, options);
      expect(expected.length).toBeGreaterThan(0);
      expect(walk(kernels, dictionary, automaton)).toEqual(expected);
    }
  });

  test('can be cancelled', () => {
    const words = Array.from({ length: 70_000 }, (_, i) => utf8(`b${String(i).padStart(6, '0')}`));
    const dictionary = place(sectionsOf(sortedTerms(words)));
    const checkCancelled = (): void => {
      throw new RangeError('cancelled');
    };
    const search = () => walk(kernels, dictionary, wildcardAutomaton('?*5'), { checkCancelled });
    expect(search).toThrow('cancelled');
  });

  test('leave an automaton of too many states to the dictionary', () => {
    const words = Array.from({ length: 4096 }, (_, i) => utf8(i.toString(2).padStart(12, '0')));
    const dictionary = place(sectionsOf(sortedTerms(words)));
    expect(walk(kernels, dictionary, wildcardAutomaton(`*1${'?'.repeat(11)}`))).toBeUndefined();
  });

  test('come to an end whatever bytes stand in the blocks, and write nowhere but in their lane', () => {
    const words = sortedTerms(Array.from({ length: 200 }, (_, i) => utf8(`term${i * 7919}`)));
    const sections = sectionsOf(words);
    const damages = fc.array(
      fc.tuple(fc.nat(sections.blocks.length - 1), fc.constantFrom(0, 31, 32, 127, 128, 255)),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(damages, (damage) => {
        const blocks = sections.blocks.slice();
        for (const [at, byte] of damage) blocks[at] = byte;
        const dictionary = place({ ...sections, blocks });
        const before = others().map((part) => Buffer.from(part));
        for (const pattern of ['*1*', 'term1?', '*']) {
          const found = ordinalsOrDamage(() =>
            walk(kernels, dictionary, wildcardAutomaton(pattern)),
          );
          expect(found.every((ordinal) => ordinal >= 0 && ordinal < words.length)).toBe(true);
        }
        expect(others().every((part, i) => part.equals(before[i]))).toBe(true);
      }),
      { numRuns },
    );
  });
});

/** The memory that the kernel must not change. */
function others(): Buffer[] {
  return [
    Buffer.from(memory.buffer, 0, WALK),
    Buffer.from(memory.buffer, LANE_BYTES, ROOM_BYTES / 16),
  ];
}

function ordinalsOrDamage(search: () => number[] | undefined): number[] {
  try {
    return search() ?? [];
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return [];
  }
}
