/** Sorting of lists. */
import type { JFunction } from '../containers/container_types.js';
import { type Comparison, naturalOrder } from '../containers/order.js';
import { call } from '../containers/streams.js';
import { allocate } from '../values/meter.js';
import type { Value } from '../values/value.js';

/** `sort(null)` means the natural order. */
export function orderOf(order: JFunction | null): Comparison {
  return order === null ? naturalOrder : call<number>(order);
}

/**
 * Java's merge sort compares in another order, which only a comparison with side effects could
 * detect.
 */
export function sortedItems(items: readonly Value[], order: Comparison): Value[] {
  allocate(items.length);
  return items.slice().sort(order);
}
