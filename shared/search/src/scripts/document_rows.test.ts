/**
 * A script that runs over many documents at once gives the same results and errors as for each
 * document alone.
 */

import { IndexMapping } from '@skein/mapping';
import { ScriptService, scriptContext } from '@skein/script';
import fc from 'fast-check';
import { queryShardContext } from '../execution/shard_context.js';
import { mappingOf } from '../testing/mapping_of.js';
import { TEST_ANALYSIS } from '../testing/test_analysis.js';
import { TestIndex } from '../testing/test_index.js';
import { documentScript } from './document_script.js';

const mapping = mappingOf({
  n: 'long',
  price: 'double',
  cents: { type: 'scaled_float', scaling_factor: 100 },
  on: 'boolean',
  at: 'date',
});
const settings = new Map<string, string>();
const shard = queryShardContext(
  {
    index: 'test',
    mapping: IndexMapping.parse(mapping, { settings, analysis: TEST_ANALYSIS }),
    analysis: TEST_ANALYSIS,
    settings,
  },
  new ScriptService({ nowMs: () => 0, monotonicMs: () => 0 }),
  0,
);

const double = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
const document = fc.record(
  {
    n: fc.oneof(
      fc.maxSafeInteger(),
      fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1n),
      fc.array(fc.integer(), { maxLength: 3 }),
    ),
    price: double,
    cents: fc.integer({ min: 0, max: 500 }).map((value) => value / 100),
    on: fc.boolean(),
    at: fc.integer({ min: -1e12, max: 1e12 }),
  },
  { requiredKeys: [] },
);

const PAINLESS = [
  "doc['n'].value * 3 / 7 % 100000 + doc['n'].value",
  "doc['n'].size() == 0 ? _score : doc['n'].value",
  "doc['price'].size() == 0 ? -1 : Math.abs(doc['price'].value) + _score",
  "doc['cents'].value * params.f",
  "doc['on'].size() > 0 && doc['on'].value ? 1 : 2",
  "doc['at'].value.getHour() * 60 + doc['at'].value.getMinute()",
  "params.seen = 1; return doc['n'].size()",
  "int t = 0; for (int i = 0; i < 5; i++) { t += i * i } return t + doc['price'].value",
  "String f = doc['on'].size() > 0 ? 'n' : 'price'; return doc[f].value",
  "doc['nope'].value",
  "_score += doc['n'].size(); doc = ['n': _score]; return randomScore(3) + doc['n']",
];
const EXPRESSIONS = [
  "_score + doc['price'].value * f",
  "doc['on'].value ? 1 : abs(doc['cents'].value)",
  "max(doc['n'].value, doc['at'].date.hourOfDay)",
  "doc['n'].sum() / doc['n'].length",
];
const SCRIPTS = [
  ...PAINLESS.map((idOrCode) => ({ idOrCode, lang: 'painless' })),
  ...EXPRESSIONS.map((idOrCode) => ({ idOrCode, lang: 'expression' })),
].map((each) => ({ ...each, type: 'inline', params: { f: 1.5 }, options: {} }) as const);

function outcome(run: () => number): number | string {
  try {
    return run();
  } catch (error) {
    return `${error} ${(error as Error).cause}`;
  }
}

function checkRows(given: readonly object[], reference: (typeof SCRIPTS)[number]): void {
  const { segments } = new TestIndex({ mapping, documents: given as never });
  const script = documentScript(reference, scriptContext('score'), shard);
  for (const segment of segments) {
    const docs = Uint32Array.from({ length: segment.maxDoc }, (_, doc) => doc);
    const scores = Float32Array.from(docs, (doc) => doc + 0.5);
    const run = script.segment(segment);
    const alone = Array.from(docs, (doc) => outcome(() => Number(run(doc, scores[doc] as number))));
    const rows = script.segmentRows?.(segment);
    const results = new Float64Array(docs.length);
    const together: (number | string)[] = [];
    const to = docs.length;
    for (let from = 0; from < to; from = together.length) {
      const end = outcome(() => rows?.({ docs, scores, from, to }, results) ?? from);
      if (typeof end === 'string') together.push(end);
      else together.push(...results.subarray(from, end));
    }
    expect(together).toEqual(alone);
  }
}

it('whatever the fields hold', () => {
  const documents = fc.array(document, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(documents, fc.constantFrom(...SCRIPTS), checkRows), { numRuns: 200 });
});

it('each with a budget of its own', () => {
  const [like = SCRIPTS[0]] = SCRIPTS;
  const idOrCode = "while (true) { if (doc['on'].size() == 0) { return 1; } }";
  checkRows([{}, { on: true }, {}], { ...like, idOrCode } as never);
});
