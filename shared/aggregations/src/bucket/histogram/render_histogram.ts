/** Renders histograms as a list, or as an object by the text of the keys. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { AggregationNode } from '../../aggregation_node.js';
import type { Rendering } from '../../aggregation_type.js';
import { formatted, RAW, textOfNumber } from '../../values/value_format.js';
import type { HistogramPart } from './histogram_part.js';

interface ShownHistogram {
  readonly node: AggregationNode;
  readonly part: HistogramPart;
  readonly owner: number;
  readonly keyed: boolean;
}

export function histogramBuckets(
  { node, part, owner, keyed }: ShownHistogram,
  keyJson: (key: number) => JsonValue,
  rendering: Rendering,
  /** The text of a key that has no format. */
  keyText: (key: number) => string = (key) => textOfNumber(key, RAW),
): JsonObject {
  const { keys, counts, format, children } = part;
  const shown: JsonObject[] = [];
  const texts: string[] = [];
  for (const bucket of rendering.buckets(node, part, owner)) {
    const key = keys[bucket];
    const text = formatted(key, format);
    if (keyed) texts.push(text ?? keyText(key));
    const own = { key: keyJson(key), doc_count: counts[bucket] };
    const inside = rendering.children(node, children, bucket);
    shown.push(
      text === undefined ? { ...own, ...inside } : { key_as_string: text, ...own, ...inside },
    );
  }
  if (!keyed) return { buckets: shown };
  return { buckets: Object.fromEntries(shown.map((bucket, i) => [texts[i], bucket])) };
}
