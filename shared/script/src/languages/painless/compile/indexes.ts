/** Elements and entries: `list[0]`, `map['key']`, `map.key`. */
import { type Type, UNPLACED } from '@skein/java';
import { shortcutIndex } from '../runtime/dynamic.js';
import { IndexSite } from '../runtime/index_site.js';
import type { FieldExpression, IndexExpression } from '../syntax/ast.js';
import { fault } from '../syntax/compile_fault.js';
import { compile, compileTo } from './expressions.js';
import { asReference } from './operands.js';
import type { Scope } from './scope.js';
import { specializedRead } from './specialized.js';
import { type Code, shown } from './unit.js';

/**
 * `map.key` and `list.0`: the key or index in emitted form; `undefined` if the type is neither a
 * map nor a list.
 */
export function shortcutKey(
  scope: Scope,
  type: Type,
  { name, at }: Pick<FieldExpression, 'name' | 'at'>,
): string | undefined {
  const { unit } = scope;
  if (unit.registry.isSubtype(type, 'java.util.Map')) return unit.constant(name);
  if (!unit.registry.isSubtype(type, 'java.util.List')) return undefined;
  const index = shortcutIndex(name);
  if (index === undefined) throw fault(at, `invalid list index [${name}]`);
  return String(index);
}

export function readIndex(scope: Scope, node: IndexExpression): Code {
  const special = specializedRead(scope, node);
  if (special !== undefined) return special;
  const object = compile(scope, node.target);
  const { unit } = scope;
  const { at } = node;
  if (object.type.endsWith('[]')) {
    const index = compileTo(scope, node.index, 'int').js;
    unit.places.instruction();
    unit.places.note(at);
    const js = `${unit.use('getItem')}(${object.js},${index},${unit.here()})`;
    return { type: object.type.slice(0, -2), at, js };
  }
  const { key, site } = indexKey(scope, node, object.type);
  unit.places.note(at);
  const given = [object.js, key, site, unit.here()];
  const js = `${unit.use('dynamicIndex')}(${given.join(',')})`;
  return object.type === 'def'
    ? { type: 'def', at, dynamic: 'member', js }
    : { type: 'def', at, js };
}

/** The key of an element or an entry, and the constant that describes the position. */
interface IndexKey {
  readonly key: string;
  readonly site: string;
}

/**
 * The site of an access, as a constant of the script. Only a `def` is looked up at run time and
 * needs a position of its own for errors; a list or map fails where it is read.
 */
export function indexSite({ unit }: Scope, type: Type, index: Type = 'def'): string {
  const place = unit.places.state.last;
  return unit.constant(new IndexSite(index, type === 'def' ? place : UNPLACED));
}

/** The index of a list, the key of a map, or either one for a `def`. */
export function indexKey(scope: Scope, node: IndexExpression, type: Type): IndexKey {
  const { registry, places } = scope.unit;
  if (type === 'def') {
    places.instruction();
    const index = compile(scope, node.index);
    const key = asReference(scope.unit, index);
    return { key, site: indexSite(scope, type, index.isNull ? 'def' : index.type) };
  }
  if (registry.isSubtype(type, 'java.util.Map')) {
    const key = compileTo(scope, node.index, 'def').js;
    return { key, site: indexSite(scope, type) };
  }
  if (registry.isSubtype(type, 'java.util.List')) {
    const key = compileTo(scope, node.index, 'int').js;
    places.instruction();
    return { key, site: indexSite(scope, type) };
  }
  throw fault(node.at, `Attempting to address a non-array type [${shown(type)}] as an array.`);
}
