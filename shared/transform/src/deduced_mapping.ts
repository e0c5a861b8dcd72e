/**
 * The mapping of the new index, as far as it follows from the transform and the fields of its
 * source.
 */
import type { JsonObject } from '@skein/content';
import { bare } from './bare.js';
import { type OutputType, outputTypes } from './output_values.js';
import { groupsOf } from './page_request.js';
import type { Group, Transform } from './transform.js';

/** Fields of the source whose types determine the mapping. */
export function fieldsOfConcern({ shape }: Transform): readonly string[] {
  if (shape.kind === 'latest') return shape.uniqueKey;
  const grouped = shape.groups.flatMap(({ field }) => field ?? []);
  const alike = Object.values(outputTypes(shape.aggregations)).flatMap((output) =>
    output !== undefined && 'like' in output ? [output.like] : [],
  );
  return [...new Set([...grouped, ...alike])];
}

/** Types by the name of a source field. */
export type FieldTypes = ReadonlyMap<string, string>;

/** Names of the groups whose keys are dates. */
export function dateGroups(transform: Transform, types: FieldTypes): readonly string[] {
  return groupsOf(transform)
    .filter((group) => isDate(typeOfGroup(group, types)))
    .map(({ name }) => name);
}

function isDate(type: string | undefined): boolean {
  return type === 'date' || type === 'date_nanos';
}

/** Absent if the mapping of the new index is created dynamically by its documents. */
export function deducedMapping(transform: Transform, types: FieldTypes): JsonObject | undefined {
  const { shape, settings } = transform;
  if (shape.kind === 'latest' || !settings.deduceMappings) return undefined;
  const outputs: readonly (readonly [string, OutputType])[] = [
    ...shape.groups.map((group) => {
      const type = typeOfGroup(group, types);
      return [group.name, type === undefined ? undefined : { type }] as const;
    }),
    ...Object.entries(outputTypes(shape.aggregations)),
  ];
  const properties = bare<JsonObject>();
  for (const [name, output] of outputs) put(properties, name, { output, types });
  return { properties };
}

function typeOfGroup({ type, field }: Group, types: FieldTypes): string | undefined {
  const own = field === undefined ? undefined : types.get(field);
  switch (type) {
    case 'date_histogram':
      return 'date';
    case 'histogram':
      return 'double';
    case 'geotile_grid':
      return 'geo_shape';
    default:
      return own === undefined ? undefined : mapped(own);
  }
}

/** The type of the new field for a source type. */
function mapped(type: string): string | undefined {
  if (type === 'text' || type === 'constant_keyword' || type === 'wildcard') return 'keyword';
  return type === 'scaled_float' ? 'double' : type;
}

type Properties = Record<string, JsonObject>;

interface Known {
  readonly output: OutputType;
  readonly types: FieldTypes;
}

function put(properties: Properties, name: string, known: Known): void {
  const [first = name, ...rest] = name.split('.');
  if (rest.length > 0) {
    const inside = Object.assign(bare<JsonObject>(), properties[first]?.properties);
    put(inside, rest.join('.'), known);
    properties[first] = { properties: inside };
    return;
  }
  const mapping = mappingOf(known);
  if (mapping !== undefined) properties[first] = mapping;
}

function mappingOf({ output, types }: Known): JsonObject | undefined {
  if (output === undefined) return undefined;
  if ('parts' in output) {
    const properties = bare<JsonObject>();
    for (const [name, part] of Object.entries(output.parts))
      put(properties, name, { output: part, types });
    return { properties };
  }
  const own = 'like' in output ? types.get(output.like) : output.type;
  const type = own === undefined ? undefined : mapped(own);
  return type === undefined ? undefined : { type };
}
