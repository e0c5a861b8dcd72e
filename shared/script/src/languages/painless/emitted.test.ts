/**
 * The emitted text contains only names made by the compiler, numbers, JavaScript keywords, and
 * calls into the frozen table. Every program of the corpus is compiled and its text parsed, then
 * programs assembled from their pieces with hostile names and literals, and programs compiled for
 * known fields and parameters.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { parseSync } from '@swc/core';
import fc from 'fast-check';
import { scriptContext, scriptContexts } from '../../contexts/registry.js';
import { RUNTIME } from './compile/runtime_table.js';
import type { FieldType, Specialization } from './compile/specialized.js';
import { compilePainless } from './painless.js';

const read = (name: string): string[] =>
  readFileSync(join(__dirname, 'testdata', name), 'utf8')
    .trim()
    .split('\n');

const corpus = [
  'reference.ndjson',
  'members.ndjson',
  'calendar.ndjson',
  'known_differences.ndjson',
  'members_differing.ndjson',
].flatMap((name) => read(name).map((line) => (JSON.parse(line) as { source: string }).source));

/**
 * Names of variables, constants, functions and temporaries, table functions (`r_…`), the table
 * (`R`), the constants (`K`), the position (`p`), the loop counter (`L`), and locals of emitted
 * frames.
 */
const NAME = /^(?:[vkft]\d+|r_[a-zA-Z0-9]+|[RKpLexn]|main|outer)$/;

const NODES: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'BigIntLiteral',
  'BinaryExpression',
  'BlockStatement',
  'BooleanLiteral',
  'BreakStatement',
  'CallExpression',
  'CatchClause',
  'ConditionalExpression',
  'ContinueStatement',
  'DoWhileStatement',
  'EmptyStatement',
  'ExpressionStatement',
  'ForOfStatement',
  'ForStatement',
  'FunctionDeclaration',
  'FunctionBody',
  'FunctionExpression',
  'Identifier',
  'IfStatement',
  'LabeledStatement',
  'MemberExpression',
  'Module',
  'NullLiteral',
  'NumericLiteral',
  'Parameter',
  'ParenthesisExpression',
  'ReturnStatement',
  'Script',
  'SequenceExpression',
  'StringLiteral',
  'ThrowStatement',
  'TryStatement',
  'UnaryExpression',
  'UpdateExpression',
  'VariableDeclaration',
  'VariableDeclarator',
  'WhileStatement',
]);

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node & { readonly expression?: Node };
}

/** The first forbidden item in an emitted text. */
function violation(text: string): string | undefined {
  return walk(
    parseSync(`function outer(R,K){${text}}`, { syntax: 'ecmascript', target: 'es2022' }),
  );
}

function walk(node: unknown): string | undefined {
  if (node === null || typeof node !== 'object') return undefined;
  if (!Array.isArray(node)) {
    const found = wrong(node as Node);
    if (found !== undefined) return found;
    if ((node as Node).type === 'MemberExpression') return undefined;
  }
  for (const child of Object.values(node)) {
    const found = walk(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function wrong(node: Node): string | undefined {
  const { type, value } = node;
  if (type === undefined) return undefined;
  if (!NODES.has(type)) return `a ${type}`;
  if (type === 'Identifier' && !NAME.test(String(value))) return `the name ${String(value)}`;
  if (type === 'StringLiteral' && value !== 'use strict') return `the text ${String(value)}`;
  return type === 'MemberExpression' ? wrongMember(node) : undefined;
}

/** Checks members: only `R.name` of the table and `K[3]` of the constants are allowed. */
function wrongMember({ object, property }: Node): string | undefined {
  if (object?.value === 'R' && property?.type === 'Identifier')
    return Object.hasOwn(RUNTIME, String(property.value)) ? undefined : `R.${property.value}`;
  if (object?.value === 'K' && property?.expression?.type === 'NumericLiteral') return undefined;
  return `a member of ${String(object?.value)}`;
}

/** The emitted text; undefined if the program does not compile. */
function emitted(source: string, context: string, special?: Specialization): string | undefined {
  try {
    const script = compilePainless(source, scriptContext(context));
    return special === undefined ? script.emitted : script.specialize(special).emitted;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Checks the programs and returns how many compiled. */
function check(
  programs: readonly string[],
  options: { context?: string; special?: Specialization } = {},
): number {
  let compiled = 0;
  for (const source of programs) {
    const text = emitted(source, options.context ?? 'painless_test', options.special);
    if (text === undefined) continue;
    compiled++;
    const found = violation(text);
    if (found !== undefined) throw new Error(`${found} in what [${source}] becomes: ${text}`);
  }
  return compiled;
}

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const HOSTILE = [
  '"*/process.exit()/*"',
  '"\\\\"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attempt to leave a template
  '"`${1}`"',
  '"\u2028;process.exit()"',
  "'\\\\'",
  '"__proto__"',
  '"constructor"',
  '/a+`|\\//',
  'constructor',
  '__proto__',
  'process',
  'K',
  'R',
  'p',
  'v0',
  'k0',
  'r_trace',
  'main',
  'this',
  '0x7fL',
  '1e308',
  '-0.0',
  '9223372036854775807L',
];
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|\s+|./gs;

/** Programs of the corpus with some tokens replaced by tokens of others. */
function fuzzed(seed: number, count: number): string[] {
  const below = numbers(seed);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return Array.from({ length: count }, () => {
    const tokens = [...(pick(corpus).match(TOKEN) ?? [])];
    for (let changes = 1 + below(3); changes > 0; changes--) {
      const at = below(tokens.length);
      if (/^\s+$/.test(tokens[at] ?? ' ')) continue;
      tokens[at] = below(2) === 0 ? pick(HOSTILE) : pick(pick(corpus).match(TOKEN) ?? ['1']);
    }
    const joined = tokens.join('');
    return below(4) === 0 ? `def f() { ${joined} } ${pick(corpus)}` : joined;
  });
}

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};

test('the table is frozen', () => expect(Object.isFrozen(RUNTIME)).toBe(true));

test('every program of the corpus', () => {
  expect(check(corpus)).toBeGreaterThan(3000);
});

test(`programs put together from pieces, SEED=${SEED}`, () => {
  expect(check(fuzzed(SEED, 6000))).toBeGreaterThan(500);
});

test('in the other contexts', () => {
  const some = corpus.filter((_, i) => i % 40 === 0);
  for (const { name } of scriptContexts()) check(some, { context: name });
});

test('compiled for known fields and parameters', () => {
  const types: readonly FieldType[] = ['double', 'long', 'boolean'];
  const programs = [
    "doc['a'].value * params.b + doc['a'].size()",
    "if (doc['a'].empty) { return 0 } return doc['a'].value",
    "def x = doc.a.value; for (v in doc['a']) { x += 1 } return x",
    'params.b == params.c ? params.b : params.c',
    "Math.max(doc['a'].value, params['b'])",
    'def s = 0; for (int i = 0; i < params.b; i++) { s += i } return s',
    ...corpus.filter((source) => source.includes('params.')),
  ];
  let compiled = 0;
  for (const type of types) {
    const special = {
      fields: new Map([['a', type]]),
      params: new Map([
        ['b', type],
        ['c', type],
        ['i', 'int'],
        ['d', 'double'],
        ['s', 'java.lang.String'],
      ]),
    } as Specialization;
    compiled += check(programs, { context: 'score', special });
  }
  expect(compiled).toBeGreaterThan(100);
});
