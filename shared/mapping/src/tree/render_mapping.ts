/**
 * Renders a mapping for `GET _mapping`: only differences from the defaults, properties in name
 * order.
 */
import { atOnce } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import { renderParameters } from '../field_types/parameter_values.js';
import {
  DEFAULT_TIMESTAMP_FIELD,
  type FieldNode,
  type MappingNode,
  type ObjectNode,
  type RootMapping,
  type SourceOptions,
  type TimestampOptions,
} from './mapping_tree.js';
import { presentRuntime } from './runtime_definitions.js';

type Entries = [string, JsonValue][];

/** `Object.fromEntries` defines own properties, so that a field can be named `__proto__`. */
function object(entries: Entries): JsonObject {
  return Object.fromEntries(entries);
}

/** Yields after each property. */
export function* renderingRoot(root: RootMapping): Generator<void, JsonObject> {
  const entries: Entries = [];
  const add = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) entries.push([key, value]);
  };
  add('dynamic', root.object.dynamic);
  if (!root.object.enabled) add('enabled', false);
  if (root.object.flat) add('subobjects', false);
  add(
    '_data_stream_timestamp',
    root.dataStreamTimestamp && renderTimestamp(root.dataStreamTimestamp),
  );
  add('_meta', root.meta);
  add('_routing', root.routingRequired === true ? { required: true } : undefined);
  add('_size', root.sizeEnabled === true ? { enabled: true } : undefined);
  add('_source', root.source && renderSource(root.source));
  add('dynamic_date_formats', root.dynamicDateFormats);
  add(
    'dynamic_templates',
    root.dynamicTemplates?.map(({ json }) => json),
  );
  add('derived', root.derived);
  add('runtime', presentRuntime(root.runtime));
  add('date_detection', root.dateDetection);
  add('numeric_detection', root.numericDetection);
  if (root.object.children.size > 0) add('properties', yield* renderingChildren(root.object));
  return object(entries);
}

function renderTimestamp({ enabled, field }: TimestampOptions): JsonObject | undefined {
  if (!enabled) return undefined;
  return field === DEFAULT_TIMESTAMP_FIELD
    ? { enabled }
    : { enabled, timestamp_field: { name: field } };
}

function renderSource(source: SourceOptions): JsonObject | undefined {
  const entries: Entries = [];
  if (!source.enabled) entries.push(['enabled', false]);
  if (source.includes.length > 0) entries.push(['includes', source.includes]);
  if (source.excludes.length > 0) entries.push(['excludes', source.excludes]);
  return entries.length === 0 ? undefined : object(entries);
}

function* renderingChildren(node: ObjectNode): Generator<void, JsonObject> {
  const entries: Entries = [];
  for (const [name, child] of node.children) {
    entries.push([name, yield* renderingNode(child)]);
    yield;
  }
  return object(entries);
}

/** A single node; an object with all its content. */
export function renderNode(node: MappingNode, includeDefaults = false): JsonObject {
  return atOnce(renderingNode(node, includeDefaults));
}

function* renderingNode(node: MappingNode, includeDefaults = false): Generator<void, JsonObject> {
  if (node.kind === 'object') return yield* renderingObject(node);
  if (node.kind === 'alias') return { type: 'alias', path: node.target };
  return renderField(node, includeDefaults);
}

function* renderingObject(node: ObjectNode): Generator<void, JsonObject> {
  const entries: Entries = [];
  if (node.nested) {
    entries.push(['type', 'nested']);
    if (node.nested.includeInParent) entries.push(['include_in_parent', true]);
    if (node.nested.includeInRoot) entries.push(['include_in_root', true]);
  } else if (node.children.size === 0) {
    entries.push(['type', 'object']);
  }
  if (node.dynamic !== undefined) entries.push(['dynamic', node.dynamic]);
  if (!node.enabled) entries.push(['enabled', false]);
  if (node.flat) entries.push(['subobjects', false]);
  if (node.children.size > 0) entries.push(['properties', yield* renderingChildren(node)]);
  return object(entries);
}

function renderField(node: FieldNode, includeDefaults: boolean): JsonObject {
  const entries: Entries = [
    ['type', node.definition.name],
    ...renderParameters(node.definition, node.values, includeDefaults),
  ];
  if (node.multiFields.size > 0) {
    const fields: Entries = [...node.multiFields].map(([name, child]) => [
      name,
      renderField(child, includeDefaults),
    ]);
    entries.push(['fields', object(fields)]);
  }
  if (node.copyTo.length > 0) entries.push(['copy_to', node.copyTo]);
  return object(entries);
}
