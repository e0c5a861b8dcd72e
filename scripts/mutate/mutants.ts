/** The mutants of a file: one change each, in code that runs. Types, and texts, are left alone. */
import { parseSync } from '@swc/core';

export interface Mutant {
  readonly path: string;
  readonly line: number;
  /** Of functions and members around it, the innermost last. */
  readonly inside: readonly string[];
  /** As it was, and as it is. */
  readonly from: string;
  readonly to: string;
  /** The whole file. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [member: string]: unknown;
}

/** What stands between the operands. */
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

interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

export function mutantsOf(path: string, text: string): readonly Mutant[] {
  // A statement before all others tells where spans begin to count.
  const module = parseSync(`;${text}`, { syntax: 'typescript', target: 'es2024' });
  const base = ((module.body as readonly object[])[0] as Node).span.start + 1;
  const bytes = Buffer.from(text);
  const found: Mutant[] = [];
  const at = ({ span }: Node) => ({ start: span.start - base, end: span.end - base });
  const cut = (start: number, end: number) => bytes.subarray(start, end).toString();
  const put = ({ start, end, to }: Change, inside: readonly string[]): void => {
    const mutated = Buffer.concat([bytes.subarray(0, start), Buffer.from(to), bytes.subarray(end)]);
    const line = cut(0, start).split('\n').length;
    found.push({ path, line, inside, from: cut(start, end), to, text: mutated.toString() });
  };
  const operator = (node: Node, others: Readonly<Record<string, string>>): Change | undefined => {
    const sign = String(node.operator);
    const to = others[sign];
    const start = at(node.left as Node).end;
    const place = cut(start, at(node.right as Node).start).indexOf(sign);
    if (to === undefined || place < 0) return undefined;
    const first =
      start + Buffer.byteLength(cut(start, at(node.right as Node).start).slice(0, place));
    return { start: first, end: first + sign.length, to };
  };
  visit(module, [], (node, inside) => {
    const { start, end } = at(node);
    const change = changeOf(node, { start, end, cut, at, operator });
    if (change !== undefined) put(change, inside);
  });
  return found;
}

interface Ground {
  readonly start: number;
  readonly end: number;
  readonly cut: (start: number, end: number) => string;
  readonly at: (node: Node) => { readonly start: number; readonly end: number };
  readonly operator: (node: Node, others: Readonly<Record<string, string>>) => Change | undefined;
}

/** `undefined`: such a node has no mutant. */
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
      const test = at(node.test as Node);
      return { ...test, to: `!(${cut(test.start, test.end)})` };
    }
    case 'ExpressionStatement': {
      const isCall = (node.expression as Node).type === 'CallExpression';
      return isCall && !cut(start, end).startsWith('super') ? { start, end, to: ';' } : undefined;
    }
    default:
      return undefined;
  }
}

const TYPES: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParams',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeParams',
  'implements',
]);

function visit(
  value: unknown,
  inside: readonly string[],
  see: (node: Node, inside: readonly string[]) => void,
): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, inside, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  const isNode = typeof node.type === 'string';
  if (isNode && /^(?:TsInterface|TsTypeAlias|TsLiteralType|ImportDeclaration)/.test(node.type))
    return;
  const name = isNode ? nameOf(node) : undefined;
  const within = name === undefined ? inside : [...inside, name];
  if (isNode && node.span !== undefined) see(node, within);
  for (const [key, member] of Object.entries(node)) {
    if (!TYPES.has(key)) visit(member, within, see);
  }
}

const NAMED: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'ClassMethod',
  'PrivateMethod',
  'ClassProperty',
  'PrivateProperty',
  'MethodProperty',
  'KeyValueProperty',
  'VariableDeclarator',
  'Constructor',
]);

/** Of what holds code and has a name. */
function nameOf(node: Node): string | undefined {
  if (!NAMED.has(node.type)) return undefined;
  if (node.type === 'Constructor') return 'constructor';
  const named = (node.key ?? node.identifier ?? node.id) as
    | { readonly value?: unknown }
    | undefined;
  const inner = named?.value;
  return typeof inner === 'string' ? inner : undefined;
}
