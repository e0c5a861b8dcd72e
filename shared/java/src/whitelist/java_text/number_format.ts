/** java.text's Format, NumberFormat and DecimalFormat. */
import type { ClassTable, Implementation } from '../../class_table.js';
import type { Rounding } from '../../numbers/big_decimal.js';
import { DecimalFormat } from '../../numbers/decimal_format.js';
import { DEFAULT_LOCALE, type Locale } from '../../text/locale.js';
import type { JStringBuilder } from '../../text/string_builder.js';
import type { FieldPosition, ParsePosition } from '../../text/text_positions.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { illegalArgument, notNull, Throwable } from '../../values/throwable.js';
import type { JavaObject, Value } from '../../values/value.js';
import { MODES } from '../big_numbers.js';

/** The methods of every java.text format. */
interface TextFormat extends JavaObject {
  format(value: Value): string;
  parse(text: string, from: number): { value: Value; end: number } | undefined;
  copy(): JavaObject;
}

export function parseWhole(self: TextFormat, text: string, words: string): Value {
  const found = self.parse(notNull(text), 0);
  if (found !== undefined) return found.value;
  throw new Throwable('java.text.ParseException', `${words}: "${text}"`, {
    details: { offset: 0 },
  });
}

export function parseAt(self: TextFormat, text: string, position: ParsePosition): Value {
  const found = self.parse(notNull(text), position.index);
  if (found === undefined) {
    position.errorIndex = position.index;
    return null;
  }
  position.index = found.end;
  return found.value;
}

type D = DecimalFormat;

const made =
  (pattern: string, change: (format: D) => void = () => undefined) =>
  (by: Locale = DEFAULT_LOCALE): D => {
    const format = new DecimalFormat(pattern, by);
    change(format);
    return format;
  };

const plain = made('#,##0.###');
const percent = made('#,##0%');
const whole = made('#,##0', (format) => {
  format.integerOnly = true;
});

/** `getInstance()` and `getInstance(Locale)`. */
function instances(name: string, make: (by?: Locale) => D): Record<string, Implementation> {
  return {
    [`NumberFormat ${name}()`]: () => make(),
    [`NumberFormat ${name}(Locale)`]: (by: Locale) => make(notNull(by)),
  };
}

/** The opposite limit of each limit. */
const OPPOSITE = {
  maxFraction: 'minFraction',
  maxWhole: 'minWhole',
  minFraction: 'maxFraction',
  minWhole: 'maxWhole',
} as const;
type Property = keyof typeof OPPOSITE;

/** Setting one limit beyond the other moves the other too. */
function limit(name: string, property: Property): Record<string, Implementation> {
  const isMax = property.startsWith('max');
  const other = OPPOSITE[property];
  return {
    [`int get${name}()`]: (self: D) => self[property],
    [`void set${name}(int)`]: (self: D, count: number) => {
      self[property] = Math.max(0, count);
      if (isMax ? self[other] > self[property] : self[other] < self[property])
        self[other] = self[property];
    },
  };
}

/** Java keeps the size of a group as a byte. */
const MAX_BYTE = 127;

type Text = 'positivePrefix' | 'positiveSuffix' | 'negativePrefix' | 'negativeSuffix';

function text(name: string, property: Text): Record<string, Implementation> {
  return {
    [`String get${name}()`]: (self: D) => self[property],
    [`void set${name}(String)`]: (self: D, to: string) => {
      self[property] = notNull(to);
    },
  };
}

export const numberFormat: readonly ClassTable[] = [
  {
    name: 'java.text.Format',
    methods: {
      'def clone()': (self: TextFormat) => self.copy(),
      'String format(Object)': (self: TextFormat, value: Value) => self.format(value),
      'StringBuffer format(Object,StringBuffer,FieldPosition)': (
        self: TextFormat,
        value: Value,
        into: JStringBuilder,
        _position: FieldPosition,
      ) => into.append(self.format(value)),
      'Object parseObject(String)': (self: TextFormat, source: string) =>
        parseWhole(self, source, 'Format.parseObject(String) failed'),
      'Object parseObject(String,ParsePosition)': parseAt,
    },
  },
  {
    name: 'java.text.NumberFormat',
    supers: ['java.text.Format'],
    constants: { 'int FRACTION_FIELD': 1, 'int INTEGER_FIELD': 0 },
    statics: {
      ...instances('getInstance', plain),
      ...instances('getNumberInstance', plain),
      ...instances('getIntegerInstance', whole),
      ...instances('getPercentInstance', percent),
    },
    methods: {
      ...limit('MaximumFractionDigits', 'maxFraction'),
      ...limit('MaximumIntegerDigits', 'maxWhole'),
      ...limit('MinimumFractionDigits', 'minFraction'),
      ...limit('MinimumIntegerDigits', 'minWhole'),
      'RoundingMode getRoundingMode()': (self: D) =>
        MODES.find((mode) => mode.name === self.rounding),
      'boolean isGroupingUsed()': (self: D) => self.groupingUsed,
      'boolean isParseIntegerOnly()': (self: D) => self.integerOnly,
      'Number parse(String)': (self: D, source: string) =>
        parseWhole(self, source, 'Unparseable number'),
      'Number parse(String,ParsePosition)': parseAt,
      'void setGroupingUsed(boolean)': (self: D, used: boolean) => {
        self.groupingUsed = used;
      },
      'void setParseIntegerOnly(boolean)': (self: D, only: boolean) => {
        self.integerOnly = only;
      },
      'void setRoundingMode(RoundingMode)': (self: D, mode: EnumConstant<Rounding>) => {
        self.rounding = notNull(mode).name;
      },
    },
  },
  {
    name: 'java.text.DecimalFormat',
    supers: ['java.text.NumberFormat'],
    constructors: {
      '()': () => new DecimalFormat('#,##0.###'),
      '(String)': (pattern: string) => new DecimalFormat(notNull(pattern)),
    },
    methods: {
      ...text('PositivePrefix', 'positivePrefix'),
      ...text('PositiveSuffix', 'positiveSuffix'),
      ...text('NegativePrefix', 'negativePrefix'),
      ...text('NegativeSuffix', 'negativeSuffix'),
      'void applyPattern(String)': (self: D, pattern: string) =>
        self.applyPattern(notNull(pattern)),
      'int getGroupingSize()': (self: D) => self.groupingSize,
      'int getMultiplier()': (self: D) => self.multiplier,
      'boolean isDecimalSeparatorAlwaysShown()': (self: D) => self.pointShown,
      'void setDecimalSeparatorAlwaysShown(boolean)': (self: D, shown: boolean) => {
        self.pointShown = shown;
      },
      'void setGroupingSize(int)': (self: D, size: number) => {
        if (size < 0 || size > MAX_BYTE)
          throw illegalArgument(`newValue is out of valid range. value: ${size}`);
        self.groupingSize = size;
      },
      'void setMultiplier(int)': (self: D, by: number) => {
        self.multiplier = by;
      },
      'String toPattern()': (self: D) => self.toPattern(),
    },
  },
];
