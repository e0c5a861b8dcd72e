/**
 * Merges mappings node by node. As in OpenSearch, parameters that a field's update omits fall back
 * to their defaults.
 */

import { ApiError, illegalArgument } from '@skein/errors';
import { sameJson } from '../field_types/parameter_values.js';
import { checkNesting } from '../tree/check_nesting.js';
import { javaText } from '../tree/java_text.js';
import type { AliasNode, FieldNode, MappingNode, ObjectNode } from '../tree/mapping_tree.js';
import { inNameOrder } from '../tree/name_order.js';
import { noSubobject } from '../tree/parse_object.js';

/** Merges a node that is no object with its replacement. */
type JoinLeaf = (before: FieldNode | AliasNode, after: MappingNode) => MappingNode;

/** Yields after each child. */
export function* mergingObjects(
  before: ObjectNode,
  after: ObjectNode,
  joinLeaf: JoinLeaf = mergeLeaf,
): Generator<void, ObjectNode> {
  const children = new Map(before.children);
  if (after.flat !== undefined && after.flat !== (before.flat ?? false))
    throw flatnessFixed(before);
  for (const [name, child] of before.flat ? flatChildren(after) : after.children) {
    const existing = children.get(name);
    children.set(name, existing ? yield* mergingNodes(existing, child, joinLeaf) : child);
    yield;
  }
  return {
    ...before,
    dynamic: after.dynamic ?? before.dynamic,
    nested: before.nested && after.nested ? after.nested : before.nested,
    children: inNameOrder(children),
  };
}

function flatnessFixed({ path }: ObjectNode): ApiError {
  return new ApiError(
    'mapper_exception',
    `the [subobjects] parameter can't be updated for the object mapping [${path === '' ? '_doc' : path}]`,
  );
}

/** The inner fields by their relative names, as an object without subobjects has them. */
function flatChildren(object: ObjectNode): ReadonlyMap<string, MappingNode> {
  if (object.flat) return object.children;
  const flat = new Map<string, MappingNode>();
  const add = (within: ObjectNode, prefix: string): void => {
    for (const [name, child] of within.children) {
      const leaf = prefix + name;
      if (child.kind !== 'object') flat.set(leaf, { ...child, leaf });
      else if (child.nested !== undefined || child.children.size === 0) {
        throw noSubobject(child, object.path);
      } else add(child, `${leaf}.`);
    }
  };
  add(object, '');
  return flat;
}

function* mergingNodes(
  before: MappingNode,
  after: MappingNode,
  joinLeaf: JoinLeaf,
): Generator<void, MappingNode> {
  return before.kind === 'object'
    ? yield* mergingIntoObject(before, after, joinLeaf)
    : joinLeaf(before, after);
}

function mergeLeaf(before: FieldNode | AliasNode, after: MappingNode): MappingNode {
  if (before.kind === 'alias') {
    if (after.kind === 'alias') return after;
    throw illegalArgument(
      `Cannot merge a field alias mapping [${before.path}] with a mapping that is not for a field alias.`,
    );
  }
  if (after.kind === 'field') return mergeFields(before, after);
  if (after.kind === 'object') throw noObject(before);
  throw illegalArgument(
    `mapper [${before.path}] cannot be changed from type [${before.definition.name}] to [alias]`,
  );
}

/** Among templates, the later leaf replaces the earlier one. */
export function replaceLeaf(before: FieldNode | AliasNode, after: MappingNode): MappingNode {
  if (after.kind === 'object') throw noObject(before);
  return after;
}

function noObject({ path }: MappingNode): ApiError {
  return illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
}

function* mergingIntoObject(
  before: ObjectNode,
  after: MappingNode,
  joinLeaf: JoinLeaf,
): Generator<void, ObjectNode> {
  if (after.kind !== 'object') throw noObject(after);
  checkNesting(before, after);
  if (before.enabled !== after.enabled) {
    throw new ApiError(
      'mapper_exception',
      `the [enabled] parameter can't be updated for the object mapping [${before.path}]`,
    );
  }
  return yield* mergingObjects(before, after, joinLeaf);
}

function mergeFields(before: FieldNode, after: FieldNode): FieldNode {
  if (before.definition !== after.definition) {
    throw illegalArgument(
      `mapper [${before.path}] cannot be changed from type [${before.definition.name}] to [${after.definition.name}]`,
    );
  }
  const conflicts = parameterConflicts(before, after);
  if (conflicts.length > 0) {
    throw illegalArgument(
      `Mapper for [${before.path}] conflicts with existing mapper:\n\t${conflicts.join('\n\t')}`,
    );
  }
  const multiFields = new Map(before.multiFields);
  for (const [name, sub] of after.multiFields) {
    const existing = multiFields.get(name);
    multiFields.set(name, existing ? mergeFields(existing, sub) : sub);
  }
  return { ...after, multiFields: inNameOrder(multiFields) };
}

function parameterConflicts(before: FieldNode, after: FieldNode): string[] {
  const conflicts: string[] = [];
  for (const parameter of before.definition.parameters) {
    const { name } = parameter;
    if (parameter.updatable) continue;
    const from = before.values.get(name);
    const to = after.values.get(name);
    const shown = parameter.shown ?? javaText;
    if (sameJson(from, to) || parameter.mayChange?.(from, to)) continue;
    conflicts.push(`Cannot update parameter [${name}] from [${shown(from)}] to [${shown(to)}]`);
  }
  return conflicts;
}
