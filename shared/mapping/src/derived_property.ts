/** The mapping of a derived field: its type, with the options that the type supports. */
import type { JsonObject, JsonValue } from '@skein/content';
import { fieldTypeNamed } from './field_types/registry.js';

/** A match of a derived field scores its boost. */
const SIMILARITY = 'boolean';

/** Objects are shown as their text. */
const SHOWN_AS_TEXT = 'keyword';

interface DerivedType {
  readonly type: string;
  readonly format: JsonValue | undefined;
  readonly ignoreMalformed: boolean;
}

export function derivedProperty({ type, format, ignoreMalformed }: DerivedType): JsonObject {
  const name = type === 'object' ? SHOWN_AS_TEXT : type;
  const parameters = new Set(fieldTypeNamed(name)?.parameters.map((parameter) => parameter.name));
  return {
    type: name,
    ...(parameters.has('similarity') ? { similarity: SIMILARITY } : {}),
    ...(parameters.has('format') && format !== undefined ? { format } : {}),
    ...(parameters.has('ignore_malformed') && ignoreMalformed ? { ignore_malformed: true } : {}),
  };
}
