/** The types `max` and `min`: an extreme of all values. */
import { type AggregationType, aggregationType } from '../aggregation_type.js';
import { asSampled } from '../collect/scaled.js';
import { resolveNumbers } from '../values/resolve_values.js';
import type { ValuesOptions } from '../values/values_options.js';
import { type Extreme, type ExtremesPart, ExtremesState, reduceExtremes } from './extremes.js';
import { NumberCollector } from './number_collector.js';
import { NUMBER_METRIC } from './number_metric.js';
import { type FormattedPart, formatOfParts } from './part_format.js';
import { isOnlyValue, singleValue } from './single_value.js';

type Part = ExtremesPart & FormattedPart;

export function extremeType(name: 'max' | 'min', extreme: Extreme): AggregationType {
  return aggregationType<ValuesOptions, Part>({
    name,
    ...NUMBER_METRIC,
    collector({ options }, { shard }) {
      const { source, format } = resolveNumbers(options, shard, name, extreme);
      const state = new ExtremesState(extreme);
      return new NumberCollector(source, {
        reserve: (buckets) => state.reserve(buckets),
        add: (rows, owners) => state.add(rows, owners),
        addSlots: (found) => state.addSlots(found),
        addKnown: (known) => state.addKnown(known),
        build: (owners) => ({ ...state.build(owners), format }),
      });
    },
    scaled: asSampled,
    reduce: (_node, inputs, { owners }) => ({
      ...reduceExtremes(inputs, owners, extreme),
      format: formatOfParts(inputs),
    }),
    render(_node, { part, owner }) {
      const value = part.values[owner];
      return singleValue(Number.isFinite(value) ? value : undefined, part.format);
    },
    value: (_node, { part, owner }, property) =>
      isOnlyValue(property) ? part.values[owner] : undefined,
  });
}
