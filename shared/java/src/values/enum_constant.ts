/** A constant of an enumeration: `ChronoUnit.DAYS`, `Month.MAY`, `TextStyle.FULL`. */
import { expectDefined } from '@skein/base';
import { JavaObject } from './value.js';

/** Classes whose constants print as `HalfDays` instead of `HALF_DAYS`. */
const CAMEL = /^java\.time\.temporal\.(?:ChronoUnit|ChronoField|IsoFields\$Field|IsoFields\$Unit)$/;

const camel = (name: string): string =>
  name
    .split('_')
    .map((part) => part.charAt(0) + part.slice(1).toLowerCase())
    .join('')
    .replace(/Ampm/, 'AmPm');

export class EnumConstant<Name extends string = string> extends JavaObject {
  readonly className: string;
  readonly name: Name;
  readonly ordinal: number;

  constructor(className: string, name: Name, ordinal: number) {
    super();
    this.className = className;
    this.name = name;
    this.ordinal = ordinal;
  }

  override text(): string {
    return CAMEL.test(this.className) ? camel(this.name) : this.name;
  }

  override compareTo(other: this): number {
    return this.ordinal - other.ordinal;
  }

  override key(): string {
    return `n${this.className}.${this.name}`;
  }
}

/** The constant with an ordinal, which the enumeration has. */
export function constantAt(all: readonly EnumConstant[], ordinal: number): EnumConstant {
  return expectDefined(all[ordinal], 'the enumeration has a constant of the ordinal');
}

/** The constant with a name, which the enumeration has. */
export function knownConstant(all: readonly EnumConstant[], name: string): EnumConstant {
  const found = all.find((one) => one.name === name);
  return expectDefined(found, `the enumeration has a constant [${name}]`);
}

export const constants = (className: string, names: readonly string[]): EnumConstant[] =>
  names.map((name, i) => new EnumConstant(className, name, i));
