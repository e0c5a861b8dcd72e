/** Names that denote classes. */
import type { Type } from '@skein/java';
import type { Expression } from '../syntax/ast.js';
import type { Scope } from './scope.js';

/** The class that a simple or dotted name denotes if no variable has that name. */
export function typePath(scope: Scope, node: Expression): Type | undefined {
  const path = dottedName(node);
  if (path === undefined || scope.find(path.split('.')[0] ?? '') !== undefined) return undefined;
  const type = scope.unit.registry.resolve(path);
  return type === 'def' ? undefined : type;
}

/** The name that member accesses spell, such as `java.util.List`. */
export function dottedName(node: Expression): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'field' || node.safe) return undefined;
  const before = dottedName(node.target);
  return before === undefined ? undefined : `${before}.${node.name}`;
}
