/** `String.format`: the conversions scripts use: d, x, o, s, S, f, e, c, b, n, %. */
import { kindOf, rawNumber } from './convert.js';
import { allocate } from './meter.js';
import { Throwable } from './throwable.js';
import { classNameOf, textOf, type Value } from './value.js';

const SPECIFIER = /%(\d+\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;

export function formatJava(pattern: string, args: readonly Value[]): string {
  let next = 0;
  return pattern.replace(
    SPECIFIER,
    (
      spec: string,
      place: string | undefined,
      flags: string,
      width: string | undefined,
      precision: string | undefined,
      kind: string,
    ) => {
      if (kind === 'n') return '\n';
      if (kind === '%') return pad('%', flags, width);
      const index = place === undefined ? next++ : Number(place.slice(0, -1)) - 1;
      if (index >= args.length)
        throw new Throwable(
          'java.util.MissingFormatArgumentException',
          `Format specifier '${spec}'`,
        );
      const value = args[index] ?? null;
      return pad(convertOne(value, { kind, flags, precision }), flags, width);
    },
  );
}

function pad(text: string, flags: string, width: string | undefined): string {
  const length = Number(width ?? 0);
  allocate(Math.max(length, text.length));
  if (flags.includes('-')) return text.padEnd(length);
  if (!flags.includes('0')) return text.padStart(length);
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(length - sign.length, '0');
}

interface Conversion {
  readonly kind: string;
  readonly flags: string;
  readonly precision: string | undefined;
}

function convertOne(value: Value, { kind, flags, precision }: Conversion): string {
  switch (kind) {
    case 's':
    case 'S': {
      const text =
        precision === undefined ? textOf(value) : textOf(value).slice(0, Number(precision));
      return kind === 'S' ? text.toUpperCase() : text;
    }
    case 'b':
      return String(value === null ? false : typeof value === 'boolean' ? value : true);
    case 'c':
      return textOf(value);
    case 'd':
      return signed(String(whole(value, kind)), flags);
    case 'x':
    case 'X':
    case 'o':
      return radixText(value, kind);
    case 'f':
      return signed(fixed(value, Number(precision ?? 6)), flags);
    case 'e': {
      const text = decimal(value, kind).toExponential(Number(precision ?? 6));
      return signed(text.replace(/e([+-])(\d)$/, 'e$10$2'), flags);
    }
    default:
      throw new Throwable('java.util.UnknownFormatConversionException', `Conversion = '${kind}'`);
  }
}

function signed(text: string, flags: string): string {
  const grouped = flags.includes(',')
    ? text.replace(/^-?\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))
    : text;
  if (grouped.startsWith('-')) return grouped;
  if (flags.includes('+')) return `+${grouped}`;
  return flags.includes(' ') ? ` ${grouped}` : grouped;
}

function refuse(value: Value, kind: string): Throwable {
  return new Throwable(
    'java.util.IllegalFormatConversionException',
    `${kind} != ${value === null ? 'null' : classNameOf(value)}`,
  );
}

function whole(value: Value, kind: string): number | bigint | string {
  const type = kindOf(value);
  if (value === null) return 'null';
  if (type === undefined || type === 'double' || type === 'float' || type === 'char')
    throw refuse(value, kind);
  return rawNumber(value);
}

function radixText(value: Value, kind: string): string {
  const raw = whole(value, kind);
  const bits = typeof raw === 'bigint' ? 64 : 32;
  const text = BigInt.asUintN(bits, BigInt(raw)).toString(kind === 'o' ? 8 : 16);
  return kind === 'X' ? text.toUpperCase() : text;
}

function decimal(value: Value, kind: string): number {
  const type = kindOf(value);
  if (type !== 'double' && type !== 'float') throw refuse(value, kind);
  return Number(rawNumber(value));
}

function fixed(value: Value, digits: number): string {
  if (value === null) return 'null';
  const number = decimal(value, 'f');
  return Number.isFinite(number) ? number.toFixed(Math.min(digits, 100)) : String(number);
}
