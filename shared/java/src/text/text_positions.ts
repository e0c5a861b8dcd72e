/**
 * `ParsePosition` and `FieldPosition`: the position at which parsing continues, and the position of
 * a part of a formatted text.
 */
import { JavaObject, textOf, type Value } from '../values/value.js';

export class ParsePosition extends JavaObject {
  readonly className: string = 'java.text.ParsePosition';
  index: number;
  errorIndex = -1;

  constructor(index: number) {
    super();
    this.index = index;
  }

  override equals(other: Value): boolean {
    return (
      other instanceof ParsePosition &&
      other.index === this.index &&
      other.errorIndex === this.errorIndex
    );
  }

  override hashCode(): number {
    return (this.errorIndex << 16) | this.index;
  }

  override text(): string {
    return `java.text.ParsePosition[index=${this.index},errorIndex=${this.errorIndex}]`;
  }
}

export class FieldPosition extends JavaObject {
  readonly className: string = 'java.text.FieldPosition';
  readonly field: number;
  readonly attribute: Value;
  begin = 0;
  end = 0;

  constructor(field: number, attribute: Value = null) {
    super();
    this.field = field;
    this.attribute = attribute;
  }

  /** Only the first position counts. */
  note(begin: number, end: number): void {
    if (this.end !== 0 || end <= begin) return;
    this.begin = begin;
    this.end = end;
  }

  override equals(other: Value): boolean {
    return other instanceof FieldPosition && other.text() === this.text();
  }

  override hashCode(): number {
    return (this.field << 24) | (this.begin << 16) | this.end;
  }

  override text(): string {
    const { field, attribute, begin, end } = this;
    const shown = textOf(attribute);
    return `java.text.FieldPosition[field=${field},attribute=${shown},beginIndex=${begin},endIndex=${end}]`;
  }
}
