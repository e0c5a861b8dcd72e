/** For tests. */
import type { JsonObject } from '@skein/content';

/** A mapping of fields, each given by the name of its type or by its whole definition. */
export function mappingOf(fields: Readonly<Record<string, string | JsonObject>>): JsonObject {
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, typeof field === 'string' ? { type: field } : field] as const,
  );
  return { properties: Object.fromEntries(entries) };
}
