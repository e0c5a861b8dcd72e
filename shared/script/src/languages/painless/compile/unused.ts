/** Statements without effect, which OpenSearch refuses because their result would be lost. */
import type { Type } from '@skein/java';
import type { Expression } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { OPERATOR_NAMES, UNARY_NAMES } from './operands.js';
import type { Scope } from './scope.js';
import { typePath } from './type_path.js';
import { shown } from './unit.js';

/** Throws for an expression that does nothing as a statement, and for a name that is not known. */
export function refuseUnused(scope: Scope, node: Expression): void {
  if (node.kind === 'name') refuseName(scope, node);
  const words = unusedResult(node);
  if (words !== undefined) throw fault(node.at, `not a statement: ${words}`);
}

function refuseName(scope: Scope, node: Extract<Expression, { kind: 'name' }>): void {
  const type: Type | undefined = typePath(scope, node);
  if (type !== undefined) {
    throw fault(node.at, `not a statement: static type [${shown(type)}] not used`);
  }
  if (scope.find(node.name) === undefined) {
    throw fault(node.at, `cannot resolve symbol [${node.name}]`);
  }
}

/** The part of OpenSearch's error that names the lost result; undefined if there is an effect. */
function unusedResult(node: Expression): string | undefined {
  switch (node.kind) {
    case 'call':
    case 'local_call':
    case 'assign':
    case 'step':
    case 'new':
      return undefined;
    case 'name':
      return `variable [${node.name}] not used`;
    case 'number':
      return node.negative ? lostResult('-') : numberWords(node.text);
    case 'string':
      return `string constant [${node.value}] not used`;
    case 'boolean':
      return `boolean constant [${node.value}] not used`;
    case 'null':
      return 'null constant not used';
    case 'regex':
      return `regex constant [${node.pattern}] with flags [${node.flags}] not used`;
    case 'field':
      return 'result of dot operator [.] not used';
    case 'index':
      return 'result of brace operator not used';
    case 'unary':
      return lostResult(node.op);
    case 'binary':
      return `result not used from ${OPERATOR_NAMES[node.op]} operation [${node.op}]`;
    case 'conditional':
      return 'result not used from conditional operation [?:]';
    case 'elvis':
      return 'result not used from elvis operation [?:]';
    case 'cast':
      return `result not used from explicit cast with target type [${node.type.name}]`;
    case 'instanceof':
      return `result not used from instanceof with target type [${node.type.name}]`;
    case 'list':
    case 'map':
      return `result not used from ${node.kind} initializer`;
    case 'array':
    case 'new_array':
      return 'result not used from new array';
    case 'lambda':
    case 'reference':
      return `result not used from ${node.kind}`;
  }
}

function lostResult(op: keyof typeof UNARY_NAMES): string {
  const name = op === '!' ? 'boolean not' : UNARY_NAMES[op];
  return `result not used from ${name} operation [${op}]`;
}

/** OpenSearch shows whole numbers without the prefix of their base. */
function numberWords(text: string): string {
  const hexadecimal = /^0x(.*)$/i.exec(text)?.[1];
  if (hexadecimal !== undefined) return `numeric constant [${hexadecimal}] not used`;
  const octal = /^0([0-7]+[lL]?)$/.exec(text)?.[1];
  if (octal !== undefined) return `numeric constant [${octal}] not used`;
  const kind = /[.eE]/.test(text) ? 'decimal' : 'numeric';
  return `${kind} constant [${text}] not used`;
}
