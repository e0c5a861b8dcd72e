/**
 * Compares completions of small indices with all inputs in order, in several segments, merged, and
 * after deletions.
 */

import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { IndexedField } from '../../document/indexable_document.js';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import type { QueriedContext } from './completion_starts.js';
import {
  exactPrefixes,
  fuzzyPrefixes,
  type PrefixAutomaton,
  regexpPrefix,
} from './prefix_automaton.js';
import { topCompletions } from './top_completions.js';

const SPEC = fieldSpec('suggest', { completions: true });

interface Input {
  readonly text: string;
  readonly weight: number;
  readonly context?: string;
}

function field({ text, weight, context }: Input): IndexedField {
  const before = context === undefined ? '' : `${context}\x1d`;
  const key = utf8(before + text.toLowerCase().replaceAll(' ', '\x1f'));
  const keyStart = utf8(before).length;
  return { kind: 'completion', spec: SPEC, key, keyStart, surface: utf8(text), weight };
}

interface Index {
  readonly writer: IndexWriter;
  readonly directory: MemoryDirectory;
}

function indexOf(documents: readonly (readonly Input[])[], perSegment = 3): Index {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  documents.forEach((inputs, i) => {
    const stored = { id: `${i}`, routing: undefined, source: undefined, fields: undefined };
    const fields = inputs.map(field);
    writer.addDocument({ stored, fields, version: 1, seqNo: i, primaryTerm: 1 });
    if (i % perSegment === perSegment - 1) writer.refresh();
  });
  writer.refresh();
  return { writer, directory };
}

interface Asked {
  readonly size?: number;
  readonly contexts?: readonly QueriedContext[];
  readonly skipDuplicates?: boolean;
}

function found({ writer, directory }: Index, automaton: PrefixAutomaton, asked: Asked = {}) {
  const searcher = createSearcher(openSegments(writer.snapshot(), directory));
  const { size = 5, contexts, skipDuplicates = false } = asked;
  const query = { field: 'suggest', automaton, contexts, size, skipDuplicates };
  return topCompletions(searcher, query);
}

const prefix = (text: string) => exactPrefixes([utf8(text)]);
const shown = (all: ReturnType<typeof found>) => all.map((one) => `${one.surface} ${one.score}`);

const CITIES = ['London', 'Londrina', 'Londonderry', 'Lyon', 'LONDON', 'São Paulo', 'Sao Tome'];
const cities = indexOf(CITIES.map((text, i) => [{ text, weight: 10 - i }]));

test('the heaviest first, as they were given', () => {
  expect(shown(found(cities, prefix('lon')))).toEqual([
    'London 10',
    'Londrina 9',
    'Londonderry 8',
    'LONDON 6',
  ]);
  expect(shown(found(cities, prefix('london'), { size: 2 }))).toEqual([
    'London 10',
    'Londonderry 8',
  ]);
  expect(found(cities, prefix('x'))).toEqual([]);
  expect(shown(found(cities, prefix('são')))).toEqual(['São Paulo 5']);
});

test('beginnings that are a few edits away, by what they share', () => {
  const options = { maxEdits: 1, transpositions: true, prefixLength: 1, minLength: 3 };
  const fuzzy = (text: string, unicodeAware = false) =>
    shown(found(cities, fuzzyPrefixes([utf8(text)], { ...options, unicodeAware })));
  expect(fuzzy('lodnon')).toEqual(['London 20', 'Londonderry 16', 'LONDON 12']);
  expect(fuzzy('lnd')).toEqual(['London 10', 'Londrina 9', 'Londonderry 8', 'LONDON 6']);
  expect(fuzzy('sao p')).toEqual([]);
  expect(fuzzy('sao', true)).toEqual(['Sao Tome 8', 'São Paulo 5']);
  expect(fuzzy('sao')).toEqual(['Sao Tome 8']);
});

test('beginnings that an expression matches', () => {
  const flags = {
    intersection: true,
    complement: true,
    empty: true,
    anyString: true,
    interval: true,
  };
  const options = { flags, caseInsensitive: false, maxDeterminizedStates: 10_000 };
  expect(shown(found(cities, regexpPrefix('l(y|.*d)', options), { size: 9 }))).toEqual([
    'London 10',
    'Londrina 9',
    'Londonderry 8',
    'Lyon 7',
    'LONDON 6',
  ]);
  expect(found(cities, regexpPrefix('', options))).toEqual([]);
});

test('contexts select, and boost', () => {
  const index = indexOf([
    [
      { text: 'London', weight: 3, context: 'gb' },
      { text: 'London', weight: 3, context: 'uk' },
    ],
    [{ text: 'Londrina', weight: 2, context: 'br' }],
    [{ text: 'London', weight: 4, context: 'ca' }],
  ]);
  const context = (text: string, boost = 1, isPrefix = false) => ({
    context: utf8(text),
    boost,
    isPrefix,
  });
  const lon = (...contexts: QueriedContext[]) => found(index, prefix('lon'), { contexts });
  expect(shown(lon(context('gb'), context('br', 4)))).toEqual(['Londrina 8', 'London 3']);
  expect(shown(lon(context('', 1, true)))).toEqual(['London 4', 'London 3', 'Londrina 2']);
  expect(lon(context('', 1, true))[1]?.contexts).toEqual(['gb', 'uk']);
  expect(shown(lon(context('g', 1, true), context('gb', 5)))).toEqual(['London 15']);
  expect(lon(context('g'))).toEqual([]);
});

test('any contexts select what they name or begin, and the longest boosts', () => {
  const text = fc.stringMatching(/^[ab]{0,3}$/);
  const requested = fc.array(fc.tuple(text, fc.integer({ min: 1, max: 5 }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  });
  const score = (context: string, asked: readonly (readonly [string, number, boolean])[]) => {
    const last = new Map(asked.map((one) => [one[0], one]));
    const begun = [...last.values()]
      .filter(([begin]) => context.startsWith(begin))
      .sort(([a], [b]) => b.length - a.length);
    const isWanted = begun.some(([begin, , isPrefix]) => isPrefix || begin === context);
    return isWanted ? [begun[0]?.[1]] : [];
  };
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 6 }), requested, (known, asked) => {
      const index = indexOf(known.map((context) => [{ text: 'x', weight: 1, context }]));
      const contexts = asked.map(([context, boost, isPrefix]) => ({
        context: utf8(context),
        boost,
        isPrefix,
      }));
      const scores = found(index, prefix('x'), { size: 9, contexts }).map((one) => one.score);
      const expected = known.flatMap((context) => score(context, asked));
      expect(scores.sort()).toEqual(expected.sort());
    }),
  );
});

const word = fc.stringMatching(/^[A-Ca-c][a-c]{0,3}( [a-c]{1,2})?$/);
const input = fc.record({ text: word, weight: fc.integer({ min: 0, max: 3 }) });
const documents = fc.array(fc.array(input, { maxLength: 3 }), { maxLength: 12 });

/** Lucene stops at a document that it has met before only if the others are no better. */
function naive(all: readonly (readonly Input[])[], begins: string, deleted: ReadonlySet<number>) {
  const best = all.flatMap((inputs, doc) => {
    const fits = inputs.filter(
      ({ text }) => !deleted.has(doc) && text.toLowerCase().startsWith(begins),
    );
    if (fits.length === 0) return [];
    return [Math.max(...fits.map(({ weight }) => weight))];
  });
  return best.sort((a, b) => b - a);
}

test('as all inputs in order, merged or not, deleted or not', () => {
  fc.assert(
    fc.property(
      documents,
      fc.constantFrom('a', 'ab', 'b', 'c'),
      fc.nat(11),
      (all, begins, gone) => {
        const index = indexOf(all);
        const { writer, directory } = index;
        const score = () => found(index, prefix(begins), { size: 20 }).map((one) => one.score);
        expect(score()).toEqual(naive(all, begins, new Set()));
        writer.deleteDocuments(`${gone}`);
        writer.refresh();
        expect(score()).toEqual(naive(all, begins, new Set([gone])));
        writer.forceMerge(1, false);
        writer.refresh();
        expect(score()).toEqual(naive(all, begins, new Set([gone])));
        for (const { doc, surface } of found(index, prefix(begins), { size: 20 })) {
          const id = openSegments(writer.snapshot(), directory)[0]?.stored(doc).id;
          expect(all[Number(id)]?.map(({ text }) => text)).toContain(surface);
        }
      },
    ),
  );
});

test('completions that are shown alike are shown once', () => {
  const index = indexOf(
    ['ab', 'ab', 'ac', 'ab', 'ab'].map((text, i) => [{ text, weight: i }]),
    2,
  );
  expect(shown(found(index, prefix('a'), { skipDuplicates: true }))).toEqual(['ab 4', 'ac 2']);
});
