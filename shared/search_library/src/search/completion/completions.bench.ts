/**
 * Measures completions of a file of inputs, one per line, in one segment with one thread: their
 * size, and the time to complete prefixes. `node
 * shared/search_library/src/search/completion/completions.bench.ts FILE` after a build.
 */
import { readFileSync } from 'node:fs';
import {
  createSearcher,
  exactPrefixes,
  fuzzyPrefixes,
  IndexWriter,
  MemoryDirectory,
  openSegments,
  topCompletions,
} from '@skein/search_library';

const inputs = readFileSync(process.argv[2], 'utf8').split('\n');
const encoder = new TextEncoder();
const SPEC = {
  name: 's',
  postings: 'none',
  norms: false,
  column: 'none',
  points: false,
  completions: true,
};
const MAX_LENGTH = 50;

/** Splits words like the `simple` analyzer. */
function keyOf(text) {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).join('\x1f');
}

let state = 42;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

function build() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, { bufferBytes: 2 ** 28 });
  inputs.forEach((input, i) => {
    const text = input.slice(0, MAX_LENGTH);
    const key = encoder.encode(keyOf(text));
    const surface = encoder.encode(text);
    const field = {
      kind: 'completion',
      spec: SPEC,
      key,
      keyStart: 0,
      surface,
      weight: (i * 7919) % 1000,
    };
    const stored = { id: `${i}`, routing: undefined, source: undefined, fields: undefined };
    const fields = key.length > 0 ? [field] : [];
    writer.addDocument({ stored, fields, version: 1, seqNo: i, primaryTerm: 1 });
  });
  const start = performance.now();
  writer.refresh();
  writer.forceMerge(1, false);
  writer.refresh();
  console.log(`refreshed and merged in ${Math.round(performance.now() - start)} ms`);
  return createSearcher(openSegments(writer.snapshot(), directory));
}

const searcher = build();
const [segment] = searcher.segments;
const { sizeBytes, keyCount, entryCount } = segment.completions('s');
console.log(
  `${searcher.segments.length} segment, ${keyCount} keys, ${entryCount} entries, ${sizeBytes} bytes`,
);

function measure(name, automatonOf) {
  const times = [];
  let found = 0;
  for (let i = 0; i < 3000; i++) {
    const key = keyOf(inputs[Math.floor(random() * inputs.length)]);
    if (key.length === 0) continue;
    const prefix = key.slice(0, 1 + Math.floor(random() * 8));
    const start = performance.now();
    const query = {
      field: 's',
      automaton: automatonOf(encoder.encode(prefix)),
      contexts: undefined,
    };
    found += topCompletions(searcher, {
      ...query,
      size: 5,
      skipDuplicates: name.includes('distinct'),
    }).length;
    if (i >= 500) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * times.length)].toFixed(3);
  console.log(`${name}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, ${found} found`);
}

const fuzzy = (maxEdits) => (prefix) =>
  fuzzyPrefixes([prefix], {
    maxEdits,
    transpositions: true,
    prefixLength: 1,
    minLength: 3,
    unicodeAware: false,
  });
measure('prefix', (prefix) => exactPrefixes([prefix]));
measure('prefix, distinct', (prefix) => exactPrefixes([prefix]));
measure('fuzzy 1', fuzzy(1));
measure('fuzzy 2', fuzzy(2));
