/** A constant of an enumeration: `ChronoUnit.DAYS`, `Month.MAY`, `TextStyle.FULL`. */
import { JavaObject, type Value } from './value.js';

/** Classes whose constants print as `HalfDays` instead of `HALF_DAYS`. */
const CAMEL = /^java\.time\.temporal\.(?:ChronoUnit|ChronoField|IsoFields\$Field|IsoFields\$Unit)$/;

const camel = (name: string): string =>
  name
    .split('_')
    .map((part) => part.charAt(0) + part.slice(1).toLowerCase())
    .join('')
    .replace(/Ampm/, 'AmPm');

export class EnumConstant extends JavaObject {
  readonly className: string;
  readonly name: string;
  readonly ordinal: number;

  constructor(className: string, name: string, ordinal: number) {
    super();
    this.className = className;
    this.name = name;
    this.ordinal = ordinal;
  }

  override text(): string {
    return CAMEL.test(this.className) ? camel(this.name) : this.name;
  }

  override compareTo(other: Value): number {
    return this.ordinal - (other as EnumConstant).ordinal;
  }

  override key(): string {
    return `n${this.className}.${this.name}`;
  }
}

export const constants = (className: string, names: readonly string[]): EnumConstant[] =>
  names.map((name, i) => new EnumConstant(className, name, i));
