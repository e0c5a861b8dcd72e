/** The exceptions of java.lang, java.util, java.time and java.text, with their getters. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import { Throwable } from '../values/throwable.js';
import { JavaObject, textOf, type Value } from '../values/value.js';

/** Each exception with its superclass. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'java.lang.ArithmeticException': 'java.lang.RuntimeException',
  'java.lang.ArrayIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.lang.ArrayStoreException': 'java.lang.RuntimeException',
  'java.lang.ClassCastException': 'java.lang.RuntimeException',
  'java.lang.ClassNotFoundException': 'java.lang.ReflectiveOperationException',
  'java.lang.CloneNotSupportedException': 'java.lang.Exception',
  'java.lang.EnumConstantNotPresentException': 'java.lang.RuntimeException',
  'java.lang.IllegalAccessException': 'java.lang.ReflectiveOperationException',
  'java.lang.IllegalArgumentException': 'java.lang.RuntimeException',
  'java.lang.IllegalMonitorStateException': 'java.lang.RuntimeException',
  'java.lang.IllegalStateException': 'java.lang.RuntimeException',
  'java.lang.IllegalThreadStateException': 'java.lang.IllegalArgumentException',
  'java.lang.IndexOutOfBoundsException': 'java.lang.RuntimeException',
  'java.lang.InstantiationException': 'java.lang.ReflectiveOperationException',
  'java.lang.InterruptedException': 'java.lang.Exception',
  'java.lang.NegativeArraySizeException': 'java.lang.RuntimeException',
  'java.lang.NoSuchFieldException': 'java.lang.ReflectiveOperationException',
  'java.lang.NoSuchMethodException': 'java.lang.ReflectiveOperationException',
  'java.lang.NullPointerException': 'java.lang.RuntimeException',
  'java.lang.NumberFormatException': 'java.lang.IllegalArgumentException',
  'java.lang.ReflectiveOperationException': 'java.lang.Exception',
  'java.lang.RuntimeException': 'java.lang.Exception',
  'java.lang.SecurityException': 'java.lang.RuntimeException',
  'java.lang.StringIndexOutOfBoundsException': 'java.lang.IndexOutOfBoundsException',
  'java.lang.TypeNotPresentException': 'java.lang.RuntimeException',
  'java.lang.UnsupportedOperationException': 'java.lang.RuntimeException',
  'java.text.ParseException': 'java.lang.Exception',
  'java.time.DateTimeException': 'java.lang.RuntimeException',
  'java.time.format.DateTimeParseException': 'java.time.DateTimeException',
  'java.time.temporal.UnsupportedTemporalTypeException': 'java.time.DateTimeException',
  'java.time.zone.ZoneRulesException': 'java.time.DateTimeException',
  'java.util.ConcurrentModificationException': 'java.lang.RuntimeException',
  'java.util.DuplicateFormatFlagsException': 'java.util.IllegalFormatException',
  'java.util.EmptyStackException': 'java.lang.RuntimeException',
  'java.util.FormatFlagsConversionMismatchException': 'java.util.IllegalFormatException',
  'java.util.FormatterClosedException': 'java.lang.IllegalStateException',
  'java.util.IllegalFormatCodePointException': 'java.util.IllegalFormatException',
  'java.util.IllegalFormatConversionException': 'java.util.IllegalFormatException',
  'java.util.IllegalFormatException': 'java.lang.IllegalArgumentException',
  'java.util.IllegalFormatFlagsException': 'java.util.IllegalFormatException',
  'java.util.IllegalFormatPrecisionException': 'java.util.IllegalFormatException',
  'java.util.IllegalFormatWidthException': 'java.util.IllegalFormatException',
  'java.util.IllformedLocaleException': 'java.lang.RuntimeException',
  'java.util.InputMismatchException': 'java.util.NoSuchElementException',
  'java.util.MissingFormatArgumentException': 'java.util.IllegalFormatException',
  'java.util.MissingFormatWidthException': 'java.util.IllegalFormatException',
  'java.util.MissingResourceException': 'java.lang.RuntimeException',
  'java.util.NoSuchElementException': 'java.lang.RuntimeException',
  'java.util.TooManyListenersException': 'java.lang.Exception',
  'java.util.UnknownFormatConversionException': 'java.util.IllegalFormatException',
  'java.util.UnknownFormatFlagsException': 'java.util.IllegalFormatException',
};

type Constructors = NonNullable<ClassTable['constructors']>;
type Made = (...args: never[]) => Throwable;

/** Exceptions that are constructed from details and build their message themselves. */
const WORDED: Readonly<Record<string, Readonly<Record<string, Made>>>> = {
  'java.text.ParseException': {
    '(String,int)': (message: string | null, offset: number) =>
      new Throwable('java.text.ParseException', message, { details: { offset } }),
  },
  'java.time.format.DateTimeParseException': {
    '(String,CharSequence,int)': (message: string | null, text: Value, index: number) =>
      new Throwable('java.time.format.DateTimeParseException', message, {
        details: { text: textOf(text), index },
      }),
  },
  'java.util.DuplicateFormatFlagsException': {
    '(String)': (flags: string) =>
      new Throwable('java.util.DuplicateFormatFlagsException', `Flags = '${flags}'`, {
        details: { flags },
      }),
  },
  'java.util.FormatFlagsConversionMismatchException': {
    '(String,char)': (flags: string, conversion: number) =>
      new Throwable(
        'java.util.FormatFlagsConversionMismatchException',
        `Conversion = ${String.fromCharCode(conversion)}, Flags = ${flags}`,
        { details: { flags, conversion } },
      ),
  },
  'java.util.IllegalFormatCodePointException': {
    '(int)': (code: number) =>
      new Throwable(
        'java.util.IllegalFormatCodePointException',
        `Code point = 0x${(code >>> 0).toString(16)}`,
        { details: { code } },
      ),
  },
  'java.util.IllegalFormatFlagsException': {
    '(String)': (flags: string) =>
      new Throwable('java.util.IllegalFormatFlagsException', `Flags = '${flags}'`, {
        details: { flags },
      }),
  },
  'java.util.IllegalFormatPrecisionException': {
    '(int)': (size: number) =>
      new Throwable('java.util.IllegalFormatPrecisionException', String(size), {
        details: { size },
      }),
  },
  'java.util.IllegalFormatWidthException': {
    '(int)': (size: number) =>
      new Throwable('java.util.IllegalFormatWidthException', String(size), { details: { size } }),
  },
  'java.util.IllformedLocaleException': {
    '()': () =>
      new Throwable('java.util.IllformedLocaleException', null, { details: { index: -1 } }),
    '(String)': (message: string | null) => illformedLocale(message, -1),
    '(String,int)': (message: string | null, index: number) => illformedLocale(message, index),
  },
  'java.util.MissingFormatArgumentException': {
    '(String)': (specifier: string) =>
      new Throwable('java.util.MissingFormatArgumentException', `Format specifier '${specifier}'`, {
        details: { specifier },
      }),
  },
  'java.util.MissingFormatWidthException': {
    '(String)': (specifier: string) =>
      new Throwable('java.util.MissingFormatWidthException', specifier, { details: { specifier } }),
  },
  'java.util.MissingResourceException': {
    '(String,String,String)': (message: string | null, className: string, key: string) =>
      new Throwable('java.util.MissingResourceException', message, {
        details: { className, key },
      }),
  },
  'java.util.UnknownFormatConversionException': {
    '(String)': (conversion: string) =>
      new Throwable('java.util.UnknownFormatConversionException', `Conversion = '${conversion}'`, {
        details: { conversion },
      }),
  },
  'java.util.UnknownFormatFlagsException': {
    '(String)': (flags: string) =>
      new Throwable('java.util.UnknownFormatFlagsException', `Flags = ${flags}`, {
        details: { flags },
      }),
  },
};

export function illformedLocale(message: string | null, index: number): Throwable {
  const shown = index < 0 ? message : `${message} [at index ${index}]`;
  return new Throwable('java.util.IllformedLocaleException', shown, { details: { index } });
}

const SILENT = /\.(?:EmptyStack|FormatterClosed)Exception$/;
const NOT_MADE =
  /\.(?:IllegalFormat|IllegalFormatConversion|EnumConstantNotPresent|TypeNotPresent)Exception$/;

/** Most exceptions have constructors with and without a message. */
function constructorsOf(name: string): Constructors {
  const worded = WORDED[name];
  if (worded !== undefined) return worded;
  if (NOT_MADE.test(name)) return {};
  const silent = { '()': () => new Throwable(name, null) };
  if (SILENT.test(name)) return silent;
  const spoken = { '(String)': (message: string | null) => new Throwable(name, message) };
  return name.startsWith('java.time.') ? spoken : { ...silent, ...spoken };
}

const detail =
  (key: string): Implementation =>
  (self: Throwable) =>
    self.details[key] ?? null;

/** The letter of a conversion: a char in the classes that declare one. */
const conversionUnit = (self: Throwable): number => {
  const { conversion } = self.details;
  return typeof conversion === 'number' ? conversion : String(conversion).charCodeAt(0);
};

const GETTERS: Readonly<Record<string, Readonly<Record<string, Implementation>>>> = {
  'java.lang.EnumConstantNotPresentException': { 'String constantName()': detail('constant') },
  'java.lang.TypeNotPresentException': { 'String typeName()': detail('type') },
  'java.text.ParseException': { 'int getErrorOffset()': detail('offset') },
  'java.time.format.DateTimeParseException': {
    'int getErrorIndex()': detail('index'),
    'String getParsedString()': detail('text'),
  },
  'java.util.DuplicateFormatFlagsException': { 'String getFlags()': detail('flags') },
  'java.util.FormatFlagsConversionMismatchException': {
    'char getConversion()': conversionUnit,
    'String getFlags()': detail('flags'),
  },
  'java.util.IllegalFormatCodePointException': { 'int getCodePoint()': detail('code') },
  'java.util.IllegalFormatConversionException': { 'char getConversion()': conversionUnit },
  'java.util.IllegalFormatFlagsException': { 'String getFlags()': detail('flags') },
  'java.util.IllegalFormatPrecisionException': { 'int getPrecision()': detail('size') },
  'java.util.IllegalFormatWidthException': { 'int getWidth()': detail('size') },
  'java.util.IllformedLocaleException': { 'int getErrorIndex()': detail('index') },
  'java.util.MissingFormatArgumentException': {
    'String getFormatSpecifier()': detail('specifier'),
  },
  'java.util.MissingFormatWidthException': { 'String getFormatSpecifier()': detail('specifier') },
  'java.util.MissingResourceException': {
    'String getClassName()': detail('className'),
    'String getKey()': detail('key'),
  },
  'java.util.UnknownFormatConversionException': { 'String getConversion()': detail('conversion') },
  'java.util.UnknownFormatFlagsException': { 'String getFlags()': detail('flags') },
};

/** A frame of a stack trace: the script itself is the only one. */
class StackTraceElement extends JavaObject {
  readonly className: string = 'java.lang.StackTraceElement';
  readonly inClass: string;
  readonly method: string;
  readonly file: string | null;
  readonly line: number;

  constructor(inClass: string, method: string, file: string | null, line: number) {
    super();
    this.inClass = inClass;
    this.method = method;
    this.file = file;
    this.line = line;
  }

  override text(): string {
    const native = this.line === -2 ? 'Native Method' : undefined;
    const place = this.line >= 0 ? `:${this.line}` : '';
    const shown = native ?? (this.file === null ? 'Unknown Source' : `${this.file}${place}`);
    return `${this.inClass}.${this.method}(${shown})`;
  }

  override equals(other: Value): boolean {
    return other instanceof StackTraceElement && other.text() === this.text();
  }

  override key(): string {
    return `s${this.text()}`;
  }
}

/** The frame of the script: its line is the offset in the source, from one. */
const stackTrace = (self: Throwable): JArray =>
  new JArray('java.lang.StackTraceElement', [
    new StackTraceElement(
      'org.opensearch.painless.PainlessScript$Script',
      'execute',
      null,
      Math.max(self.offset, 0) + 1,
    ),
  ]);

const tables: readonly ClassTable[] = Object.entries(EXCEPTIONS).map(([name, above]) => ({
  name,
  supers: [above],
  constructors: constructorsOf(name),
  methods: GETTERS[name] ?? {},
}));

export const exceptions: readonly ClassTable[] = [
  {
    name: 'java.lang.Exception',
    methods: {
      'String getMessage()': (self: Throwable) => self.message,
      'String getLocalizedMessage()': (self: Throwable) => self.message,
      'StackTraceElement[] getStackTrace()': stackTrace,
    },
    constructors: {
      '()': () => new Throwable('java.lang.Exception', null),
      '(String)': (message: string | null) => new Throwable('java.lang.Exception', message),
    },
  },
  {
    name: 'java.lang.StackTraceElement',
    constructors: {
      '(String,String,String,int)': (a: string, b: string, c: string | null, line: number) =>
        new StackTraceElement(a, b, c, line),
    },
    methods: {
      'String getClassName()': (self: StackTraceElement) => self.inClass,
      'String getFileName()': (self: StackTraceElement) => self.file,
      'int getLineNumber()': (self: StackTraceElement) => self.line,
      'String getMethodName()': (self: StackTraceElement) => self.method,
      'boolean isNativeMethod()': (self: StackTraceElement) => self.line === -2,
    },
  },
  ...tables,
  {
    name: 'java.util.regex.PatternSyntaxException',
    hidden: true,
    supers: ['java.lang.IllegalArgumentException'],
  },
];
