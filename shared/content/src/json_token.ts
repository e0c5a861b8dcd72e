/**
 * The tokens of `JsonReader.next()`. They are small integers, so that a switch over them is a jump
 * table.
 */
export const JSON_TOKEN = {
  END: 0,
  START_OBJECT: 1,
  END_OBJECT: 2,
  START_ARRAY: 3,
  END_ARRAY: 4,
  FIELD_NAME: 5,
  STRING: 6,
  NUMBER: 7,
  TRUE: 8,
  FALSE: 9,
  NULL: 10,
} as const;

export type JsonToken = (typeof JSON_TOKEN)[keyof typeof JSON_TOKEN];

const NAMES: Readonly<Record<JsonToken, string>> = {
  0: 'null',
  1: 'START_OBJECT',
  2: 'END_OBJECT',
  3: 'START_ARRAY',
  4: 'END_ARRAY',
  5: 'FIELD_NAME',
  6: 'VALUE_STRING',
  7: 'VALUE_NUMBER',
  8: 'VALUE_BOOLEAN',
  9: 'VALUE_BOOLEAN',
  10: 'VALUE_NULL',
};

/** The token's name in OpenSearch's messages. */
export function tokenName(token: JsonToken): string {
  return NAMES[token];
}
