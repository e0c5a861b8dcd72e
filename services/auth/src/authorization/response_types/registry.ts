/** All response types, by name. */
import { code, token } from './all.js';
import type { ResponseType } from './response_type.js';

export const RESPONSE_TYPES: ReadonlyMap<string, ResponseType> = new Map(
  [code, token].map((type) => [type.name, type]),
);
