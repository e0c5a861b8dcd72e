/** `convert`: converts a value to another type. */
import { javaDouble } from '@skein/base';
import { ApiError } from '@skein/errors';
import { JDouble, JFloat, JList, textOf, type Value } from '@skein/java';
import { illegalArgument, numberFormat } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { isIpAddress } from '../text/ip_address.js';
import { notFloating, parseInteger, parseWhole } from '../text/java_number.js';
import { newList } from '../values.js';

type Conversion = (value: Value) => Value;

/** A null in a list is left to the conversion; a field that is null never comes here. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  integer,
  long,
  double: (value) => new JDouble(floating(value, 'double')),
  float: (value) => new JFloat(Math.fround(floating(value, 'float'))),
  boolean: (value) => {
    const given = presentText(value);
    const text = given.toLowerCase();
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw illegalArgument(`[${given}] is not a boolean value, cannot convert to boolean`);
  },
  ip: (value) => {
    const text = textOf(value);
    if (isIpAddress(text)) return value;
    throw illegalArgument(`[${text}] is not a valid ipv4/ipv6 address`);
  },
  string: presentText,
  auto: (value) => (typeof value === 'string' ? guessed(value) : value),
};

export const convert: ProcessorType = {
  name: 'convert',
  create: (config) => {
    const field = config.string('field');
    const type = config.string('type');
    const targetField = config.string('target_field', field);
    const name = type.toLowerCase();
    const conversion = Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined;
    if (conversion === undefined) {
      throw config.fault('type', `type [${type}] not supported, cannot convert field.`);
    }
    const ignoreMissing = config.boolean('ignore_missing', false);
    return {
      run: (document) => {
        const value = document.find(field, ignoreMissing);
        if (value === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`Field [${field}] is null, cannot be converted to type [${name}]`);
        }
        const converted =
          value instanceof JList
            ? newList(value.items.map((one) => conversion(one)))
            : conversion(value);
        document.set(targetField, converted);
      },
    };
  },
};

function presentText(value: Value): string {
  if (value !== null) return textOf(value);
  throw new ApiError(
    'null_pointer_exception',
    'Cannot invoke "Object.toString()" because "value" is null',
  );
}

function integer(value: Value): number {
  const text = presentText(value);
  return parseInteger(text) ?? failed(text, 'integer');
}

function long(value: Value): bigint {
  const text = presentText(value);
  return parseWhole(text, 64) ?? failed(text, 'long');
}

function failed(text: string, type: string): never {
  throw illegalArgument(`unable to convert [${text}] to ${type}`, notWhole(text));
}

function floating(value: Value, type: string): number {
  const text = presentText(value);
  const number = javaDouble(text);
  if (number !== undefined) return number;
  throw illegalArgument(`unable to convert [${text}] to ${type}`, notFloating(text));
}

function notWhole(text: string): ApiError {
  const [, digits] = /^-?0x(.+)$/.exec(text) ?? [];
  if (digits === undefined) return numberFormat(text);
  const words = `For input string: "${digits}" under radix 16`;
  return new ApiError('number_format_exception', words);
}

function guessed(text: string): Value {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const integer = parseInteger(text);
  if (integer !== undefined) return integer;
  const long = parseWhole(text, 64);
  if (long !== undefined) return long;
  const number = javaDouble(text);
  return number === undefined ? text : new JFloat(Math.fround(number));
}
