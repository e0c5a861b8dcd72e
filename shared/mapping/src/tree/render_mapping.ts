/** A mapping as `GET _mapping` shows it: only what differs from the defaults, properties in name order. */
import type { JsonObject, JsonValue } from '@skein/content';
import { renderParameters } from '../field_types/parameter_values.js';
import type {
  FieldNode,
  MappingNode,
  ObjectNode,
  RootMapping,
  SourceOptions,
} from './mapping_tree.js';

type Entries = [string, JsonValue][];

/** `Object.fromEntries` defines own properties, so a field may be called `__proto__`. */
function object(entries: Entries): JsonObject {
  return Object.fromEntries(entries);
}

export function renderRoot(root: RootMapping): JsonObject {
  const entries: Entries = [];
  const add = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) entries.push([key, value]);
  };
  add('dynamic', root.object.dynamic);
  if (!root.object.enabled) add('enabled', false);
  add('_meta', root.meta);
  add('_routing', root.routingRequired === true ? { required: true } : undefined);
  add('_source', root.source && renderSource(root.source));
  add('dynamic_date_formats', root.dynamicDateFormats);
  add(
    'dynamic_templates',
    root.dynamicTemplates?.map(({ json }) => json),
  );
  add('derived', root.derived);
  add('date_detection', root.dateDetection);
  add('numeric_detection', root.numericDetection);
  if (root.object.children.size > 0) add('properties', renderChildren(root.object));
  return object(entries);
}

function renderSource(source: SourceOptions): JsonObject | undefined {
  const entries: Entries = [];
  if (!source.enabled) entries.push(['enabled', false]);
  if (source.includes.length > 0) entries.push(['includes', source.includes]);
  if (source.excludes.length > 0) entries.push(['excludes', source.excludes]);
  return entries.length === 0 ? undefined : object(entries);
}

function renderChildren(node: ObjectNode): JsonObject {
  return object([...node.children].map(([name, child]) => [name, renderNode(child)]));
}

export function renderNode(node: MappingNode, includeDefaults = false): JsonObject {
  if (node.kind === 'object') return renderObject(node);
  if (node.kind === 'alias') return { type: 'alias', path: node.target };
  return renderField(node, includeDefaults);
}

function renderObject(node: ObjectNode): JsonObject {
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
  if (node.children.size > 0) entries.push(['properties', renderChildren(node)]);
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
