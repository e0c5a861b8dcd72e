/**
 * Names of time zones as dates show and name them: `CET`, `Central European Summer Time`. They are
 * those of Java's root locale, since the runtime's ICU has no short names for most zones.
 */
import { lazy } from '@skein/base';
import { civilFromDays, daysFromCivil, MS_PER_DAY } from '../civil.js';
import type { TimeZone } from '../time_zone.js';
import { ZONE_NAME_TABLE } from './table.js';

export type NameLength = 'short' | 'long';
type Name = Readonly<Record<NameLength, string>>;

interface ZoneNames {
  readonly standard: Name;
  /** Undefined if the zone has no summer time. */
  readonly summer: Name | undefined;
  /** The name of the zone all year, such as `Pacific Time`. */
  readonly general: Name;
}

/** The zone that a name means. */
interface Meaning {
  readonly id: string;
  /** True for the name of a zone in summer. */
  readonly isSummer: boolean;
}

interface NamedZones {
  readonly length: number;
  /** Zones by names of this length. */
  readonly zones: Map<string, Meaning>;
}

interface Directory {
  readonly byZone: ReadonlyMap<string, ZoneNames>;
  /** By length of the name, the longest first. */
  readonly byName: Readonly<Record<NameLength, readonly NamedZones[]>>;
}

const directory = lazy(readTable);

function readTable(): Directory {
  const byZone = new Map<string, ZoneNames>();
  const short = new Map<string, Meaning>();
  const long = new Map<string, Meaning>();
  let names: ZoneNames | undefined;
  for (const line of ZONE_NAME_TABLE.trim().split('\n')) {
    if (!line.startsWith(' ')) {
      names = readNames(line);
      continue;
    }
    for (const id of line.trim().split(' ')) {
      if (names === undefined) continue;
      byZone.set(id, names);
      for (const name of [names.standard, names.summer, names.general]) {
        if (name === undefined) continue;
        const meaning = { id, isSummer: name === names.summer };
        if (!short.has(name.short)) short.set(name.short, meaning);
        if (!long.has(name.long)) long.set(name.long, meaning);
      }
    }
  }
  return { byZone, byName: { short: byLength(short), long: byLength(long) } };
}

function readNames(line: string): ZoneNames {
  const [standardShort = '', standardLong = '', summerShort = '', summerLong = '', ...general] =
    line.split('|');
  const [short, long] = general;
  return {
    standard: { short: standardShort, long: standardLong },
    summer: summerShort === '' ? undefined : { short: summerShort, long: summerLong },
    general: { short: short || standardShort, long: long || standardLong },
  };
}

function byLength(zones: ReadonlyMap<string, Meaning>): readonly NamedZones[] {
  const lengths = new Map<number, NamedZones>();
  for (const [name, meaning] of zones) {
    const { length } = name;
    const named = lengths.get(length) ?? { length, zones: new Map() };
    lengths.set(length, named);
    named.zones.set(name, meaning);
  }
  return [...lengths.values()].sort((a, b) => b.length - a.length);
}

interface NamedZone extends Meaning {
  /** Characters of the name. */
  readonly length: number;
}

/** The zone of the longest name at this position; undefined if none of this kind is there. */
export function zoneNamedAt(text: string, at: number, kind: NameLength): NamedZone | undefined {
  for (const { length, zones } of directory().byName[kind]) {
    const meaning = zones.get(text.slice(at, at + length));
    if (meaning !== undefined) return { ...meaning, length };
  }
  return undefined;
}

/** The names of a zone; undefined if it has none. */
export function namesOfZone(id: string): ZoneNames | undefined {
  return directory().byZone.get(id);
}

/** The zone's name at this instant; the id of a zone without names, such as `+02:00`. */
export function zoneName(zone: TimeZone, utcMs: number, length: NameLength): string {
  const names = namesOfZone(zone.id);
  if (names === undefined) return zone.id;
  const isSummer = names.summer !== undefined && isSummerTime(zone, utcMs);
  return ((isSummer ? names.summer : undefined) ?? names.standard)[length];
}

/** The zone's name all year; the id of a zone without names. */
export function generalZoneName(zone: TimeZone, length: NameLength): string {
  return directory().byZone.get(zone.id)?.general[length] ?? zone.id;
}

/** True if the offset is above the least one of the middles of January and July of this year. */
function isSummerTime(zone: TimeZone, utcMs: number): boolean {
  const { year } = civilFromDays(Math.floor(utcMs / MS_PER_DAY));
  const january = zone.offsetMs(daysFromCivil(year, 1, 15) * MS_PER_DAY);
  const july = zone.offsetMs(daysFromCivil(year, 7, 15) * MS_PER_DAY);
  return zone.offsetMs(utcMs) > Math.min(january, july);
}
