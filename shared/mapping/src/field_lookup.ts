/**
 * All names of a mapping, flattened: full path to field, path to object. Aliases resolve to their
 * targets.
 */

import { ApiError } from '@skein/errors';
import type { MappedField } from './field_types/field_type.js';
import {
  type AliasNode,
  type FieldNode,
  type MappingNode,
  type ObjectNode,
  type RootMapping,
  walkNodes,
} from './tree/mapping_tree.js';
import { inNameOrder } from './tree/name_order.js';

export interface FieldLookup {
  /** By full path, in path order; including multi-fields, companions and aliases. */
  readonly fields: ReadonlyMap<string, MappedField>;
  readonly objects: ReadonlyMap<string, ObjectNode>;
  /** Field nodes by path, including aliases, for display and `copy_to`. */
  readonly nodes: ReadonlyMap<string, MappingNode>;
}

/** Yields after each node. */
export function* buildingLookup(root: RootMapping): Generator<void, FieldLookup> {
  const fields = new Map<string, MappedField>();
  const objects = new Map<string, ObjectNode>();
  const nodes = new Map<string, MappingNode>();
  const aliases: AliasNode[] = [];
  for (const node of walkNodes(root.object)) {
    if (node.kind === 'object') objects.set(node.path, node);
    else if (node.kind === 'alias') aliases.push(node);
    else addField(node, fields, nodes);
    yield;
  }
  const aliasNames = new Set(aliases.map(({ path }) => path));
  const resolved = aliases.map((alias) => [alias, aliasTarget(alias, fields, aliasNames)] as const);
  for (const [alias, target] of resolved) {
    fields.set(alias.path, target);
    nodes.set(alias.path, alias);
  }
  yield* checkingCopyTo(root, fields, objects);
  return { fields: inNameOrder(fields), objects, nodes };
}

function addField(
  node: FieldNode,
  fields: Map<string, MappedField>,
  nodes: Map<string, MappingNode>,
): void {
  fields.set(node.path, node.field);
  nodes.set(node.path, node);
  for (const companion of node.companions) fields.set(companion.name, companion);
  for (const sub of node.multiFields.values()) {
    if (sub.copyTo.length > 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `[copy_to] may not be used to copy from a multi-field: [${sub.path}]`,
      );
    }
    addField(sub, fields, nodes);
  }
}

function aliasTarget(
  alias: AliasNode,
  fields: ReadonlyMap<string, MappedField>,
  aliasNames: ReadonlySet<string>,
): MappedField {
  const invalid = `Invalid [path] value [${alias.target}] for field alias [${alias.path}]:`;
  if (alias.target === alias.path) throw failure(`${invalid} an alias cannot refer to itself.`);
  if (aliasNames.has(alias.target))
    throw failure(`${invalid} an alias cannot refer to another alias.`);
  const target = fields.get(alias.target);
  if (target) return target;
  throw failure(`${invalid} an alias must refer to an existing field in the mappings.`);
}

/** Missing targets are created by the first document that needs them. */
function* checkingCopyTo(
  root: RootMapping,
  fields: ReadonlyMap<string, MappedField>,
  objects: ReadonlyMap<string, ObjectNode>,
): Generator<void, void> {
  for (const node of walkNodes(root.object)) {
    yield;
    if (node.kind !== 'field') continue;
    for (const target of node.copyTo) {
      if (objects.has(target)) {
        throw new ApiError(
          'illegal_argument_exception',
          `Cannot copy to field [${target}] since it is mapped as an object`,
        );
      }
      const parent = target.slice(0, Math.max(0, target.lastIndexOf('.')));
      if (fields.has(parent)) {
        throw new ApiError(
          'illegal_argument_exception',
          `[copy_to] may not be used to copy to a multi-field: [${target}]`,
        );
      }
    }
  }
}

function failure(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}
