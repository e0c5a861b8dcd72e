/**
 * Merges put-mapping requests and dynamic updates: adds new fields, changes updatable parameters,
 * and refuses other changes by name.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { sameJson } from '../field_types/parameter_values.js';
import { IndexMapping } from '../index_mapping.js';
import { checkingLimits, checkingUnread } from '../limits.js';
import { fieldTypeContext, type MappingContext } from '../mapping_context.js';
import { checkMappingRoom, countingFields } from '../mapping_memory.js';
import { javaText } from '../tree/java_text.js';
import type { RootMapping, SourceOptions, TimestampOptions } from '../tree/mapping_tree.js';
import { checkingNew, parsingRoot } from '../tree/parse_root.js';
import { renderingRoot } from '../tree/render_mapping.js';
import { joinRuntime } from '../tree/runtime_definitions.js';
import { mergingObjects } from './merge_nodes.js';

/**
 * The merged mapping, in the form `GET _mapping` shows. Neither argument is changed. Yields after
 * each field.
 */
export function* mergingMapping(
  current: JsonObject,
  update: JsonObject,
  context: MappingContext,
): Generator<void, JsonObject> {
  yield* checkingUnread(update, context.settings);
  checkMappingRoom((yield* countingFields(current)) + (yield* countingFields(update)));
  const fieldContext = fieldTypeContext(context);
  const before = yield* parsingRoot(current, fieldContext);
  const after = yield* parsingRoot(update, fieldContext);
  yield* checkingNew(after);
  const merged: RootMapping = {
    object: {
      ...(yield* mergingObjects(before.object, after.object)),
      enabled: after.object.enabled && before.object.enabled,
    },
    derived: before.derived || after.derived ? { ...before.derived, ...after.derived } : undefined,
    runtime: joinRuntime(before.runtime, after.runtime),
    source: mergeSource(before.source, after.source),
    routingRequired: mergeRouting(before.routingRequired, after.routingRequired),
    sizeEnabled: after.sizeEnabled ?? before.sizeEnabled,
    dataStreamTimestamp: mergeTimestamp(before.dataStreamTimestamp, after.dataStreamTimestamp),
    meta: after.meta ?? before.meta,
    dynamicTemplates: after.dynamicTemplates ?? before.dynamicTemplates,
    dateDetection: after.dateDetection ?? before.dateDetection,
    numericDetection: after.numericDetection ?? before.numericDetection,
    dynamicDateFormats: after.dynamicDateFormats ?? before.dynamicDateFormats,
  };
  yield* checkingLimits(merged, context.settings);
  const { root } = yield* IndexMapping.fromRoot(merged, context);
  return yield* renderingRoot(root);
}

function mergeSource(
  before: SourceOptions | undefined,
  after: SourceOptions | undefined,
): SourceOptions | undefined {
  if (!after) return before;
  const was = before?.enabled ?? true;
  if (was !== after.enabled) throw metadataConflict('_source', 'enabled', [was, after.enabled]);
  for (const key of ['includes', 'excludes'] as const) {
    const from = before?.[key] ?? [];
    if (!sameJson(from, after[key])) throw metadataConflict('_source', key, [from, after[key]]);
  }
  return after;
}

function mergeRouting(
  before: boolean | undefined,
  after: boolean | undefined,
): boolean | undefined {
  if (after === undefined) return before;
  const was = before ?? false;
  if (was !== after) throw metadataConflict('_routing', 'required', [was, after]);
  return after;
}

function mergeTimestamp(
  before: TimestampOptions | undefined,
  after: TimestampOptions | undefined,
): TimestampOptions | undefined {
  if (!after) return before;
  const was = before?.enabled ?? false;
  if (was && !after.enabled) {
    throw metadataConflict('_data_stream_timestamp', 'enabled', [was, after.enabled]);
  }
  if (was && before && before.field !== after.field) {
    const fields = [before.field, after.field] as const;
    throw metadataConflict('_data_stream_timestamp', 'timestamp_field', fields);
  }
  return after;
}

function metadataConflict(
  field: string,
  parameter: string,
  [from, to]: readonly [JsonValue, JsonValue],
): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Mapper for [${field}] conflicts with existing mapper:\n\tCannot update parameter [${parameter}] from [${javaText(from)}] to [${javaText(to)}]`,
  );
}
