/**
 * The body for a new index from its form: fields by name and type, or mappings as JSON, which can
 * express more.
 */
import { type Json, type JsonObject, objectOf } from '../json/exact_json.js';

export interface FormField {
  readonly name: string;
  readonly type: string;
}

interface IndexForm {
  readonly shards: number;
  readonly replicas: number;
  readonly fields: readonly FormField[];
  /** JSON text; empty if the form's fields are the whole mappings. */
  readonly mappings: string;
}

/** Adds the form's fields to the mappings in JSON. Throws a `SyntaxError` for invalid JSON. */
export function indexBody(
  { shards, replicas, fields, mappings }: IndexForm,
  parse: (text: string) => Json,
): JsonObject {
  const settings = { number_of_shards: shards, number_of_replicas: replicas };
  const written = mappings.trim() === '' ? {} : objectOf(parse(mappings));
  const named = fields.filter(({ name }) => name.trim() !== '');
  if (named.length === 0)
    return { settings, ...(mappings.trim() === '' ? {} : { mappings: written }) };
  const added = Object.fromEntries(named.map(({ name, type }) => [name.trim(), { type }]));
  const properties = { ...objectOf(written.properties ?? {}), ...added };
  return { settings, mappings: { ...written, properties } };
}
