/** The format of a reduced part, which is that of the first shard with a format for the field. */
import type { ReduceInput } from '../reduction.js';
import { RAW, type ValueFormat } from '../values/value_format.js';

export interface FormattedPart {
  readonly format: ValueFormat;
}

export function formatOfParts(inputs: readonly ReduceInput<FormattedPart>[]): ValueFormat {
  for (const { part } of inputs) if (part.format.kind !== 'raw') return part.format;
  return RAW;
}
