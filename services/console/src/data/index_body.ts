/** A new index as its form has it: fields by name and type, or mappings as JSON, which say more. */
import type { Json, JsonObject } from '../json/exact_json.js';

export interface FormField {
  readonly name: string;
  readonly type: string;
}

interface IndexForm {
  readonly shards: number;
  readonly replicas: number;
  readonly fields: readonly FormField[];
  /** JSON text; empty: the fields of the form alone. */
  readonly mappings: string;
}

/** Fields of the form are added to those of the JSON. Throws a `SyntaxError` when that is none. */
export function indexBody(
  { shards, replicas, fields, mappings }: IndexForm,
  parse: (text: string) => Json,
): JsonObject {
  const settings = { number_of_shards: shards, number_of_replicas: replicas };
  const written = mappings.trim() === '' ? {} : (parse(mappings) as JsonObject);
  const named = fields.filter(({ name }) => name.trim() !== '');
  if (named.length === 0)
    return { settings, ...(mappings.trim() === '' ? {} : { mappings: written }) };
  const added = Object.fromEntries(named.map(({ name, type }) => [name.trim(), { type }]));
  const properties = { ...((written.properties ?? {}) as object), ...added };
  return { settings, mappings: { ...written, properties } };
}
