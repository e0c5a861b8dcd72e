/** The JSON Schema (draft 2020-12, as in OpenAPI 3.1) of a parameter, from its declaration. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { Param } from '@skein/http';

const PLAIN: Readonly<Record<string, JsonObject>> = {
  boolean: { type: 'boolean' },
  integer: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'double' },
  time: { type: 'string', description: 'A duration with its unit.', examples: ['30s', '500ms'] },
  bytes: { type: 'string', description: 'A size with its unit.', examples: ['10mb', '512kb'] },
};

/** Kinds whose defaults are shown. Durations and sizes are text but have numeric values. */
const WITH_DEFAULT: ReadonlySet<string> = new Set([
  'boolean',
  'integer',
  'long',
  'float',
  'string',
]);

export function paramSchema({ kind, fallback }: Param<unknown>): JsonObject {
  const schema = schemaOf(kind);
  const shows = WITH_DEFAULT.has(kind) || kind.startsWith('enum(');
  return shows && isPlain(fallback) ? { ...schema, default: fallback } : schema;
}

function schemaOf(kind: string): JsonObject {
  const plain = PLAIN[kind];
  if (plain !== undefined) return plain;
  const [, of] = /^list of (.+)$/.exec(kind) ?? [];
  if (of !== undefined) return { type: 'array', items: schemaOf(of) };
  if (kind === 'list') return { type: 'array', items: { type: 'string' } };
  const [, words] = /^enum\((.+)\)$/.exec(kind) ?? [];
  if (words !== undefined) return { type: 'string', enum: words.split('|') };
  return { type: 'string' };
}

const isPlain = (value: unknown): value is JsonValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
