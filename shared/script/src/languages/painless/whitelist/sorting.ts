/** What sorts lists. */
import type { JFunction } from '../runtime/container_types.js';
import { allocate } from '../runtime/meter.js';
import { type Comparison, naturalOrder } from '../runtime/order.js';
import type { Value } from '../runtime/value.js';

/** `sort(null)` means the natural order. */
export function orderOf(order: JFunction | null): Comparison {
  return order === null ? naturalOrder : (order.fn as Comparison);
}

/** A merge sort would ask in another order; only a comparison with effects could tell. */
export function sortedItems(items: readonly Value[], order: Comparison): Value[] {
  allocate(items.length);
  return items.slice().sort(order);
}
