/** `foreach`: runs a processor for each value of a list, which it finds under `_ingest._value`. */
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';
import { newList } from '../values.js';

const VALUE = '_value';

export const foreach: ProcessorType = {
  name: 'foreach',
  create: (config, { step, runStep }) => {
    const field = config.string('field');
    const ignoreMissing = config.boolean('ignore_missing', false);
    const source = config.map('processor');
    const [type, ...others] = source.keys();
    if (type === undefined || others.length > 0) {
      throw config.fault('processor', 'Must specify exactly one processor type');
    }
    const inner = step(String(type), source.get(type));
    return {
      run: (document) => {
        const list = document.list(field, ignoreMissing);
        if (list === null) {
          if (ignoreMissing) return true;
          throw illegalArgument(`field [${field}] is null, cannot loop over its elements.`);
        }
        const values = [];
        for (const value of [...list.items]) {
          const { isKept, result } = withValue(document, value, () => runStep(inner, document));
          if (!isKept) return false;
          values.push(result);
        }
        document.set(field, newList(values));
        return true;
      },
    };
  },
};

type ListItem = ReturnType<IngestDocument['get']>;

function withValue(document: IngestDocument, value: ListItem, run: () => boolean) {
  const { ingest } = document;
  const outer = ingest.put(VALUE, value);
  let result: ListItem = null;
  let isKept = false;
  try {
    isKept = run();
  } finally {
    result = ingest.put(VALUE, outer);
  }
  return { isKept, result };
}
