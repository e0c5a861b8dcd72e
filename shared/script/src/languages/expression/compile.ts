/**
 * Compiles an expression's tree to a function of its variables' values. As with Painless, no
 * character of the script reaches the emitted text: names come from the table of functions, and
 * variables are array indices.
 */
import { BIT_OPERATORS, FUNCTIONS } from './functions.js';
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

const TABLE = Object.freeze({ ...FUNCTIONS, ...BIT_OPERATORS });

const LOGICAL = new Set(['&&', '||']);
const COMPARING = new Set(['<', '<=', '>', '>=', '==', '!=']);
const ON_LONGS: Readonly<Record<string, keyof typeof BIT_OPERATORS>> = {
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'shr',
  '>>>': 'ushr',
};

export function compileTree(tree: Node): CompiledExpression {
  const variables: Variable[] = [];
  const value = emit(tree, variables);
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

function emit(node: Node, variables: Variable[]): string {
  switch (node.kind) {
    case 'number':
      return numberText(node.value);
    case 'variable':
      return `v${placeOf(node, variables)}[i]`;
    case 'call':
      return `F.${node.name}(${node.args.map((arg) => emit(arg, variables)).join(',')})`;
    case 'unary':
      return unary(node.op, emit(node.operand, variables));
    case 'binary':
      return binary(node.op, emit(node.left, variables), emit(node.right, variables));
    case 'conditional': {
      const [test, then, otherwise] = [node.test, node.then, node.otherwise].map((one) =>
        emit(one, variables),
      );
      return `((${test})!==0?${then}:${otherwise})`;
    }
  }
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '(1/0)' : String(value);
}

function placeOf({ path, at }: Variable, variables: Variable[]): number {
  const key = path.join('\0');
  const known = variables.findIndex((one) => one.path.join('\0') === key);
  return known >= 0 ? known : variables.push({ path, at }) - 1;
}

function unary(op: string, operand: string): string {
  if (op === '!') return `((${operand})===0?1:0)`;
  return op === '~' ? `F.not(${operand})` : `(${op}(${operand}))`;
}

function binary(op: string, left: string, right: string): string {
  if (LOGICAL.has(op)) return `((${left})!==0${op}(${right})!==0?1:0)`;
  if (COMPARING.has(op)) return `((${left})${op}(${right})?1:0)`;
  const onLongs = ON_LONGS[op];
  return onLongs === undefined ? `((${left})${op}(${right}))` : `F.${onLongs}(${left},${right})`;
}
