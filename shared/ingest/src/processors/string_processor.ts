/**
 * Processors that compute another text, or a number, from a text: from a single value or each of a
 * list.
 */
import { classNameOf, JList, textOf, type Value } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import { wrongClass } from '../ingest_document.js';
import type { ProcessorContext, ProcessorType, Work } from '../processor_type.js';
import { newList } from '../values.js';

const STRING = 'java.lang.String';

/** `read` parses the options other than `field`, `target_field` and `ignore_missing`. */
export function stringProcessor(
  name: string,
  read: (config: ConfigReader, context: ProcessorContext) => (text: string) => Value,
): ProcessorType {
  return {
    name,
    create: (config, context) => {
      const field = config.string('field');
      const ignoreMissing = config.boolean('ignore_missing', false);
      const targetField = config.string('target_field', field);
      const change = read(config, context);
      return stringWork({ field, targetField, ignoreMissing }, change);
    },
  };
}

interface StringFields {
  readonly field: string;
  readonly targetField: string;
  readonly ignoreMissing: boolean;
}

function stringWork(
  { field, targetField, ignoreMissing }: StringFields,
  change: (text: string) => Value,
): Work {
  return {
    run: (document) => {
      const value = document.find(field, ignoreMissing);
      if (value === null) {
        if (ignoreMissing) return;
        throw illegalArgument(`field [${field}] is null, cannot process it.`);
      }
      if (value instanceof JList) {
        document.set(targetField, newList(value.items.map((one) => changed(one, field, change))));
        return;
      }
      if (typeof value !== 'string') throw wrongClass(field, value, STRING);
      document.set(targetField, change(value));
    },
  };
}

function changed(value: Value, field: string, change: (text: string) => Value): Value {
  if (typeof value === 'string') return change(value);
  const type = value === null ? 'null' : classNameOf(value);
  throw illegalArgument(
    `value [${textOf(value)}] of type [${type}] in list field [${field}] cannot be cast to [${STRING}]`,
  );
}
