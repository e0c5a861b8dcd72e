/**
 * `date_index_name`: sends a document to an index that is named after a date in the document. The
 * processor sets `_index` to a date math name such as `<logs-{2024-01-31||/M{yyyy-MM-dd|UTC}}>`
 * (prefix, date, rounding, name format, time zone). The name is resolved to `logs-2024-01-01` when
 * the document is sent to its index.
 */
import { type Locale, parseDateFormat, parseTimeZone } from '@skein/dates';
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { template } from '../templates.js';
import { checkDateFormat, dateReading, readDate } from '../text/date_reading.js';

const DATE_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSXX";

export const date_index_name: ProcessorType = {
  name: 'date_index_name',
  create: (config, { scripts, ports }) => {
    const localeTag = config.optionalString('locale') ?? 'en';
    const zone = config.optionalString('timezone') ?? 'UTC';
    const shownZone = parseTimeZone(zone).isUtc ? 'UTC' : zone;
    const localeOfTag = parseLanguageTag(localeTag);
    const locale = () => localeOfTag;
    const formats = config.optionalStrings('date_formats') ?? [DATE_FORMAT];
    formats.forEach(checkDateFormat);
    const readings = formats.map(dateReading);
    const field = config.string('field');
    const text = (name: string, fallback?: string) =>
      template(config.string(name, fallback), name, config, scripts);
    const prefix = text('index_name_prefix', '');
    const rounding = text('date_rounding');
    const nameFormat = text('index_name_format', 'yyyy-MM-dd');
    return {
      run: (document) => {
        const options = { zone, locale, clock: ports.clock };
        const { ms, nanosOfMs } = readDate(document.get(field), readings, options);
        const pattern = nameFormat(document);
        const date = parseDateFormat(pattern).format(ms, zone, nanosOfMs);
        const math = `{${date}||/${rounding(document)}{${pattern}|${shownZone}}}`;
        document.set('_index', `<${prefix(document)}${math}>`);
      },
    };
  },
};

/** Refuses a text that is not a language tag of BCP 47; of its subtags only the language counts. */
function parseLanguageTag(tag: string): Locale {
  const language = /^([a-z]{2,8})(?:-[a-z\d]{1,8})*$/i.exec(tag)?.[1];
  if (language !== undefined) return { language: language.toLowerCase(), country: '', variant: '' };
  throw illegalArgument(`Invalid language tag specified: ${tag}`);
}
