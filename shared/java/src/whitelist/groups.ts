import { JList, JMap } from '../containers/collections.js';
import type { JFunction } from '../containers/container_types.js';
import type { Value } from '../values/value.js';

/** Lists of items by the key that a function has for them, in the order of their first items. */
export function groupsOf(items: Iterable<Value>, keyOf: JFunction): JMap {
  const groups = new JMap('java.util.LinkedHashMap');
  for (const item of items) {
    const key = keyOf.fn(item);
    const group = groups.get(key);
    if (group instanceof JList) group.add(item);
    else groups.put(key, new JList([item]));
  }
  return groups;
}
