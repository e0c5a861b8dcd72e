/** Options that several aggregations have. */
import type { JsonObject } from '@skein/content';
import { textOrInteger } from '../queries/query_parts.js';
import * as s from '../schema.js';

type Options = Readonly<Record<string, JsonObject>>;

/** The schemas of aggregations by their names, each with an example. */
export type AggregationSchemas = Readonly<Record<string, JsonObject>>;

/** An object of exactly these options. */
export const aggregation = (
  options: Options,
  example: JsonObject,
  required: readonly string[] = [],
): JsonObject => ({ ...s.closed(options, required), examples: [example] });

export const valueType = s.words(
  'string',
  'byte',
  'short',
  'integer',
  'long',
  'unsigned_long',
  'float',
  'double',
  'number',
  'numeric',
  'date',
  'boolean',
  'ip',
);

/** The values of a field. */
export const FIELD: Options = {
  field: s.text,
  missing: s.anything,
  value_type: valueType,
  valueType: { ...valueType, deprecated: true },
};
/** The values of a field or of a script. */
export const SCRIPTED: Options = { ...FIELD, script: s.ref('Script') };
/** The same, shown in a format. */
export const VALUES: Options = { ...SCRIPTED, format: s.text };

export const timeZone = textOrInteger;
export const order = s.oneOf(
  { type: 'object', additionalProperties: s.words('asc', 'desc') },
  s.list({ type: 'object', additionalProperties: s.words('asc', 'desc') }),
);
export const sortOrder = s.words('asc', 'desc');
export const keyed = { keyed: s.boolean };

/** The number of buckets, and those that are left out. */
export const COUNTS: Options = {
  size: s.integer,
  shard_size: s.integer,
  min_doc_count: s.integer,
  shard_min_doc_count: s.integer,
};

const choice = s.oneOf(
  s.text,
  s.list(s.anything),
  s.closed({ partition: s.integer, num_partitions: s.integer }),
);
export const CHOICE: Options = { include: choice, exclude: s.oneOf(s.text, s.list(s.anything)) };

export const box = s.closed({
  top_left: s.anything,
  bottom_right: s.anything,
  top_right: s.anything,
  bottom_left: s.anything,
  top: s.number,
  left: s.number,
  bottom: s.number,
  right: s.number,
});
export const bounds = s.closed({ min: s.anything, max: s.anything });
export const numberRange = s.closed({ key: s.text, from: s.anything, to: s.anything });

/** The sketches of percentiles: the options of one of the two methods. */
export const SKETCH: Options = {
  tdigest: s.closed({ compression: s.number }),
  hdr: s.closed({ number_of_significant_value_digits: s.integer }),
};
