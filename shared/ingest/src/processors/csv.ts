/**
 * `csv`: splits a line of comma-separated values into fields (RFC 4180, with white space around
 * quoted ones).
 */
import type { Value } from '@skein/java';
import type { ProcessorType } from '../processor_type.js';
import { csvFields } from '../text/csv_line.js';

export const csv: ProcessorType = {
  name: 'csv',
  create: (config) => {
    const field = config.string('field');
    const quote = config.string('quote', '"');
    if (quote.length !== 1) {
      throw config.fault('quote', 'quote has to be single character like " or \'');
    }
    const separator = config.string('separator', ',');
    if (separator.length !== 1) {
      throw config.fault('separator', 'separator has to be single character like , or ;');
    }
    const trim = config.boolean('trim', false);
    const emptyValue: Value | undefined = config.has('empty_value')
      ? config.required('empty_value')
      : undefined;
    const ignoreMissing = config.boolean('ignore_missing', false);
    const targets = config.strings('target_fields');
    if (targets.length === 0) {
      throw config.fault('target_fields', "target fields list can't be empty");
    }
    return {
      run: (document) => {
        const line = document.textToProcess(field, ignoreMissing);
        if (line === undefined) return;
        const count = targets.length;
        let column = 0;
        for (const value of csvFields(line, { quote, separator, trim, count })) {
          const target = targets[column++] ?? '';
          if (value !== '') document.set(target, value);
          else if (emptyValue !== undefined) document.set(target, emptyValue);
        }
      },
    };
  },
};
