/**
 * A hit's `fields`: the results of `stored_fields`, `docvalue_fields`, `fields` and `script_fields`
 * together.
 */
import type { JsonValue } from '@skein/content';
import { addDocvalueFields } from './docvalue_fields.js';
import type { FetchPart } from './fetch_part.js';
import type { AddSlots } from './percolator_slots.js';
import type { AddScriptFields } from './script_fields.js';
import { addSourceFields } from './source_fields.js';
import { addStoredFields } from './stored_fields.js';

export function fields(addScriptFields: AddScriptFields, addSlots: AddSlots): FetchPart {
  return (hit, context, to) => {
    const values = new Map<string, JsonValue[]>();
    addStoredFields(hit, context, values);
    addDocvalueFields(hit, context, values);
    addSourceFields(hit, context, values);
    addScriptFields(hit, values);
    addSlots(hit, values);
    if (values.size > 0) to.member('fields', Object.fromEntries(values));
  };
}
