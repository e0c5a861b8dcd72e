/** OpenSearch's error messages for invalid left sides of assignments. */
import type { Expression } from '../syntax/ast.js';
import { OPERATOR_NAMES, UNARY_NAMES } from './operands.js';

/**
 * The reason why nothing can be assigned to the expression; for a new object OpenSearch omits the
 * colon.
 */
export function whyNotAssignable(node: Unassignable): string {
  if (node.kind === 'new') {
    const made = `[${node.type.name}/${node.args.length}]`;
    return `invalid assignment cannot assign a value to new object with constructor ${made}`;
  }
  return `invalid assignment: cannot assign a value to ${whatItIs(node)}`;
}

type Unassignable = Exclude<Expression, { kind: 'name' | 'field' | 'index' }>;

function whatItIs(node: Exclude<Unassignable, { kind: 'new' }>): string {
  switch (node.kind) {
    case 'binary':
      return `${OPERATOR_NAMES[node.op]} operation [${node.op}]`;
    case 'unary':
      return `${UNARY_NAMES[node.op]} operation [${node.op}]`;
    case 'call':
      return `method call [${node.name}/${node.args.length}]`;
    case 'local_call':
      return `function call [${node.name}/${node.args.length}]`;
    case 'number':
      return node.negative
        ? `${UNARY_NAMES['-']} operation [-]`
        : `numeric constant [${node.text}]`;
    case 'string':
    case 'boolean':
      return `${node.kind} constant [${node.value}]`;
    case 'null':
      return 'null constant';
    case 'regex':
      return `regex constant [${node.pattern}] with flags [${node.flags}]`;
    case 'list':
    case 'map':
      return `${node.kind} initializer`;
    case 'new_array':
    case 'array':
      return 'new array';
    case 'cast':
      return `an explicit cast with target type [${node.type.name}]`;
    case 'instanceof':
      return `instanceof with target type [${node.type.name}]`;
    case 'conditional':
      return 'conditional operation [?:]';
    case 'elvis':
      return 'elvis operation [?:]';
    default:
      return node.kind;
  }
}
