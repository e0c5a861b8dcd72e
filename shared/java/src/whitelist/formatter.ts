/** java.util.Formatter: `String.format` into a growing text. */
import type { ClassTable } from '../class_table.js';
import type { JArray } from '../containers/container_types.js';
import { formatJava } from '../text/format.js';
import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { JStringBuilder } from '../text/string_builder.js';
import { constants } from '../values/enum_constant.js';
import { JavaObject } from '../values/value.js';
import { enumTable } from './enums.js';

const LAYOUT = constants('java.util.Formatter$BigDecimalLayoutForm', [
  'SCIENTIFIC',
  'DECIMAL_FLOAT',
]);

class JFormatter extends JavaObject {
  readonly className: string = 'java.util.Formatter';
  readonly out: JStringBuilder;
  readonly locale: Locale | null;

  constructor(out: JStringBuilder | null, locale: Locale | null) {
    super();
    this.out = out ?? new JStringBuilder();
    this.locale = locale;
  }

  write(by: Locale | null, pattern: string, args: JArray): this {
    this.out.append(formatJava(pattern, args.items, by));
    return this;
  }

  override text(): string {
    return this.out.text();
  }
}

export const formatter: readonly ClassTable[] = [
  {
    name: 'java.util.Formatter',
    constructors: {
      '()': () => new JFormatter(null, DEFAULT_LOCALE),
      '(Appendable)': (out: JStringBuilder | null) => new JFormatter(out, DEFAULT_LOCALE),
      '(Appendable,Locale)': (out: JStringBuilder | null, by: Locale | null) =>
        new JFormatter(out, by),
    },
    methods: {
      'Formatter format(String,def[])': (self: JFormatter, pattern: string, args: JArray) =>
        self.write(self.locale, pattern, args),
      'Formatter format(Locale,String,def[])': (
        self: JFormatter,
        by: Locale | null,
        pattern: string,
        args: JArray,
      ) => self.write(by, pattern, args),
      'Locale locale()': (self: JFormatter) => self.locale,
      'Appendable out()': (self: JFormatter) => self.out,
    },
  },
  // OpenSearch's whitelist contains only its constants.
  { ...enumTable('java.util.Formatter$BigDecimalLayoutForm', LAYOUT), statics: {} },
  {
    name: 'java.util.FormattableFlags',
    constants: { 'int LEFT_JUSTIFY': 1, 'int UPPERCASE': 2, 'int ALTERNATE': 4 },
  },
];
