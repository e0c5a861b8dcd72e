/**
 * `_field_names` lists the fields of a document that postings, norms and columns cannot reveal, for
 * `exists`.
 */
import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import type { FieldSpec } from '@skein/search_library';
import { fieldSpec } from './field_spec.js';
import type { FieldSink } from './field_type.js';
import { FIELD_NAMES } from './mapped_field.js';

export const FIELD_NAMES_SPEC = fieldSpec(FIELD_NAMES, { postings: 'docs' });

/** Stores a value, and the field's name if nothing else of the field is indexed. */
export function storeValue(spec: FieldSpec, value: JsonValue, sink: FieldSink): void {
  sink.store(spec.name, value);
  nameUnindexed(spec, sink);
}

/** Adds the field's name to a document if nothing else of the field is indexed. */
export function nameUnindexed(spec: FieldSpec, sink: FieldSink): void {
  if (spec.postings !== 'none' || spec.column !== 'none' || spec.norms) return;
  nameAdder(spec)(sink);
}

/** Returns a function that adds the field's name to a document. */
export function nameAdder({ name }: FieldSpec): (sink: FieldSink) => void {
  const value = utf8(name);
  return (sink) => sink.add({ kind: 'term', spec: FIELD_NAMES_SPEC, value });
}
