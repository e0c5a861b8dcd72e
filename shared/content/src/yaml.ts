/** Parses YAML bodies and files. Longs keep their digits. */
import { onDemand, reasonOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { JsonValue } from './value.js';

const library = onDemand<typeof import('yaml')>(import.meta.url, 'yaml');

export function parseYaml(text: string): JsonValue {
  try {
    return narrow(library().parse(text, { intAsBigInt: true, maxAliasCount: 100 }));
  } catch (error) {
    throw new ApiError('parse_exception', `malformed YAML: ${reasonOf(error)}`);
  }
}

function narrow(value: unknown): JsonValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(narrow);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, narrow(member)]),
    );
  }
  // The library makes no other objects, nor `undefined`, of YAML's core schema.
  return value as JsonValue;
}
