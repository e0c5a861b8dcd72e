/**
 * Compiles an expression's tree to a function of its variables' values. As with Painless, no
 * character of the script reaches the emitted text: names come from the table of functions, and
 * variables are array indices.
 *
 * As in Lucene, each place of the tree requires a type: operators on bits take and return longs,
 * shifts take an int as their distance, tests take an int, and all else is a double.
 */
import { BIT_OPERATORS, CASTS, FUNCTIONS } from './functions.js';
import type { Node } from './parser.js';

export interface Variable {
  readonly path: readonly string[];
  readonly at: number;
}

export interface CompiledExpression {
  /** The variables without duplicates, in the order of the columns that `evaluate` takes. */
  readonly variables: readonly Variable[];
  /**
   * Computes the rows `from` … `to - 1` of `results`, each from the same row of the variables'
   * columns.
   */
  readonly evaluate: Evaluate;
  readonly emitted: string;
}

type Evaluate = (
  columns: readonly (Float64Array | Float32Array)[],
  from: number,
  to: number,
  results: Float64Array,
) => void;

const TABLE = Object.freeze({ ...FUNCTIONS, ...BIT_OPERATORS, ...CASTS });

const LOGICAL = new Set(['&&', '||']);
const COMPARING = new Set(['<', '<=', '>', '>=', '==', '!=']);
const ON_LONGS: Readonly<Record<string, keyof typeof BIT_OPERATORS>> = {
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};
const SHIFTS: Readonly<Record<string, keyof typeof BIT_OPERATORS>> = {
  '<<': 'shl',
  '>>': 'shr',
  '>>>': 'ushr',
};

export function compileTree(tree: Node): CompiledExpression {
  const variables: Variable[] = [];
  const value = doubleOf(tree, variables);
  const columns = variables.map((_, i) => `v${i}=v[${i}]`);
  const head = columns.length === 0 ? '' : `const ${columns.join(',')};`;
  const loop = `${head}for(let i=a;i<b;i++)r[i]=${value};`;
  const emitted = `"use strict";return (v,a,b,r)=>{${loop}};`;
  // `emitted` returns such a function.
  const make = new Function('F', emitted) as (
    table: typeof TABLE,
  ) => CompiledExpression['evaluate'];
  return { variables, evaluate: make(TABLE), emitted };
}

/** JavaScript whose value is the node's as a double. */
function doubleOf(node: Node, variables: Variable[]): string {
  if (node.kind === 'number') return numberText(node.value);
  const long = ownLong(node, variables);
  if (long !== undefined) return `Number(${long})`;
  const truth = ownTruth(node, variables);
  if (truth !== undefined) return `(${truth}?1:0)`;
  switch (node.kind) {
    case 'variable':
      return `v${placeOf(node, variables)}[i]`;
    case 'call':
      return `F.${node.name}(${node.args.map((arg) => doubleOf(arg, variables)).join(',')})`;
    case 'unary':
      return `(${node.op}(${doubleOf(node.operand, variables)}))`;
    case 'binary':
      return `((${doubleOf(node.left, variables)})${node.op}(${doubleOf(node.right, variables)}))`;
    case 'conditional':
      return chosen(node, variables, doubleOf);
  }
}

/** JavaScript whose value is the node's as a bigint of 64 bits. */
function longOf(node: Node, variables: Variable[]): string {
  if (node.kind === 'conditional') return chosen(node, variables, longOf);
  return ownLong(node, variables) ?? `F.long(${doubleOf(node, variables)})`;
}

/** JavaScript whose value is the node's as a number of 32 bits. */
function intOf(node: Node, variables: Variable[]): string {
  if (node.kind === 'conditional') return chosen(node, variables, intOf);
  const long = ownLong(node, variables);
  return long === undefined ? `F.int(${doubleOf(node, variables)})` : `F.low(${long})`;
}

/** JavaScript whose value is true if the node's, as an int, is not 0. */
function truthOf(node: Node, variables: Variable[]): string {
  return ownTruth(node, variables) ?? `(${intOf(node, variables)}!==0)`;
}

/** The value of a node that is a long by itself; otherwise `undefined`. */
function ownLong(node: Node, variables: Variable[]): string | undefined {
  if (node.kind === 'number') return node.long === undefined ? undefined : `${node.long}n`;
  if (node.kind === 'unary') {
    return node.op === '~' ? `F.not(${longOf(node.operand, variables)})` : undefined;
  }
  if (node.kind !== 'binary') return undefined;
  const { op, left, right } = node;
  const operator = ON_LONGS[op];
  if (operator !== undefined) {
    return `F.${operator}(${longOf(left, variables)},${longOf(right, variables)})`;
  }
  const shift = SHIFTS[op];
  if (shift === undefined) return undefined;
  return `F.${shift}(${longOf(left, variables)},${intOf(right, variables)})`;
}

/** The value of a node that is true or false by itself; otherwise `undefined`. */
function ownTruth(node: Node, variables: Variable[]): string | undefined {
  if (node.kind === 'unary') {
    return node.op === '!' ? `!${truthOf(node.operand, variables)}` : undefined;
  }
  if (node.kind !== 'binary') return undefined;
  const { op, left, right } = node;
  if (LOGICAL.has(op)) return `(${truthOf(left, variables)}${op}${truthOf(right, variables)})`;
  if (!COMPARING.has(op)) return undefined;
  return `((${doubleOf(left, variables)})${op}(${doubleOf(right, variables)}))`;
}

type Conditional = Extract<Node, { kind: 'conditional' }>;

/** Both values of a conditional get the type that its place requires. */
function chosen(
  { test, then, otherwise }: Conditional,
  variables: Variable[],
  typed: (node: Node, variables: Variable[]) => string,
): string {
  const condition = truthOf(test, variables);
  return `(${condition}?${typed(then, variables)}:${typed(otherwise, variables)})`;
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '(1/0)' : String(value);
}

function placeOf({ path, at }: Variable, variables: Variable[]): number {
  const key = path.join('\0');
  const known = variables.findIndex((one) => one.path.join('\0') === key);
  return known >= 0 ? known : variables.push({ path, at }) - 1;
}
