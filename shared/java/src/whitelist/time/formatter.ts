/** java.time.format: formatters, their builder, and the styles of texts, signs and decimals. */
import type { ClassTable, Implementation } from '../../class_table.js';
import { JSet } from '../../containers/collections.js';
import { type JArray, JFunction } from '../../containers/container_types.js';
import { signsOf } from '../../numbers/decimal_symbols.js';
import { DEFAULT_LOCALE, type Locale } from '../../text/locale.js';
import type { JStringBuilder } from '../../text/string_builder.js';
import type { ParsePosition } from '../../text/text_positions.js';
import { DateTimeFormatterBuilder } from '../../time/formatter/builder.js';
import { DecimalStyle, STANDARD_STYLE } from '../../time/formatter/contexts.js';
import { type DateTimeFormatter, withFault } from '../../time/formatter/formatter.js';
import { LocalizedElement, localizedPattern } from '../../time/formatter/localized.js';
import type { SignStyle } from '../../time/formatter/numbers.js';
import { Parsed, type Resolver } from '../../time/formatter/parsed.js';
import { appendPattern } from '../../time/formatter/pattern.js';
import { PREDEFINED } from '../../time/formatter/predefined.js';
import { ISO_CHRONOLOGY } from '../../time/iso_chronology.js';
import { Period } from '../../time/time.js';
import type { ZoneId } from '../../time/zone.js';
import { constants, type EnumConstant } from '../../values/enum_constant.js';
import {
  dateTime,
  illegalArgument,
  indexOutOfBounds,
  notNull,
  Throwable,
} from '../../values/throwable.js';
import { type JavaObject, textOf, type Value } from '../../values/value.js';
import { enumTable } from '../enums.js';

const F = 'java.time.format.';
const FORMAT_STYLE = constants(`${F}FormatStyle`, ['FULL', 'LONG', 'MEDIUM', 'SHORT']);
const RESOLVER = constants(`${F}ResolverStyle`, ['STRICT', 'SMART', 'LENIENT']);
const SIGN_STYLE = constants(`${F}SignStyle`, [
  'NORMAL',
  'ALWAYS',
  'NEVER',
  'NOT_NEGATIVE',
  'EXCEEDS_PAD',
]);
/** Each style precedes its stand-alone form, so that the two differ in bit 0 of the ordinal. */
const TEXT_STYLE = constants(`${F}TextStyle`, [
  'FULL',
  'FULL_STANDALONE',
  'SHORT',
  'SHORT_STANDALONE',
  'NARROW',
  'NARROW_STANDALONE',
]);

type Formatter = DateTimeFormatter;
type B = DateTimeFormatterBuilder;

const ofPattern = (pattern: string, by: Locale = DEFAULT_LOCALE): Formatter =>
  appendPattern(new DateTimeFormatterBuilder(), notNull(pattern)).build(by);

const localized = (date: EnumConstant | null, time: EnumConstant | null): Formatter =>
  new DateTimeFormatterBuilder()
    .append(new LocalizedElement(date?.name, time?.name))
    .build()
    .with({ hasChronology: true });

/** `parseBest`: the result of the first query that succeeds. */
function parseBest(self: Formatter, text: Value, { items }: JArray): Value {
  if (items.length < 2) throw illegalArgument('At least two queries must be specified');
  const parsed = self.parse(textOf(text));
  for (const query of items as JFunction[]) {
    try {
      return query.fn(parsed);
    } catch (error) {
      // The next query may succeed where this one failed.
      if (!(error instanceof Throwable)) throw error;
    }
  }
  return withFault(textOf(text), () => {
    throw dateTime('Unable to convert temporal object using any of the specified queries');
  });
}

function parseUnresolved(self: Formatter, text: Value, position: ParsePosition): Parsed | null {
  const source = textOf(text);
  if (position.index < 0 || position.index > source.length) throw indexOutOfBounds(null);
  const { parsed, end } = self.read(source, position.index);
  if (end < 0) {
    // A negative end is the complement of the error's position.
    position.errorIndex = ~end;
    return null;
  }
  position.index = end;
  return parsed;
}

const setOf = (values: readonly Value[]): JSet => {
  const set = new JSet();
  for (const value of values) set.add(value);
  return set;
};

/** A static method that returns a query: what `ask` finds in a parsed text, else null. */
const asked = (ask: (parsed: Parsed) => Value) => () =>
  new JFunction('java.time.temporal.TemporalQuery', (from: Value) =>
    from instanceof Parsed ? ask(from) : null,
  );

const formatterMethods: Readonly<Record<string, Implementation>> = {
  'String format(TemporalAccessor)': (self: Formatter, temporal: JavaObject) =>
    self.format(notNull(temporal)),
  'void formatTo(TemporalAccessor,Appendable)': (
    self: Formatter,
    temporal: JavaObject,
    into: JStringBuilder,
  ) => {
    into.append(self.format(temporal));
  },
  'Chronology getChronology()': (self: Formatter) => (self.hasChronology ? ISO_CHRONOLOGY : null),
  'DecimalStyle getDecimalStyle()': (self: Formatter) => self.style,
  'Locale getLocale()': (self: Formatter) => self.locale,
  'Set getResolverFields()': (self: Formatter) =>
    self.resolverFields === undefined ? null : setOf(self.resolverFields),
  'ResolverStyle getResolverStyle()': (self: Formatter) =>
    RESOLVER.find((one) => one.name === self.resolver) ?? null,
  'ZoneId getZone()': (self: Formatter) => self.zone ?? null,
  'TemporalAccessor parse(CharSequence)': (self: Formatter, text: Value) =>
    self.parse(textOf(notNull(text))),
  'def parse(CharSequence,TemporalQuery)': (self: Formatter, text: Value, query: JFunction) => {
    const source = textOf(notNull(text));
    const parsed = self.parse(source);
    return withFault(source, () => query.fn(parsed));
  },
  'TemporalAccessor parseBest(CharSequence,TemporalQuery[])': parseBest,
  'TemporalAccessor parseUnresolved(CharSequence,ParsePosition)': parseUnresolved,
  'DateTimeFormatter withChronology(Chronology)': (self: Formatter, chronology: Value) =>
    self.with({ hasChronology: chronology !== null }),
  'DateTimeFormatter withDecimalStyle(DecimalStyle)': (self: Formatter, style: DecimalStyle) =>
    self.with({ style }),
  'DateTimeFormatter withLocale(Locale)': (self: Formatter, locale: Locale) =>
    self.with({ locale }),
  'DateTimeFormatter withResolverFields(Set)': (self: Formatter, fields: JSet | null) =>
    self.with({ resolverFields: (fields?.toArray() as EnumConstant[] | undefined) ?? undefined }),
  'DateTimeFormatter withResolverStyle(ResolverStyle)': (
    self: Formatter,
    style: EnumConstant<Resolver>,
  ) => self.with({ resolver: style.name }),
  'DateTimeFormatter withZone(ZoneId)': (self: Formatter, zone: ZoneId | null) =>
    self.with({ zone: zone ?? undefined }),
};

type Build = (self: B, ...args: never[]) => B;

/** Methods of the builder, which all return the builder: adds that return type to signatures. */
const build = (methods: Readonly<Record<string, Build>>): Record<string, Implementation> =>
  Object.fromEntries(
    Object.entries(methods).map(([signature, run]) => [
      `DateTimeFormatterBuilder ${signature}`,
      run,
    ]),
  );

const builderMethods = build({
  'append(DateTimeFormatter)': (self, part: Formatter) => self.formatter(notNull(part), false),
  'appendFraction(TemporalField,int,int,boolean)': (
    self,
    field: EnumConstant,
    min: number,
    max: number,
    point: boolean,
  ) => self.fraction(field, min, max, point),
  // -2: as many fraction digits as needed, in groups of three.
  'appendInstant()': (self) => self.instant(-2),
  'appendInstant(int)': (self, digits: number) => self.instant(digits),
  'appendLiteral(String)': (self, text: string) => self.literal(notNull(text)),
  'appendLocalized(FormatStyle,FormatStyle)': (
    self,
    date: EnumConstant | null,
    time: EnumConstant | null,
  ) => {
    if (date === null && time === null)
      throw illegalArgument('Either the date or time style must be non-null');
    return self.append(new LocalizedElement(date?.name, time?.name));
  },
  'appendLocalizedOffset(TextStyle)': (self, style: EnumConstant) =>
    self.localizedOffset(style.name),
  'appendOffset(String,String)': (self, pattern: string, none: string) =>
    self.offset(pattern, notNull(none)),
  'appendOffsetId()': (self) => self.offset('+HH:MM:ss', 'Z'),
  'appendOptional(DateTimeFormatter)': (self, part: Formatter) =>
    self.formatter(notNull(part), true),
  'appendPattern(String)': (self, pattern: string) => appendPattern(self, notNull(pattern)),
  'appendText(TemporalField)': (self, field: EnumConstant) => self.named(field),
  'appendText(TemporalField,TextStyle)': (self, field: EnumConstant, style: EnumConstant) =>
    self.named(field, style.name),
  'appendValue(TemporalField)': (self, field: EnumConstant) => self.value(field),
  'appendValue(TemporalField,int)': (self, field: EnumConstant, width: number) =>
    self.fixedValue(field, width),
  'appendValue(TemporalField,int,int,SignStyle)': (
    self,
    field: EnumConstant,
    min: number,
    max: number,
    sign: EnumConstant<SignStyle>,
  ) =>
    min === max && sign.name === 'NOT_NEGATIVE'
      ? self.fixedValue(field, max)
      : self.value(field, min, max, sign.name),
  'appendValueReduced(TemporalField,int,int,int)': (
    self,
    field: EnumConstant,
    width: number,
    max: number,
    base: number,
  ) => self.reduced(field, width, max, base),
  'appendZoneId()': (self) => self.zoneId('ZoneId()'),
  'appendZoneOrOffsetId()': (self) => self.zoneId('ZoneOrOffsetId()'),
  'appendZoneRegionId()': (self) => self.zoneId('ZoneRegionId()'),
  'appendZoneText(TextStyle)': (self, style: EnumConstant) => self.zoneText(style.name),
  'appendZoneText(TextStyle,Set)': (self, style: EnumConstant) => self.zoneText(style.name),
  'optionalEnd()': (self) => self.optionalEnd(),
  'optionalStart()': (self) => self.optionalStart(),
  'padNext(int)': (self, width: number) => self.padNext(width),
  'padNext(int,char)': (self, width: number, filler: number) =>
    self.padNext(width, String.fromCharCode(filler)),
  'parseCaseInsensitive()': (self) => self.setting('ParseCaseSensitive', false),
  'parseCaseSensitive()': (self) => self.setting('ParseCaseSensitive', true),
  'parseDefaulting(TemporalField,long)': (self, field: EnumConstant, value: bigint) =>
    self.defaulting(field, value),
  'parseLenient()': (self) => self.setting('ParseStrict', false),
  'parseStrict()': (self) => self.setting('ParseStrict', true),
  'appendChronologyId()': (self) => self.literal('ISO'),
  'appendChronologyText(TextStyle)': (self) => self.literal('ISO'),
});

function styleOf(by: Locale): DecimalStyle {
  const { zero, minus, decimal } = signsOf(by);
  return new DecimalStyle(zero, '+', minus, decimal);
}

/** A Java char: the code of a text of one character, and back. */
const unit = (text: string): number => text.charCodeAt(0);
const sign = (code: number): string => String.fromCharCode(code);
type D = DecimalStyle;

export const timeFormatter: readonly ClassTable[] = [
  {
    name: `${F}DateTimeFormatter`,
    constants: Object.fromEntries(
      Object.entries(PREDEFINED).map(([name, one]) => [`DateTimeFormatter ${name}`, one]),
    ),
    statics: {
      'DateTimeFormatter ofLocalizedDate(FormatStyle)': (date: EnumConstant) =>
        localized(date, null),
      'DateTimeFormatter ofLocalizedDateTime(FormatStyle)': (both: EnumConstant) =>
        localized(both, both),
      'DateTimeFormatter ofLocalizedDateTime(FormatStyle,FormatStyle)': localized,
      'DateTimeFormatter ofLocalizedTime(FormatStyle)': (time: EnumConstant) =>
        localized(null, time),
      'DateTimeFormatter ofPattern(String)': (pattern: string) => ofPattern(pattern),
      'DateTimeFormatter ofPattern(String,Locale)': ofPattern,
      'TemporalQuery parsedExcessDays()': asked(({ excess }) => excess ?? new Period(0, 0, 0)),
      'TemporalQuery parsedLeapSecond()': asked(({ leapSecond }) => leapSecond),
    },
    methods: formatterMethods,
  },
  {
    name: `${F}Parsed`,
    hidden: true,
    supers: ['java.time.temporal.TemporalAccessor'],
    methods: {},
  },
  {
    name: `${F}DateTimeFormatterBuilder`,
    constructors: { '()': () => new DateTimeFormatterBuilder() },
    statics: {
      'String getLocalizedDateTimePattern(FormatStyle,FormatStyle,Chronology,Locale)': (
        date: EnumConstant | null,
        time: EnumConstant | null,
        _chronology: Value,
        by: Locale,
      ) => {
        if (date === null && time === null)
          throw illegalArgument('Either dateStyle or timeStyle must be non-null');
        return localizedPattern(date?.name, time?.name, by);
      },
    },
    methods: {
      ...builderMethods,
      'DateTimeFormatter toFormatter()': (self: B) => self.build(),
      'DateTimeFormatter toFormatter(Locale)': (self: B, by: Locale) => self.build(by),
    },
  },
  {
    name: `${F}DecimalStyle`,
    constants: { 'DecimalStyle STANDARD': STANDARD_STYLE },
    statics: {
      'DecimalStyle of(Locale)': styleOf,
      'DecimalStyle ofDefaultLocale()': () => styleOf(DEFAULT_LOCALE),
    },
    methods: {
      'char getDecimalSeparator()': (self: D) => unit(self.decimal),
      'char getNegativeSign()': (self: D) => unit(self.negative),
      'char getPositiveSign()': (self: D) => unit(self.positive),
      'char getZeroDigit()': (self: D) => unit(self.zero),
      'DecimalStyle withDecimalSeparator(char)': (self: D, to: number) =>
        new DecimalStyle(self.zero, self.positive, self.negative, sign(to)),
      'DecimalStyle withNegativeSign(char)': (self: D, to: number) =>
        new DecimalStyle(self.zero, self.positive, sign(to), self.decimal),
      'DecimalStyle withPositiveSign(char)': (self: D, to: number) =>
        new DecimalStyle(self.zero, sign(to), self.negative, self.decimal),
      'DecimalStyle withZeroDigit(char)': (self: D, to: number) =>
        new DecimalStyle(sign(to), self.positive, self.negative, self.decimal),
    },
  },
  enumTable(`${F}FormatStyle`, FORMAT_STYLE),
  enumTable(`${F}ResolverStyle`, RESOLVER),
  enumTable(`${F}SignStyle`, SIGN_STYLE),
  enumTable(`${F}TextStyle`, TEXT_STYLE, {
    methods: {
      'TextStyle asNormal()': (self: EnumConstant) => TEXT_STYLE[self.ordinal & ~1],
      'TextStyle asStandalone()': (self: EnumConstant) => TEXT_STYLE[self.ordinal | 1],
      'boolean isStandalone()': (self: EnumConstant) => (self.ordinal & 1) === 1,
    },
  }),
];
