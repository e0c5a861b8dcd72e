/**
 * Reads of documents and parameters with types known from the index and the request. The script's
 * results are the same; lookups by name and class at run time become slots and static types. This
 * applies only to the script's main function: elsewhere `doc` may be another variable.
 */
import { DATE_PARTS, DOC_DATE, type Method, type Type } from '@skein/java';
import type { CallExpression, Expression, FieldExpression } from '../syntax/ast.js';
import { constantField, constantParam } from './document_access.js';
import type { RuntimeName } from './runtime_table.js';
import type { Scope } from './scope.js';
import type { Code } from './unit.js';

/**
 * The type of a field's value; a `date` is a document's date, in milliseconds. If undefined, only
 * its doc values are known.
 */
export type FieldType = 'double' | 'long' | 'boolean' | 'date' | undefined;

export interface Specialization {
  /** Types of fields by name, in slot order. */
  readonly fields: ReadonlyMap<string, FieldType>;
  /**
   * Types of parameters by name, in slot order; undefined if the class is determined at run time.
   */
  readonly params: ReadonlyMap<string, Type | undefined>;
}

const READERS = {
  double: 'docDouble',
  long: 'docLong',
  boolean: 'docBoolean',
  date: 'docDateAt',
} as const;

/** `doc['price'].value` of a field with a known type. */
export function specializedValue(scope: Scope, node: FieldExpression): Code | undefined {
  if (node.name !== 'value' || node.safe) return undefined;
  const field = slotOfField(scope, node.target);
  if (field?.type === undefined) return undefined;
  return read(scope, { ...field, type: field.type }, node.at);
}

/** The position of a read of a member of the previous value. */
function readAt({ unit }: Scope, at: number): string {
  unit.specialReads++;
  unit.places.instruction();
  unit.places.note(at);
  return unit.here();
}

function read(
  scope: Scope,
  field: FieldSlot & { readonly type: keyof typeof READERS },
  at: number,
): Code {
  const { doc, slot, type } = field;
  const here = readAt(scope, at);
  const call = (name: RuntimeName): string => `${scope.unit.use(name)}(${doc},${slot},${here})`;
  const js = call(READERS[type]);
  if (type === 'date') return { type: DOC_DATE, isRead: true, at, js, dateOf: field };
  if (type !== 'long') return { type, isRead: true, at, js };
  return {
    type,
    isRead: true,
    at,
    js,
    asNumber: { whole: call('docWhole'), near: call('docDouble') },
  };
}

/**
 * A part of a document's date that can be computed from its number: `doc['d'].value.getHour()`,
 * `doc['d'].value.year`.
 */
export function specializedDatePart(
  scope: Scope,
  { name, parameters, returns }: Method,
  { dateOf, at }: Code,
): Code | undefined {
  if (dateOf === undefined || parameters.length > 0) return undefined;
  if (name === 'getMillis') return read(scope, { ...dateOf, type: 'long' }, at);
  const part = DATE_PARTS.get(name);
  if (part === undefined) return undefined;
  const { unit } = scope;
  const ms = `${unit.use('docMillis')}(${dateOf.doc},${dateOf.slot},p=${at})`;
  return { type: returns, isRead: true, at, js: `${unit.constant(part)}(${ms})` };
}

/** `doc['price'].size()`, `doc['price'].empty`: the values themselves need not be read. */
export function specializedCount(
  scope: Scope,
  node: CallExpression | FieldExpression,
): Code | undefined {
  const isCall = node.kind === 'call';
  const count = isCall && node.name === 'size';
  const empty = node.name === (isCall ? 'isEmpty' : 'empty');
  if (node.safe || (isCall && node.args.length > 0) || !(count || empty)) return undefined;
  const field = slotOfField(scope, node.target);
  if (field === undefined || node.target.kind !== 'index') return undefined;
  const here = readAt(scope, node.target.index.at);
  const js = `${scope.unit.use('docCount')}(${field.doc},${field.slot},${here})`;
  readAt(scope, node.at);
  if (count) return { type: 'int', isRead: true, at: node.at, js };
  return { type: 'boolean', isRead: true, at: node.at, js: `(${js}===0)` };
}

/** `doc['price']`, or a parameter. */
export function specializedRead(scope: Scope, node: Expression): Code | undefined {
  const field = slotOfField(scope, node);
  if (field !== undefined && node.kind === 'index') {
    const here = readAt(scope, node.index.at);
    const js = `${scope.unit.use('docValues')}(${field.doc},${field.slot},${here})`;
    return { type: 'def', at: node.at, js };
  }
  const name = constantParam(node);
  const type = name === undefined ? undefined : scope.unit.special?.params.get(name);
  if (name === undefined || type === undefined || !scope.frame.isMain) return undefined;
  const slot = [...(scope.unit.special?.params.keys() ?? [])].indexOf(name);
  const params = scope.find('params');
  if (params === undefined) return undefined;
  readAt(scope, node.at);
  return { type, isRead: true, at: node.at, js: `${scope.unit.use('slot')}(${params.js},${slot})` };
}

export interface FieldSlot {
  readonly doc: string;
  readonly slot: number;
  readonly type: FieldType;
}

function slotOfField(scope: Scope, node: Expression): FieldSlot | undefined {
  const { special } = scope.unit;
  if (special === undefined || !scope.frame.isMain) return undefined;
  const name = constantField(node);
  if (name === undefined || !special.fields.has(name)) return undefined;
  const doc = scope.hostDoc();
  if (doc === undefined) return undefined;
  const slot = [...special.fields.keys()].indexOf(name);
  return { doc: doc.js, slot, type: special.fields.get(name) };
}
