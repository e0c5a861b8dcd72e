/** The calendar of ISO 8601, and its eras. */
import { constants } from '../values/enum_constant.js';
import { JavaObject } from '../values/value.js';

export const ISO_ERA = constants('java.time.chrono.IsoEra', ['BCE', 'CE']);

/** A `Chronology`, of which one object each exists. */
export abstract class ChronologyObject extends JavaObject {
  abstract readonly id: string;

  override text(): string {
    return this.id;
  }

  override key(): string {
    return `c${this.id}`;
  }
}

class IsoChronology extends ChronologyObject {
  readonly className: string = 'java.time.chrono.IsoChronology';
  readonly id: string = 'ISO';
}

export const ISO_CHRONOLOGY = new IsoChronology();
