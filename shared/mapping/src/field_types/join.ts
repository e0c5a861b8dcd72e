/**
 * `join`: the relation of a document and its parent. The relation's name is the field's own term;
 * each parent relation has a companion field `name#relation` with the parent's id, also in the
 * parent itself. Routing puts parents and children on one shard.
 */
import { utf8 } from '@skein/bytes';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import type { FieldSpec } from '@skein/search_library';
import { javaText } from '../tree/java_text.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { mappedField } from './mapped_field.js';
import { flag, type Parameter } from './parameter.js';
import { termDisplay, termQueries } from './term_field.js';
import { valueToken } from './value_token.js';

/** Children by parent. */
type Relations = ReadonlyMap<string, readonly string[]>;

const relationsParameter: Parameter = {
  name: 'relations',
  default: {},
  updatable: false,
  showAlso: () => true,
  parse: (value) => {
    if (!isJsonObject(value)) {
      throw new ApiError('mapper_parsing_exception', '[relations] must be an object');
    }
    const entries = Object.entries(value).map(([parent, children = null]): [string, JsonValue] => {
      const names = childNames(parent, children);
      return [parent, names.length === 1 ? (names[0] ?? '') : names];
    });
    return Object.fromEntries(entries);
  },
  mayChange: (from, to) => includesRelations(relationsOf(to), relationsOf(from)),
};

/** The children of a relation, each once. */
function childNames(parent: string, children: JsonValue): readonly string[] {
  if (children === null) {
    throw new ApiError('mapper_parsing_exception', `[relations] has no children of [${parent}]`);
  }
  return [...new Set((isJsonArray(children) ? children : [children]).map(javaText))];
}

/** True if no relation of `smaller` is missing; relations can be added but not removed. */
function includesRelations(larger: Relations, smaller: Relations): boolean {
  return [...smaller].every(([parent, children]) =>
    children.every((child) => larger.get(parent)?.includes(child) === true),
  );
}

function relationsOf(value: JsonValue): Relations {
  const json: JsonObject = isJsonObject(value) ? value : {};
  return new Map(
    Object.entries(json).map(([parent, children = null]) => [
      parent,
      isJsonArray(children) ? children.map(String) : [String(children)],
    ]),
  );
}

function checkParents(leaf: string, relations: Relations): void {
  const seen = new Set<string>();
  const conflicts: string[] = [];
  for (const child of [...relations.values()].flat()) {
    if (seen.has(child)) conflicts.push(`[${child}] cannot have multiple parents`);
    seen.add(child);
  }
  if (conflicts.length === 0) return;
  throw illegalArgument(`invalid definition for join field [${leaf}]:\n[${conflicts.join(', ')}]`);
}

export const join: FieldTypeDefinition = {
  name: 'join',
  checkNew: (leaf, values) => checkParents(leaf, relationsOf(values.get('relations'))),
  plainParameters: 'all',
  parameters: [
    flag('eager_global_ordinals', true, { updatable: true, showAlso: () => true }),
    relationsParameter,
  ],
  build: (path, values) => {
    const relations = relationsOf(values.get('relations'));
    const spec = termSpec(path);
    return {
      ...termField(path, spec),
      faults: 'own',
      readsStructures: true,
      joinRelations: relations,
      index: (value, sink) => indexRelations(value, { path, spec, relations, sink }),
    };
  },
  companions: (path, values) =>
    [...relationsOf(values.get('relations')).keys()].map((parent) => {
      const name = `${path}#${parent}`;
      return { ...termField(name, termSpec(name)), index: () => {} };
    }),
};

function termSpec(name: string): FieldSpec {
  return fieldSpec(name, { postings: 'docs', column: 'ordinal' });
}

function termField(name: string, spec: FieldSpec): MappedField {
  const field = { name, spec, typeName: 'join' };
  return mappedField({
    ...field,
    ...termQueries({ field, toTerm: (text) => text }),
    ...termDisplay(field),
    index: () => {},
  });
}

interface JoinTarget {
  readonly path: string;
  readonly spec: FieldSpec;
  readonly relations: Relations;
  readonly sink: FieldSink;
}

/** A list stands for the one relation in it. */
function indexRelations(value: JsonValue, target: JoinTarget): void {
  if (!isJsonArray(value)) {
    indexRelation(value, target);
    return;
  }
  const [first, ...others] = flatItems(value);
  if (others.length > 0) {
    throw illegalArgument(
      `DocValuesField "${target.path}" appears more than once in this document (only one value is allowed per field)`,
    );
  }
  if (first !== undefined) indexRelation(first, target);
}

function flatItems(list: JsonArray): readonly JsonValue[] {
  return list.flatMap((item) => (isJsonArray(item) ? flatItems(item) : [item]));
}

function indexRelation(value: JsonValue, target: JoinTarget): void {
  const { path, spec, relations, sink } = target;
  const { name, parent } = readRelation(value, path);
  const above = [...relations].find(([, children]) => children.includes(name))?.[0];
  if (above === undefined && !relations.has(name)) {
    throw illegalArgument(`unknown join name [${name}] for field [${path}]`);
  }
  sink.add({ kind: 'term', spec, value: utf8(name) });
  if (above !== undefined) {
    if (parent === undefined) throw illegalArgument(`[parent] is missing for join field [${path}]`);
    if (sink.document.routing === undefined) {
      throw illegalArgument(`[routing] is missing for join field [${path}]`);
    }
    sink.add({ kind: 'term', spec: termSpec(`${path}#${above}`), value: utf8(parent) });
  }
  if (relations.has(name)) {
    sink.add({ kind: 'term', spec: termSpec(`${path}#${name}`), value: utf8(sink.document.id) });
  }
}

interface Relation {
  readonly name: string;
  readonly parent: string | undefined;
}

/**
 * Reads a relation as OpenSearch does, token by token: only texts name a relation, texts and
 * numbers a parent, and nulls and booleans are skipped.
 */
function readRelation(value: JsonValue, path: string): Relation {
  if (typeof value === 'string') return { name: value, parent: undefined };
  if (!isJsonObject(value)) {
    throw illegalArgument(
      `[${path}] expected START_OBJECT or VALUE_STRING but was: [${valueToken(value)}]`,
    );
  }
  const read = new Map<string, string>();
  for (const [key, given = null] of Object.entries(value)) {
    for (const item of isJsonArray(given) ? flatItems(given) : [given]) {
      if (item === null || typeof item === 'boolean') continue;
      if (isJsonObject(item)) throw unknownMember(Object.keys(item)[0] ?? key, path);
      const isKnown = key === 'parent' || (key === 'name' && typeof item === 'string');
      if (!isKnown) throw unknownMember(key, path);
      read.set(key, javaText(item));
    }
  }
  const name = read.get('name');
  if (name === undefined) throw illegalArgument(`null join name in field [${path}]`);
  return { name, parent: read.get('parent') };
}

function unknownMember(name: string, path: string): ApiError {
  return illegalArgument(`unknown field name [${name}] in join field [${path}]`);
}
