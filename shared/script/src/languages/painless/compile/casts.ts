/** Conversions between types, with and without a cast, and the JavaScript for them. */
import { isPrimitive, NUMBER_WIDTHS, type Type, unboxedType, widens } from '@skein/java';
import { castFault, fault } from '../syntax/compile_fault.js';
import { type Code, shown, type Unit } from './unit.js';

interface CastOptions {
  /** True if the cast is written in the script. */
  readonly explicit?: boolean;
  /** True for an argument or a result: a primitive may be boxed. */
  readonly internal?: boolean;
  /** True if no expression of the script is cast, as for the variable of an iteration. */
  readonly isTurn?: boolean;
}

const INTS: ReadonlySet<Type> = new Set(['byte', 'short', 'char', 'int']);
export const isNumeric = (type: Type): boolean => Object.hasOwn(NUMBER_WIDTHS, type);
export const isInt = (type: Type): boolean => INTS.has(type);

export function cast(unit: Unit, code: Code, to: Type, options: CastOptions = {}): Code {
  const from = code.type;
  if (from === to) return code;
  const { at } = code;
  if (code.isNull) {
    if (isPrimitive(to)) throw fault(at, `Cannot cast null to a primitive type [${to}].`);
    return { ...code, type: to };
  }
  if (from === 'void' || to === 'void') throw refused(code, to);
  if (hasPlace(code, to, options)) unit.places.note(at);
  if (to === 'def') {
    if (isPrimitive(from)) unit.places.instruction();
    return { type: to, js: box(unit, from, code.js), at };
  }
  if (from === 'def')
    return {
      type: to,
      js: fromDef(unit, code.js, { to, explicit: options.explicit ?? false }),
      at,
    };
  const js = isPrimitive(to)
    ? toPrimitive(unit, code, { to, ...options })
    : toReference(unit, code, { to, ...options });
  if (js === undefined) throw refused(code, to);
  return { type: to, js, at };
}

/** True if a constant is converted at compile time, so that nothing remains at run time. */
const isFolded = ({ constant }: Code, to: Type): boolean =>
  constant !== undefined && (isPrimitive(to) || to === 'java.lang.String');

/**
 * True if the cast has a position in the text: not for a constant, nor for a cast that is part of
 * its operand.
 */
const hasPlace = (code: Code, to: Type, { isTurn, explicit }: CastOptions): boolean =>
  !isTurn &&
  !isFolded(code, to) &&
  (code.dynamic === undefined || (explicit === true && code.dynamic === 'member'));

function refused(code: Code, to: Type): Error {
  return castFault(
    code.refusedAt ?? code.at,
    `Cannot cast from [${shown(code.type)}] to [${shown(to)}].`,
  );
}

export function box(unit: Unit, type: Type, js: string): string {
  switch (type) {
    case 'double':
      return `${unit.use('boxDouble')}(${js})`;
    case 'float':
      return `${unit.use('boxFloat')}(${js})`;
    case 'byte':
      return `${unit.use('boxByte')}(${js})`;
    case 'short':
      return `${unit.use('boxShort')}(${js})`;
    case 'char':
      return `${unit.use('boxChar')}(${js})`;
    default:
      return js;
  }
}

function fromDef(
  unit: Unit,
  js: string,
  { to, explicit }: { to: Type; explicit: boolean },
): string {
  if (to === 'java.lang.Object') return js;
  const here = unit.here();
  if (to === 'boolean') return `${unit.use('defToBoolean')}(${js},${here})`;
  if (isNumeric(to))
    return `${unit.use('defToNumber')}(${js},${unit.constant(to)},${explicit},${here})`;
  const registry = unit.constant(unit.registry);
  if (unit.registry.get(to)?.functional)
    return `${unit.use('asFunction')}(${registry},${js},${unit.constant(to)},${here})`;
  return `${unit.use('defToReference')}(${registry},${js},${unit.constant(to)},${explicit},${here})`;
}

function toPrimitive(
  unit: Unit,
  code: Code,
  { to, explicit = false, internal }: { to: Type } & CastOptions,
): string | undefined {
  const { type: from, js } = code;
  if (isNumeric(from) && isNumeric(to)) {
    if (!isInt(from) || to !== 'int') unit.places.instruction();
    return explicit || widens(from, to) ? convert(unit, { js, from, to }) : undefined;
  }
  if (isPrimitive(from)) return undefined;
  if (from === 'java.lang.String') {
    return to === 'char' && explicit
      ? `${unit.use('defToNumber')}(${js},${unit.constant(to)},true,${unit.here()})`
      : undefined;
  }
  const inner = unboxedType(from);
  if (!internal || inner === undefined) return undefined;
  if (inner === 'boolean' || to === 'boolean')
    return inner === to ? fromDef(unit, js, { to, explicit }) : undefined;
  return explicit || widens(inner, to) ? fromDef(unit, js, { to, explicit }) : undefined;
}

/**
 * If a column's long is converted to a double immediately, it is read as a double: no bigint is
 * allocated.
 */
function longToDouble(unit: Unit, js: string): string {
  const [, read] = /^r_docLong(\(v\d+,\d+,p=-?\d+\))$/.exec(js) ?? [];
  return read === undefined
    ? `${unit.use('longToDouble')}(${js})`
    : `${unit.use('docDouble')}${read}`;
}

/** Converts between numeric primitives. */
export function convert(
  unit: Unit,
  { js, from, to }: { js: string; from: Type; to: Type },
): string {
  if (from === to) return js;
  if (isInt(from)) {
    if (to === 'long') return `${unit.use('intToLong')}(${js})`;
    if (to === 'float') return `${unit.use('toFloat')}(${js})`;
    return narrowInt(js, { from, to });
  }
  if (from === 'long') {
    if (to === 'double') return longToDouble(unit, js);
    if (to === 'float') return `${unit.use('longToFloat')}(${js})`;
    return narrowInt(`${unit.use('longToInt')}(${js})`, { from: 'int', to });
  }
  if (to === 'double') return js;
  if (to === 'float') return `${unit.use('toFloat')}(${js})`;
  if (to === 'long') return `${unit.use('doubleToLong')}(${js})`;
  return narrowInt(`${unit.use('doubleToInt')}(${js})`, { from: 'int', to });
}

function narrowInt(js: string, { from, to }: { from: Type; to: Type }): string {
  if (to === 'byte' && from !== 'byte') return `((${js})<<24>>24)`;
  if (to === 'short' && from !== 'byte' && from !== 'short') return `((${js})<<16>>16)`;
  return to === 'char' ? `((${js})&65535)` : js;
}

function toReference(
  unit: Unit,
  code: Code,
  options: { to: Type } & CastOptions,
): string | undefined {
  const { to } = options;
  if (isPrimitive(code.type)) return fromPrimitive(unit, code, options);
  if (unit.registry.isSubtype(code.type, to)) return code.js;
  if (isArray(code.type) || isArray(to)) return undefined;
  if (!unit.registry.isSubtype(to, code.type) || !options.explicit) return undefined;
  return fromDef(unit, code.js, { to, explicit: true });
}

const isArray = (type: Type): boolean => type.endsWith('[]');

function fromPrimitive(
  unit: Unit,
  code: Code,
  { to, explicit, internal }: { to: Type } & CastOptions,
): string | undefined {
  if (code.type === 'char' && to === 'java.lang.String' && explicit)
    return `${unit.use('charText')}(${code.js})`;
  if (!internal) return undefined;
  const inner = unboxedType(to);
  if (inner === code.type) return box(unit, inner, code.js);
  if (inner !== undefined) return undefined;
  const boxed = BOXES[code.type];
  if (boxed === undefined || !unit.registry.isSubtype(boxed, to)) return undefined;
  return box(unit, code.type, code.js);
}

const BOXES: Readonly<Record<string, Type>> = {
  boolean: 'java.lang.Boolean',
  byte: 'java.lang.Byte',
  short: 'java.lang.Short',
  char: 'java.lang.Character',
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  float: 'java.lang.Float',
  double: 'java.lang.Double',
};

/** Converts a value to text, as `+` with a String needs it. */
export function toText(unit: Unit, code: Code): string {
  switch (code.type) {
    case 'java.lang.String':
      return code.constant === undefined ? `${unit.use('asText')}(${code.js})` : code.js;
    case 'double':
      return `${unit.use('doubleText')}(${code.js})`;
    case 'float':
      return `${unit.use('floatText')}(${code.js})`;
    case 'char':
      return `${unit.use('charText')}(${code.js})`;
    case 'void':
      throw castFault(code.at, 'Cannot cast from [void] to [java.lang.String].');
    default:
      return `${unit.use(isPrimitive(code.type) ? 'asText' : 'textOf')}(${code.js})`;
  }
}
