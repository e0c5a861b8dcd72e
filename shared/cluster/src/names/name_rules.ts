/** The rules for names of indices, data streams and aliases. */

import { utf8Length } from '@skein/bytes';
import { ApiError } from '@skein/errors';

const MAX_NAME_BYTES = 255;
/** Forbidden characters in the order in which OpenSearch prints them. */
const FORBIDDEN = [' ', '"', '*', '\\', '<', '|', ',', '>', '/', '?'];

/** Throws invalid_index_name_exception. */
export function checkIndexName(name: string): void {
  const fault = nameFault(name) ?? (name.toLowerCase() === name ? undefined : 'must be lowercase');
  if (fault !== undefined) throw invalidIndexName(name, fault);
}

/** Throws illegal_argument_exception. */
export function checkStreamName(name: string): void {
  const fault =
    nameFault(name) ??
    (name.toLowerCase() === name ? undefined : 'must be lowercase') ??
    (name.startsWith('.') ? "must not start with '.'" : undefined);
  if (fault !== undefined) {
    throw new ApiError('illegal_argument_exception', `data_stream [${name}] ${fault}`);
  }
}

/** Throws invalid_alias_name_exception. */
export function checkAliasName(name: string): void {
  if (name === '') throw new ApiError('illegal_argument_exception', 'alias name is required');
  const fault = nameFault(name);
  if (fault !== undefined) {
    throw new ApiError('invalid_alias_name_exception', `Invalid alias name [${name}]: ${fault}`);
  }
}

export function invalidIndexName(name: string, fault: string): ApiError {
  return new ApiError('invalid_index_name_exception', `Invalid index name [${name}], ${fault}`, {
    metadata: { index: name, index_uuid: '_na_' },
  });
}

function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (FORBIDDEN.some((character) => name.includes(character))) {
    return `must not contain the following characters [${FORBIDDEN.join(', ')}]`;
  }
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  const bytes = utf8Length(name);
  if (bytes > MAX_NAME_BYTES) return `index name is too long, (${bytes} > ${MAX_NAME_BYTES})`;
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  return undefined;
}
