/**
 * The answers of Java's `TemporalQueries`: the date, time, zone or offset of a temporal object,
 * undefined if the object has none.
 */

import { JavaObject, type Value } from '../../values/value.js';
import { LocalDate, LocalTime } from '../time.js';
import { chronoField, dateOf, fieldOf, hasField, nanosOf } from '../time_fields.js';
import { OffsetTime, offsetOfSeconds, ZonedDateTime, ZoneId } from '../zone.js';
import type { PrintContext } from './contexts.js';
import { Parsed } from './parsed.js';

const EPOCH_DAY = chronoField('EPOCH_DAY');
const NANO_OF_DAY = chronoField('NANO_OF_DAY');
const OFFSET = chronoField('OFFSET_SECONDS');

export function localDateIn(from: Value): LocalDate | undefined {
  const date = dateOf(from);
  if (date !== undefined) return date;
  if (!(from instanceof JavaObject) || !hasField(from, EPOCH_DAY)) return undefined;
  return LocalDate.ofEpochDay(fieldOf(from, EPOCH_DAY));
}

export function localTimeIn(from: Value): LocalTime | undefined {
  const nanos = nanosOf(from);
  if (nanos !== undefined) return new LocalTime(nanos);
  if (!(from instanceof JavaObject) || !hasField(from, NANO_OF_DAY)) return undefined;
  return new LocalTime(Number(fieldOf(from, NANO_OF_DAY)));
}

export function offsetIn(from: Value): ZoneId | undefined {
  if (from instanceof ZoneId && from.isOffset) return from;
  if (from instanceof ZonedDateTime) return offsetOfSeconds(from.offset);
  if (from instanceof OffsetTime) return from.offset;
  if (!(from instanceof JavaObject) || !hasField(from, OFFSET)) return undefined;
  return offsetOfSeconds(Number(fieldOf(from, OFFSET)));
}

/** `TemporalQueries.zoneId` requires a zone; `TemporalQueries.zone` also accepts an offset. */
export function zoneOfTemporal(from: Value, orOffset: boolean): ZoneId | undefined {
  if (from instanceof ZonedDateTime && from.className !== 'java.time.OffsetDateTime')
    return from.zone;
  if (from instanceof Parsed && from.zone !== undefined) return from.zone;
  return orOffset ? offsetIn(from) : undefined;
}

/** The zone of the object that is printed, else the formatter's. */
export const zoneIn = ({ temporal, zone }: PrintContext, orOffset: boolean): ZoneId | undefined =>
  zoneOfTemporal(temporal, orOffset) ?? zone;
