/** `DateTimeFormatter`. */

import { DEFAULT_LOCALE, type Locale } from '../../text/locale.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { dateTime, Throwable } from '../../values/throwable.js';
import { JavaObject } from '../../values/value.js';
import { ChronoDate } from '../chronologies.js';
import { Instant, LocalDate } from '../time.js';
import { fieldOf, hasField } from '../time_fields.js';
import { ZonedDateTime, type ZoneId } from '../zone.js';
import { type DecimalStyle, ParseContext, type PrintContext, STANDARD_STYLE } from './contexts.js';
import { Parsed, type Resolver } from './parsed.js';
import type { Composite } from './words.js';

interface Parts {
  readonly parts: Composite;
  readonly locale: Locale;
  readonly style?: DecimalStyle;
  readonly resolver?: Resolver;
  /** The fields that are resolved; all if undefined. */
  readonly resolverFields?: readonly EnumConstant[] | undefined;
  readonly zone?: ZoneId | undefined;
  readonly hasChronology?: boolean;
}

export class DateTimeFormatter extends JavaObject {
  readonly className: string = 'java.time.format.DateTimeFormatter';
  readonly parts: Composite;
  readonly locale: Locale;
  readonly style: DecimalStyle;
  readonly resolver: Resolver;
  readonly resolverFields: readonly EnumConstant[] | undefined;
  readonly zone: ZoneId | undefined;
  readonly hasChronology: boolean;

  constructor(given: Parts) {
    super();
    this.parts = given.parts;
    this.locale = given.locale ?? DEFAULT_LOCALE;
    this.style = given.style ?? STANDARD_STYLE;
    this.resolver = given.resolver ?? 'SMART';
    this.resolverFields = given.resolverFields;
    this.zone = given.zone;
    this.hasChronology = given.hasChronology ?? false;
  }

  with(change: Partial<Parts>): DateTimeFormatter {
    return new DateTimeFormatter({ ...this, ...change });
  }

  format(temporal: JavaObject): string {
    return this.parts.print(this.#printContext(temporal)) ?? '';
  }

  #printContext(given: JavaObject): PrintContext {
    const { zone } = this;
    const temporal = this.#moved(given);
    const context: PrintContext = {
      temporal,
      locale: this.locale,
      style: this.style,
      zone,
      optionals: 0,
      field: (field) => {
        if (context.optionals > 0 && !hasField(temporal, field)) return null;
        return fieldOf(temporal, field);
      },
    };
    return context;
  }

  /** A formatter with a zone prints instants in it. */
  #moved(temporal: JavaObject): JavaObject {
    if (this.hasChronology && temporal instanceof ChronoDate) return new LocalDate(temporal.day);
    if (this.zone === undefined) return temporal;
    if (temporal instanceof Instant) return ZonedDateTime.ofInstant(temporal, this.zone);
    return temporal instanceof ZonedDateTime
      ? ZonedDateTime.ofInstant(temporal.instant, this.zone)
      : temporal;
  }

  /**
   * Reads the unresolved fields of a text; `end` is the end of the text read, or the complement of
   * the position of an error.
   */
  read(text: string, start = 0): { readonly parsed: Parsed; readonly end: number } {
    const context = new ParseContext(this.locale, this.style);
    const end = this.parts.parse(context, text, start);
    return {
      parsed: new Parsed(context.fields, context.zone ?? this.zone, context.leapSecond),
      end,
    };
  }

  /** Throws `DateTimeParseException`. */
  parse(text: string): Parsed {
    const { parsed, end } = withFault(text, () => this.read(text));
    if (end >= 0 && end === text.length) return this.resolved(parsed, text);
    const shown = text.length > 64 ? `${text.slice(0, 64)}...` : text;
    const at = end < 0 ? ~end : end;
    throw parseFault(
      end < 0
        ? `Text '${shown}' could not be parsed at index ${at}`
        : `Text '${shown}' could not be parsed, unparsed text found at index ${at}`,
      { text, index: at },
    );
  }

  resolved(parsed: Parsed, text: string): Parsed {
    if (this.resolverFields !== undefined) {
      for (const field of parsed.fields.keys())
        if (!this.resolverFields.some((one) => one.equals(field))) parsed.fields.delete(field);
    }
    return withFault(text, () => parsed.resolve(this.resolver));
  }

  override text(): string {
    return this.parts.shown().replace(/^\(|\)$/g, '');
  }
}

export const parseFault = (
  message: string,
  details: { readonly text: string; readonly index: number },
  cause: Throwable | null = null,
): Throwable =>
  new Throwable('java.time.format.DateTimeParseException', message, { details, cause });

/** Rethrows resolution errors with the text. */
export function withFault<T>(text: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Throwable)) throw error;
    if (error.className === 'java.time.format.DateTimeParseException') throw error;
    const shown = text.length > 64 ? `${text.slice(0, 64)}...` : text;
    throw parseFault(
      `Text '${shown}' could not be parsed: ${error.message}`,
      { text, index: 0 },
      error,
    );
  }
}

/** Returns the object found, or throws an error that names the source object. */
export function wanted<T>(found: T | undefined, from: JavaObject, type: string): T {
  if (found !== undefined) return found;
  throw dateTime(
    `Unable to obtain ${type} from TemporalAccessor: ${from.text()} of type ${from.className}`,
  );
}
