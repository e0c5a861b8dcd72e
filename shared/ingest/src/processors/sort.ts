/** `sort`: sorts a list of elements of one type. */
import { compareValues, toldToHost } from '@skein/java';
import { illegalArgument, nullPointer } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { newList } from '../values.js';

const ORDERS: readonly string[] = ['asc', 'desc'];

export const sort: ProcessorType = {
  name: 'sort',
  create: (config) => {
    const field = config.string('field');
    const targetField = config.string('target_field', field);
    const order = config.string('order', 'asc');
    if (!ORDERS.includes(order)) {
      throw config.fault(
        'order',
        `Sort direction [${order}] not recognized. Valid values are: [${ORDERS.join(', ')}]`,
      );
    }
    const isAscending = order === 'asc';
    return {
      run: (document) => {
        const list = document.list(field);
        if (list === null) throw illegalArgument(`field [${field}] is null, cannot sort.`);
        const sorted = [...list.items];
        if (sorted.length > 1 && sorted.includes(null)) throw nullPointer();
        toldToHost(() =>
          sorted.sort((a, b) => (isAscending ? compareValues(a, b) : compareValues(b, a))),
        );
        document.set(targetField, newList(sorted));
      },
    };
  },
};
