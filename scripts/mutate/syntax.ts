/**
 * The syntax of a file as swc parses it, without types: nodes, their places in the file's bytes,
 * and the functions and names around them.
 */
import { parseSync } from '@swc/core';

export interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [member: string]: unknown;
}

/** A range of the file, in bytes. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The surroundings of a node. */
export interface Around {
  /** Names of functions and members, the innermost last. */
  readonly names: readonly string[];
  /**
   * The body of the innermost function: a block, or an expression. The first value of a property
   * is one too, since it is computed for each new object.
   */
  readonly body: Node | undefined;
}

/** True for what swc places in the file; a few inner parts have a type or a place only. */
export function isNode(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null) return false;
  return 'type' in value && typeof value.type === 'string' && 'span' in value;
}

/** The member of a node that must be a node. */
export function nodeAt(node: Node, member: string): Node {
  const found = node[member];
  if (isNode(found)) return found;
  throw new Error(`a node [${node.type}] has no node [${member}]`);
}

interface Syntax {
  readonly module: { readonly body: readonly unknown[] };
  readonly at: (node: Node) => Place;
}

export function syntaxOf(text: string): Syntax {
  // An added first statement shows the offset at which swc begins to count spans.
  const module = parseSync(`;${text}`, { syntax: 'typescript', target: 'es2024' });
  const [added]: readonly unknown[] = module.body;
  if (!isNode(added)) throw new Error('the added statement is not there');
  const base = added.span.start + 1;
  return { module, at: ({ span }) => ({ start: span.start - base, end: span.end - base }) };
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

export const NOWHERE: Around = { names: [], body: undefined };

export function visit(
  value: unknown,
  around: Around,
  see: (node: Node, around: Around) => void,
): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, around, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  // Some parts lack the type or the place, which is looked at below.
  const node = value as Node;
  const hasType = typeof node.type === 'string';
  if (hasType && /^(?:TsInterface|TsTypeAlias|TsLiteralType|ImportDeclaration)/.test(node.type))
    return;
  const name = hasType ? nameOf(node) : undefined;
  const named = name === undefined ? around : { ...around, names: [...around.names, name] };
  if (hasType && node.span !== undefined) see(node, named);
  const code = PROPERTIES.has(node.type) && node.isStatic !== true ? 'value' : 'body';
  const inner = code === 'value' || isFunction(node) ? node[code] : undefined;
  const body = isNode(inner) ? inner : undefined;
  for (const [key, member] of Object.entries(node)) {
    if (TYPES.has(key)) continue;
    visit(member, key === code && body ? { ...named, body } : named, see);
  }
}

const PROPERTIES: ReadonlySet<string> = new Set(['ClassProperty', 'PrivateProperty']);

/**
 * True when the member `body` of the node is code that runs. The inner function of a class method
 * has no `type`.
 */
function isFunction(node: Partial<Node>): boolean {
  return node.type === undefined ? 'generator' in node : FUNCTIONS.has(node.type);
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'GetterProperty',
  'MethodProperty',
  'SetterProperty',
]);

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

/** The name of a node that holds code and has a name. */
function nameOf(node: Node): string | undefined {
  if (!NAMED.has(node.type)) return undefined;
  if (node.type === 'Constructor') return 'constructor';
  const named = node.key ?? node.identifier ?? node.id;
  const inner = isNode(named) ? named.value : undefined;
  return typeof inner === 'string' ? inner : undefined;
}
