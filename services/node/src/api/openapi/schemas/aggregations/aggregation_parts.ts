/** Options that several aggregations have. */
import type { JsonObject } from '@skein/content';
import { textOrInteger } from '../queries/query_parts.js';
import {
  anything,
  boolean,
  closed,
  integer,
  list,
  number,
  oneOf,
  ref,
  text,
  words,
} from '../schema.js';

type Options = Readonly<Record<string, JsonObject>>;

/** The schemas of aggregations by their names, each with an example. */
export type AggregationSchemas = Readonly<Record<string, JsonObject>>;

/** An object of exactly these options. */
export const aggregation = (
  options: Options,
  example: JsonObject,
  required: readonly string[] = [],
): JsonObject => ({ ...closed(options, required), examples: [example] });

export const valueType = words(
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
  field: text,
  missing: anything,
  value_type: valueType,
  valueType: { ...valueType, deprecated: true },
};
/** The values of a field or of a script. */
export const SCRIPTED: Options = { ...FIELD, script: ref('Script') };
/** The same, shown in a format. */
export const VALUES: Options = { ...SCRIPTED, format: text };

export const timeZone = textOrInteger;
export const order = oneOf(
  { type: 'object', additionalProperties: words('asc', 'desc') },
  list({ type: 'object', additionalProperties: words('asc', 'desc') }),
);
export const sortOrder = words('asc', 'desc');
export const keyed = { keyed: boolean };

/** The number of buckets, and those that are left out. */
export const COUNTS: Options = {
  size: integer,
  shard_size: integer,
  min_doc_count: integer,
  shard_min_doc_count: integer,
};

const choice = oneOf(text, list(anything), closed({ partition: integer, num_partitions: integer }));
export const CHOICE: Options = { include: choice, exclude: oneOf(text, list(anything)) };

export const box = closed({
  top_left: anything,
  bottom_right: anything,
  top_right: anything,
  bottom_left: anything,
  top: number,
  left: number,
  bottom: number,
  right: number,
});
export const bounds = closed({ min: anything, max: anything });
export const numberRange = closed({ key: text, from: anything, to: anything });

/** The sketches of percentiles: the options of one of the two methods. */
export const SKETCH: Options = {
  tdigest: closed({ compression: number }),
  hdr: closed({ number_of_significant_value_digits: integer }),
};
