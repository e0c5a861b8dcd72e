/** The kinds of values that an aggregation takes, by their names in the response of `_nodes`. */
export const VALUE_NAMES = [
  'boolean',
  'bytes',
  'date',
  'geo_shape',
  'geopoint',
  'ip',
  'numeric',
  'range',
] as const;
export type ValueName = (typeof VALUE_NAMES)[number];

export const NUMBER_KINDS: readonly ValueName[] = ['boolean', 'date', 'numeric'];
export const SAMPLED_KINDS: readonly ValueName[] = ['boolean', 'bytes', 'date', 'numeric'];
export const TERM_KINDS: readonly ValueName[] = ['boolean', 'bytes', 'date', 'ip', 'numeric'];
