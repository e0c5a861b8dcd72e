/** Tests the texts and numbers of explanations, which name each part of a score. */

import { utf8 } from '@skein/bytes';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { fieldSpec } from '../../index/testing/field_spec.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import { blockJoinQuery, type JoinScoreMode } from '../join/block_join.js';
import { type BooleanClauses, booleanQuery } from '../queries/boolean.js';
import { boostQuery } from '../queries/boost.js';
import { constantScoreQuery } from '../queries/constant_score.js';
import {
  type FunctionScoreOptions,
  functionScoreQuery,
  type WeightedFunction,
} from '../queries/function_score.js';
import { matchAllQuery } from '../queries/match_all.js';
import { prefixQuery } from '../queries/prefix.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import type { Explanation } from './explanation.js';

const TAG = fieldSpec('tag', { postings: 'docs', column: 'ordinal' });

/** Two segments of one document each, with these tags in their nested documents. */
function searcher() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  ['xaba', 'ab'].forEach((tags, i) => {
    writer.replaceDocument({
      stored: { id: String(i), routing: undefined, source: utf8('{}'), fields: undefined },
      fields: [{ kind: 'term', spec: TAG, value: 'doc' }],
      nested: [...tags].map((value) => ({
        path: 'items',
        fields: [{ kind: 'term', spec: TAG, value }],
      })),
      version: 1,
      seqNo: i,
      primaryTerm: 1,
    });
    writer.refresh();
  });
  return createSearcher(openSegments(writer.snapshot(), directory));
}

/** The numbers of the documents around the nested ones. */
const [FIRST, SECOND] = [4, 7];

/** One line per explanation, indented below the one that it explains. */
const linesOf = ({ matches, value, description, details }: Explanation): string[] => [
  `${matches ? value : 'no'}: ${description}`,
  ...details.flatMap(linesOf).map((line) => `  ${line}`),
];
const explained = (query: Query, doc: number): string[] => linesOf(searcher().explain(query, doc));

const tagged = (value: string, score = 1): Query =>
  boostQuery(constantScoreQuery(termQuery('tag', utf8(value))), score);

const document = constantScoreQuery(termQuery('tag', utf8('doc')));
const other = termQuery('tag', utf8('other'));

test.each<[JoinScoreMode, string, number, number, string]>([
  ['avg', 'Avg', 3.6666667461395264, 5, 'ConstantScore(tag:b)^5.0'],
  ['max', 'Max', 5, 5, 'ConstantScore(tag:b)^5.0'],
  ['min', 'Min', 3, 3, 'ConstantScore(tag:a)^3.0'],
  ['sum', 'Total', 11, 5, 'ConstantScore(tag:b)^5.0'],
])(
  'a join by %s names its nested documents and one of them',
  (scoreMode, name, score, one, why) => {
    const should = [tagged('a', 3), tagged('b', 5)];
    const query = blockJoinQuery(booleanQuery({ should }), {
      path: 'items',
      parent: undefined,
      scoreMode,
    });
    expect(explained(query, FIRST)).toEqual([
      `${score}: Score based on 3 child docs in range from 0 to 3, using score mode ${name}`,
      `  ${one}: sum of:`,
      `    ${one}: ${why}`,
    ]);
    const [line] = explained(query, SECOND);
    expect(line).toMatch(/: Score based on 2 child docs in range from 5 to 6, using score mode /);
  },
);

const FILTERED = [
  '    0: match on required clause, product of:',
  '      0: # clause',
  '      1: _nested_path:items',
];

test.each<[Query, string[], string]>([
  [
    matchAllQuery(),
    ['  1: ConstantScore(_nested_path:items)'],
    'ConstantScore(_nested_path:items)^0.0',
  ],
  [
    boostQuery(matchAllQuery(), 3),
    ['  3: ConstantScore(_nested_path:items)^3.0'],
    'ConstantScore(_nested_path:items)^0.0',
  ],
  [tagged('a'), ['  1: ConstantScore(tag:a)'], 'ConstantScore(ConstantScore(tag:a))^0.0'],
  [
    prefixQuery('tag', utf8('a')),
    ['  1: sum of:', '    1: tag:a*', ...FILTERED],
    'ConstantScore(#tag:a* #_nested_path:items)^0.0',
  ],
  [
    booleanQuery({ must: [prefixQuery('tag', utf8('a'))], should: [tagged('b')] }),
    ['  1: sum of:', '    1: sum of:', '      1: tag:a*', ...FILTERED],
    'ConstantScore(#(+tag:a* ConstantScore(tag:b)) #_nested_path:items)^0.0',
  ],
  [
    booleanQuery({ must: [matchAllQuery(), tagged('a')] }),
    ['  2: sum of:', '    1: *:*', '    1: ConstantScore(tag:a)'],
    'ConstantScore(+*:* +ConstantScore(tag:a))^0.0',
  ],
])('a join of %s names its path where the query could match outside', (query, scored, unscored) => {
  const join = (scoreMode: JoinScoreMode) =>
    blockJoinQuery(query, { path: 'items', parent: undefined, scoreMode });
  expect(explained(join('max'), SECOND).slice(1)).toEqual(scored);
  expect(explained(join('none'), SECOND).slice(1)).toEqual([`  0: ${unscored}`]);
});

test('a join without a match, and one that does not score', () => {
  const join = (scoreMode: JoinScoreMode) =>
    blockJoinQuery(tagged('x'), { path: 'items', parent: undefined, scoreMode });
  expect(explained(join('max'), SECOND)).toEqual(['no: Not a match']);
  expect(explained(join('none'), FIRST)).toEqual([
    '0: Score based on 1 child docs in range from 0 to 3, using score mode None',
    '  0: ConstantScore(ConstantScore(tag:x))^0.0',
  ]);
});

const constant = (value: number): WeightedFunction => ({
  function: { segment: () => () => value },
});
const DEFAULTS: FunctionScoreOptions = {
  scoreMode: 'multiply',
  boostMode: 'multiply',
  maxBoost: 1e9,
  minScore: undefined,
};

function explainedFunctions(
  functions: readonly WeightedFunction[],
  options: Partial<FunctionScoreOptions> = {},
) {
  const query = functionScoreQuery(boostQuery(document, 2), functions, { ...DEFAULTS, ...options });
  const [hit] = searcher().topDocs(query, { size: 1, totalHitsThreshold: 1 }).hits;
  return { lines: explained(query, FIRST), score: hit?.score };
}

test.each([
  ['multiply', 30],
  ['first', 2],
  ['max', 5],
  ['min', 2],
  ['sum', 10],
  ['avg', 10 / 6],
] as const)('the functions that apply are joined by %s, as in the score', (scoreMode, factor) => {
  const functions = [
    { weight: 2 },
    { weight: 3, filter: document },
    { weight: 4, filter: other },
    constant(5),
  ];
  const { lines, score } = explainedFunctions(functions, { scoreMode });
  expect(score).toBeCloseTo(2 * factor, 5);
  expect(lines[0]).toBe(`${score}: function score, product of:`);
  expect(lines.slice(3)).toEqual([
    `    ${factor}: function score, score mode [${scoreMode}]`,
    '      2: product of:',
    '        1: constant score 1.0 - no function provided',
    '        2: weight',
    '      3: function score, product of:',
    '        1: match filter: ConstantScore(tag:doc)',
    '        3: product of:',
    '          1: constant score 1.0 - no function provided',
    '          3: weight',
    '      5: score function',
    '    1000000000: maxBoost',
  ]);
});

test.each(['avg', 'sum'] as const)('the %s of weights of 0 is 1', (scoreMode) => {
  const nothing = { weight: 0, filter: document };
  const { lines, score } = explainedFunctions([nothing], { scoreMode });
  expect(score).toBe(2);
  expect(lines[0]).toBe('2: function score, product of:');
});

test.each([
  ['multiply', 8, 'function score, product of:'],
  ['sum', 6, 'sum of'],
  ['avg', 3, 'avg of'],
  ['min', 2, 'min of:'],
  ['max', 4, 'max of:'],
] as const)('a factor and a score are joined by %s', (boostMode, score, words) => {
  const explained = explainedFunctions([constant(4)], { boostMode });
  expect(explained.score).toBe(score);
  expect(explained.lines).toEqual([
    `${score}: ${words}`,
    '  2: ConstantScore(tag:doc)^2.0',
    '  4: min of:',
    '    4: score function',
    '    1000000000: maxBoost',
  ]);
});

test('a factor takes the place of the score, and is at most the largest', () => {
  const replaced = explainedFunctions([constant(4)], { boostMode: 'replace', maxBoost: 3 });
  expect(replaced.lines).toEqual(['3: min of:', '  4: score function', '  3: maxBoost']);
  const limitless = explainedFunctions([constant(4)], { maxBoost: Number.POSITIVE_INFINITY });
  expect(limitless.lines.at(-1)).toBe('    3.4028234663852886e+38: maxBoost');
});

test('without a function that applies, the factor is 1', () => {
  expect(explainedFunctions([{ weight: 2, filter: other }]).lines.slice(2)).toEqual([
    '  1: min of:',
    '    1: No function matched',
    '    1000000000: maxBoost',
  ]);
});

test('a score of the minimum matches, and a lower one does not', () => {
  expect(explainedFunctions([constant(4)], { minScore: 8 }).lines[0]).toMatch(/^8: /);
  const { lines, score } = explainedFunctions([constant(4)], { minScore: 8.5 });
  expect(score).toBeUndefined();
  expect(lines[0]).toBe('no: Score value is too low, expected at least 8.5 but got 8.0');
  expect(lines[1]).toBe('  8: function score, product of:');
});

test.each<[string, BooleanClauses, string[]]>([
  [
    'every kind of clause that matches',
    { must: [document], filter: [document], should: [document, other], mustNot: [other] },
    [
      '2: sum of:',
      '  1: ConstantScore(tag:doc)',
      '  1: ConstantScore(tag:doc)',
      '  0: match on required clause, product of:',
      '    0: # clause',
      '    1: tag:doc',
    ],
  ],
  [
    'every kind of clause that forbids the match',
    { must: [other], filter: [other], mustNot: [document] },
    [
      'no: Failure to meet condition(s) of required/prohibited clause(s)',
      '  no: no match on required clause (tag:other)',
      '    no: no matching term',
      '  no: match on prohibited clause (tag:doc)',
      '    1: tag:doc',
      '  no: no match on required clause (tag:other)',
      "    no: tag:other doesn't match id 2",
    ],
  ],
  ['no clause that matches', { should: [other, other] }, ['no: No matching clauses']],
  [
    'too few optional clauses',
    { should: [document, other], minimumShouldMatch: 2 },
    ['no: Failure to match minimum number of optional clauses: 2', '  1: ConstantScore(tag:doc)'],
  ],
  [
    'as many optional clauses as are wanted',
    { should: [document, other], minimumShouldMatch: 1 },
    ['1: sum of:', '  1: ConstantScore(tag:doc)'],
  ],
])('%s', (_name, clauses, lines) => {
  expect(explained(booleanQuery(clauses), SECOND)).toEqual(lines);
});
