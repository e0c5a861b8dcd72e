/**
 * Composes mappings of templates, the lowest priority first, into that of a new index. Unlike an
 * update, a later one may change any field by replacing it. Objects are merged; so are `_meta` and
 * dynamic templates, by name.
 */
import type { JsonObject } from '@skein/content';
import { fieldTypeContext, type MappingContext } from '../mapping_context.js';
import type { DynamicTemplate } from '../tree/dynamic_template.js';
import type { RootMapping } from '../tree/mapping_tree.js';
import { parsingInitialRoot } from '../tree/parse_root.js';
import { renderingRoot } from '../tree/render_mapping.js';
import { joinRuntime } from '../tree/runtime_definitions.js';
import { mergingObjects, replaceLeaf } from './merge_nodes.js';

/**
 * The composed mapping. An invalid mapping throws its error, with the message of index creation.
 * Yields after each field.
 */
export function* composingMappings(
  mappings: readonly JsonObject[],
  context: MappingContext,
): Generator<void, JsonObject> {
  const fieldContext = fieldTypeContext(context);
  let composed: RootMapping | undefined;
  for (const mapping of mappings) {
    const root = yield* parsingInitialRoot(mapping, fieldContext);
    const replacesEnabled = mapping.enabled !== undefined;
    composed = composed === undefined ? root : yield* joining(composed, root, replacesEnabled);
  }
  return composed === undefined ? {} : yield* renderingRoot(composed);
}

function* joining(
  before: RootMapping,
  after: RootMapping,
  replacesEnabled: boolean,
): Generator<void, RootMapping> {
  const { enabled } = replacesEnabled ? after.object : before.object;
  return {
    object: { ...(yield* mergingObjects(before.object, after.object, replaceLeaf)), enabled },
    derived: before.derived || after.derived ? { ...before.derived, ...after.derived } : undefined,
    runtime: joinRuntime(before.runtime, after.runtime),
    source: after.source ?? before.source,
    routingRequired: after.routingRequired ?? before.routingRequired,
    sizeEnabled: after.sizeEnabled ?? before.sizeEnabled,
    dataStreamTimestamp: after.dataStreamTimestamp ?? before.dataStreamTimestamp,
    meta: before.meta || after.meta ? { ...before.meta, ...after.meta } : undefined,
    dynamicTemplates: joinTemplates(before.dynamicTemplates, after.dynamicTemplates),
    dateDetection: after.dateDetection ?? before.dateDetection,
    numericDetection: after.numericDetection ?? before.numericDetection,
    dynamicDateFormats: after.dynamicDateFormats ?? before.dynamicDateFormats,
  };
}

/** A template replaces an earlier one of the same name. */
function joinTemplates(
  before: readonly DynamicTemplate[] | undefined,
  after: readonly DynamicTemplate[] | undefined,
): readonly DynamicTemplate[] | undefined {
  if (before === undefined || after === undefined) return after ?? before;
  const byName = new Map(before.map((template) => [template.name, template]));
  for (const template of after) byName.set(template.name, template);
  return [...byName.values()];
}
