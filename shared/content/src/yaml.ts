/** YAML in and out, for `format=yaml` and `application/yaml` bodies. Longs keep their digits. */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import { parseJson } from './parse_json.js';
import { type JsonObject, type JsonValue, RawJson } from './value.js';

const library = onDemand<typeof import('yaml')>(import.meta.url, 'yaml');

export function toYaml(value: JsonValue): string {
  return `---\n${library().stringify(plain(value), { aliasDuplicateObjects: false, lineWidth: 0 })}`;
}

export function parseYaml(text: string): JsonValue {
  try {
    return narrow(library().parse(text, { intAsBigInt: true, maxAliasCount: 100 }));
  } catch (error) {
    throw new ApiError('parse_exception', `malformed YAML: ${(error as Error).message}`);
  }
}

/** Raw parts decoded, so that the YAML writer sees values only. */
function plain(value: JsonValue): unknown {
  if (value instanceof RawJson) return plain(parseJson(value.bytes));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value as JsonObject)) {
    if (member !== undefined) members.set(name, plain(member));
  }
  return members;
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
  return value as JsonValue;
}
