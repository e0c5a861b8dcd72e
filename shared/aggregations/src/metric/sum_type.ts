/** Metrics made of the sum and the count of all values: `sum` and `avg`. */
import { type AggregationType, aggregationType } from '../aggregation_type.js';
import { resolveNumbers } from '../values/resolve_values.js';
import type { ValuesOptions } from '../values/values_options.js';
import { NumberCollector } from './number_collector.js';
import { NUMBER_METRIC } from './number_metric.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import { isOnlyValue, singleValue } from './single_value.js';
import { reduceSums, type SumsPart, SumsState } from './sums.js';

type Part = SumsPart & FormattedPart;

interface SumType {
  readonly name: string;
  readonly scaled: NonNullable<AggregationType<ValuesOptions, Part>['scaled']>;
  /** The number of one bucket, as pipelines read it. */
  readonly value: (part: SumsPart, owner: number) => number | undefined;
  /** The number that is shown; undefined: null. */
  readonly shown: (part: SumsPart, owner: number) => number | undefined;
}

export function sumType({ name, scaled, value, shown }: SumType): AggregationType {
  return aggregationType<ValuesOptions, Part>({
    name,
    ...NUMBER_METRIC,
    collector({ options }, { shard }) {
      const { source, format } = resolveNumbers(options, shard, name, 'sums');
      const state = new SumsState();
      return new NumberCollector(
        source,
        {
          reserve: (buckets) => state.reserve(buckets),
          add: (rows, owners) => state.add(rows, owners),
          addSlots: (found) => state.addSlots(found),
          addKnown: (known) => state.addKnown(known),
          build: (owners) => ({ ...state.build(owners), format }),
        },
        shard.searcher,
      );
    },
    scaled,
    reduce: (_node, inputs, { owners }) => ({
      ...reduceSums(inputs, owners),
      format: formatOfParts(inputs),
    }),
    render: (_node, { part, owner }) => singleValue(shown(part, owner), part.format),
    value: (_node, { part, owner }, property) =>
      isOnlyValue(property) ? value(part, owner) : undefined,
  });
}
