/**
 * `date`: parses a text in one of several formats as a date; of several matching formats the last
 * one wins.
 */
import { parseDateFormat, parseLocale } from '@skein/dates';
import { asApiError } from '@skein/errors';
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';
import { dateReading, readDate } from '../text/date_reading.js';

const OUTPUT_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

export const date: ProcessorType = {
  name: 'date',
  create: (config, { scripts, ports }) => {
    const field = config.string('field');
    const targetField = config.string('target_field', '@timestamp');
    const timezone = config.optionalString('timezone');
    const zoneOf =
      timezone === undefined ? () => 'UTC' : template(timezone, 'timezone', config, scripts);
    const given = config.optionalString('locale');
    const localeOf = given === undefined ? () => '' : template(given, 'locale', config, scripts);
    const readings = config.strings('formats').map(dateReading);
    const output = outputFormat(config.string('output_format', OUTPUT_FORMAT));
    return {
      run: (document) => {
        const zone = zoneOf(document);
        const locale = () => parseLocale(localeOf(document));
        const options = { zone, locale, clock: ports.clock };
        const { ms, nanosOfMs } = readDate(document.get(field), readings, options);
        document.set(targetField, output.format(ms, zone, nanosOfMs));
      },
    };
  },
};

function outputFormat(pattern: string) {
  try {
    return parseDateFormat(pattern);
  } catch (error) {
    throw illegalArgument(`invalid output format [${pattern}]`, asApiError(error));
  }
}
