/**
 * Reads of documents and parameters with the types the index and the request give them. The script's results are the same; what was found
 * by name and class at run time is a slot and a static type here. Only in the script's own function: elsewhere `doc` may be
 * somebody else's.
 */
import type { Type } from '../class_table.js';
import type { Expression, FieldExpression } from '../syntax/ast.js';
import { constantField, constantParam } from './document_access.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/** Of the value of a field: `double`, `long`, `boolean`; undefined: only its doc values are known. */
export type FieldType = 'double' | 'long' | 'boolean' | undefined;

export interface Specialization {
  /** By name, in slot order. */
  readonly fields: ReadonlyMap<string, FieldType>;
  /** By name, in slot order; undefined: of a class that is looked at when it runs. */
  readonly params: ReadonlyMap<string, Type | undefined>;
}

const READERS = { double: 'docDouble', long: 'docLong', boolean: 'docBoolean' } as const;

/** `doc['price'].value` of a field whose type is known. */
export function specializedValue(scope: Scope, node: FieldExpression): Code | undefined {
  if (node.name !== 'value' || node.safe) return undefined;
  const field = slotOfField(scope, node.target);
  if (field?.type === undefined) return undefined;
  const { unit } = scope;
  const reader = unit.use(READERS[field.type]);
  return {
    type: field.type,
    at: node.at,
    js: `${reader}(${field.doc},${field.slot},p=${node.at})`,
  };
}

/** `doc['price']`, or a parameter. */
export function specializedRead(scope: Scope, node: Expression): Code | undefined {
  const field = slotOfField(scope, node);
  if (field !== undefined && node.kind === 'index') {
    const at = node.index.at;
    const js = `${scope.unit.use('docValues')}(${field.doc},${field.slot},p=${at})`;
    return { type: 'def', at: node.at, js };
  }
  const name = constantParam(node);
  const type = name === undefined ? undefined : scope.unit.special?.params.get(name);
  if (name === undefined || type === undefined || !scope.frame.isMain) return undefined;
  const slot = [...(scope.unit.special?.params.keys() ?? [])].indexOf(name);
  const params = scope.find('params');
  if (params === undefined) return undefined;
  return { type, at: node.at, js: `${scope.unit.use('slot')}(${params.js},${slot})` };
}

interface FieldSlot {
  readonly doc: string;
  readonly slot: number;
  readonly type: FieldType;
}

function slotOfField(scope: Scope, node: Expression): FieldSlot | undefined {
  const { special } = scope.unit;
  if (special === undefined || !scope.frame.isMain) return undefined;
  const name = constantField(node);
  if (name === undefined || !special.fields.has(name)) return undefined;
  const doc = scope.find('doc');
  if (doc === undefined) return undefined;
  const slot = [...special.fields.keys()].indexOf(name);
  return { doc: doc.js, slot, type: special.fields.get(name) };
}
