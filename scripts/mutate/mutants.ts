/**
 * Finds the mutants of a file: one change each, in code that runs. Types and texts are left alone.
 */
import { readersOf } from './readers.ts';
import { type Around, NOWHERE, type Node, nodeAt, type Place, syntaxOf, visit } from './syntax.ts';

export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** The names of the functions and members around the change, the innermost last. */
  readonly inside: readonly string[];
  /**
   * The offsets in bytes at which the bodies of the functions start which show the change: the
   * function around it; for code that runs when the file is loaded, those that read its value, or
   * `undefined` for any.
   */
  readonly bodies: readonly (number | undefined)[];
  /** The code before and after the change. */
  readonly from: string;
  readonly to: string;
  /** The changed text of the whole file. */
  readonly text: string;
}

/** The replacement for each operator. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '&': '|',
  '|': '&',
  '<<': '>>>',
  '>>': '<<',
  '>>>': '<<',
};

const ASSIGNMENTS: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '|=': '&=',
  '*=': '/=',
};

interface Change extends Place {
  readonly to: string;
}

export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const { module, at } = syntaxOf(text);
  const bytes = Buffer.from(text);
  const found: Mutant[] = [];
  const readers = readersOf(text);
  const cut = (start: number, end: number) => bytes.subarray(start, end).toString();
  const put = ({ start, end, to }: Change, { names: inside, body: around }: Around): void => {
    const mutated = Buffer.concat([bytes.subarray(0, start), Buffer.from(to), bytes.subarray(end)]);
    const line = cut(0, start).split('\n').length;
    const bodies = around === undefined ? (readers(start) ?? [undefined]) : [at(around).start];
    found.push({ path, line, inside, bodies, from: cut(start, end), to, text: mutated.toString() });
  };
  const operator = (node: Node, others: Readonly<Record<string, string>>): Change | undefined => {
    const sign = String(node.operator);
    const to = others[sign];
    const start = at(nodeAt(node, 'left')).end;
    const between = cut(start, at(nodeAt(node, 'right')).start);
    const place = between.indexOf(sign);
    if (to === undefined || place < 0) return undefined;
    const first = start + Buffer.byteLength(between.slice(0, place));
    return { start: first, end: first + sign.length, to };
  };
  visit(module, NOWHERE, (node, around) => {
    const { start, end } = at(node);
    const change = changeOf(node, { start, end, cut, at, operator });
    if (change !== undefined) put(change, around);
  });
  return found;
}

interface Ground {
  readonly start: number;
  readonly end: number;
  readonly cut: (start: number, end: number) => string;
  readonly at: (node: Node) => Place;
  readonly operator: (node: Node, others: Readonly<Record<string, string>>) => Change | undefined;
}

/** The change of a node; `undefined` when the node has no mutant. */
function changeOf(node: Node, { start, end, cut, at, operator }: Ground): Change | undefined {
  switch (node.type) {
    case 'BinaryExpression':
      return operator(node, OPERATORS);
    case 'AssignmentExpression':
      return operator(node, ASSIGNMENTS);
    case 'UpdateExpression': {
      const text = cut(start, end);
      const to = text.includes('++') ? text.replace('++', '--') : text.replace('--', '++');
      return { start, end, to };
    }
    case 'BooleanLiteral':
      return { start, end, to: String(node.value !== true) };
    case 'NumericLiteral':
      return { start, end, to: `${Number(node.value) + 1}` };
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = at(nodeAt(node, 'test'));
      return { ...test, to: `!(${cut(test.start, test.end)})` };
    }
    case 'ExpressionStatement': {
      const isCall = nodeAt(node, 'expression').type === 'CallExpression';
      return isCall && !cut(start, end).startsWith('super') ? { start, end, to: ';' } : undefined;
    }
    default:
      return undefined;
  }
}
