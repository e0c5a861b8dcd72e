/**
 * Limits on the size of a mapping, each an index setting, checked when a mapping is created or
 * grows, not when it is read back.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type FieldNode, type RootMapping, walkNodes } from './tree/mapping_tree.js';
import { presentRuntime } from './tree/runtime_definitions.js';

type Settings = ReadonlyMap<string, string>;

export function mappingLimit(settings: Settings, name: string, fallback: number): number {
  const value = settings.get(`index.mapping.${name}`);
  return value === undefined ? fallback : Number(value);
}

export const DEPTH_LIMIT = 20;
export const NESTED_OBJECTS_LIMIT = 10_000;

/** Yields after each node. */
export function* checkingLimits(root: RootMapping, settings: Settings): Generator<void, void> {
  const depth = mappingLimit(settings, 'depth.limit', DEPTH_LIMIT);
  const nameLength = mappingLimit(settings, 'field_name_length.limit', Number.MAX_SAFE_INTEGER);
  let total = 0;
  let nested = 0;
  for (const node of walkNodes(root.object)) {
    total += node.kind === 'field' ? countFields(node) : 1;
    checkName(node.leaf, nameLength);
    yield;
    if (node.kind !== 'object') continue;
    if (node.nested) nested++;
    if (node.path.split('.').length + 1 > depth) {
      throw illegalArgument(
        `Limit of mapping depth [${depth}] has been exceeded due to object field [${node.path}]`,
      );
    }
  }
  total += Object.keys(presentRuntime(root.runtime) ?? {}).length;
  checkNewFields(total, settings);
  const nestedLimit = mappingLimit(settings, 'nested_fields.limit', 50);
  if (nested > nestedLimit)
    throw illegalArgument(`Limit of nested fields [${nestedLimit}] has been exceeded`);
}

/**
 * Refuses a single document with too many new fields during parsing, so that its update is neither
 * merged nor sent to the master.
 */
export function checkNewFields(count: number, settings: Settings): void {
  const totalLimit = mappingLimit(settings, 'total_fields.limit', 1000);
  if (count > totalLimit)
    throw illegalArgument(`Limit of total fields [${totalLimit}] has been exceeded`);
}

/**
 * Refuses a far too large mapping before it is built: building an object for every field takes a
 * thousand times longer than counting. Names that occur twice, as dots permit, count once. Yields
 * after each.
 */
export function* checkingUnread(mapping: JsonObject, settings: Settings): Generator<void, void> {
  const paths = new Set<string>();
  function* adding({ properties, fields }: JsonObject, prefix: string): Generator<void, void> {
    for (const members of [properties, fields]) {
      if (!isJsonObject(members)) continue;
      for (const name in members) {
        const child = members[name];
        // The parser reports malformed definitions.
        if (!isJsonObject(child)) continue;
        checkNewFields(paths.add(prefix + name).size, settings);
        yield* adding(child, `${prefix}${name}.`);
        yield;
      }
    }
  }
  yield* adding(mapping, '');
}

function countFields(node: FieldNode): number {
  let count = 1 + node.companions.length;
  for (const sub of node.multiFields.values()) count += countFields(sub);
  return count;
}

function checkName(leaf: string, longest: number): void {
  if (leaf.length > longest) {
    throw illegalArgument(
      `Field name [${leaf}] is longer than the limit of [${longest}] characters`,
    );
  }
}
