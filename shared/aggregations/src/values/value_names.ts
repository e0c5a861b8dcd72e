/** Kinds of values as `_nodes` names those that an aggregation takes. */
export type ValueName = 'boolean' | 'bytes' | 'date' | 'geopoint' | 'ip' | 'numeric' | 'range';

export const NUMBER_KINDS: readonly ValueName[] = ['boolean', 'date', 'numeric'];
export const SAMPLED_KINDS: readonly ValueName[] = ['boolean', 'bytes', 'date', 'numeric'];
export const TERM_KINDS: readonly ValueName[] = ['boolean', 'bytes', 'date', 'ip', 'numeric'];
