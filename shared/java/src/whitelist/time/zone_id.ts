/** java.time.ZoneId and ZoneOffset, and the rules of zones. */
import type { ClassTable } from '../../class_table.js';
import { JMap, JSet } from '../../containers/collections.js';
import type { Locale } from '../../text/locale.js';
import { offsetFrom, zoneFrom } from '../../time/formatter/conversions.js';
import { SHORT_IDS } from '../../time/short_zone_ids.js';
import { Instant } from '../../time/time.js';
import { zoneName } from '../../time/time_texts.js';
import {
  offsetOf,
  offsetOfParts,
  offsetOfSeconds,
  prefixed,
  UTC,
  ZonedDateTime,
  type ZoneId,
  zoneOf,
} from '../../time/zone.js';
import { ZONE_ALIASES } from '../../time/zone_aliases.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { illegalArgument } from '../../values/throwable.js';
import { ACCESSOR, ADJUSTER, T } from './shared.js';
import { ZoneRules } from './zone_rules.js';

function shortIds(): JMap {
  const map = new JMap('java.util.LinkedHashMap');
  for (const [short, id] of Object.entries(SHORT_IDS)) map.put(short, id);
  return new JMap('java.util.LinkedHashMap', { fixed: true, table: map.table });
}

function availableZones(): JSet {
  const set = new JSet();
  for (const id of Intl.supportedValuesOf('timeZone')) set.add(id);
  for (const id of ['UTC', 'GMT', 'Etc/UTC', ...ZONE_ALIASES]) set.add(id);
  return set;
}

function ofOffset(prefix: string, offset: ZoneId): ZoneId {
  if (prefix === '') return offset;
  if (!['GMT', 'UTC', 'UT'].includes(prefix))
    throw illegalArgument(`prefix should be GMT, UTC or UT, is: ${prefix}`);
  return prefixed(prefix, offset);
}

/** A name such as `Central European Time`; offsets are their own names. */
function displayName(self: ZoneId, style: EnumConstant, by: Locale): string {
  if (self.isOffset) return self.id;
  if (/^(?:Etc\/)?(?:UTC|UCT)$/.test(self.id))
    return style.name.startsWith('FULL') ? 'Coordinated Universal Time' : 'UTC';
  const width = style.name.startsWith('FULL') ? 'long' : 'short';
  const at = ZonedDateTime.ofInstant(new Instant(0), self);
  return zoneName(at, by, width).replace(/ (?:Standard|Summer|Daylight) Time$/, ' Time');
}

export const zoneId: readonly ClassTable[] = [
  {
    name: `${T}ZoneId`,
    constants: { 'Map SHORT_IDS': shortIds() },
    statics: {
      'ZoneId from(TemporalAccessor)': zoneFrom,
      'Set getAvailableZoneIds()': availableZones,
      'ZoneId of(String)': zoneOf,
      'ZoneId of(String,Map)': (id: string, names: JMap) => {
        const mapped = names.get(id);
        return zoneOf(typeof mapped === 'string' ? mapped : id);
      },
      'ZoneId ofOffset(String,ZoneOffset)': ofOffset,
      'ZoneId systemDefault()': () => zoneOf('Etc/UTC'),
    },
    methods: {
      'String getDisplayName(TextStyle,Locale)': displayName,
      'String getId()': (self: ZoneId) => self.id,
      'ZoneRules getRules()': (self: ZoneId) => new ZoneRules(self),
      'ZoneId normalized()': (self: ZoneId) =>
        self.fixed === undefined ? self : offsetOfSeconds(self.fixed),
    },
  },
  {
    name: `${T}ZoneOffset`,
    supers: [`${T}ZoneId`, `${T}temporal.TemporalAccessor`, ADJUSTER, 'java.lang.Comparable'],
    constants: {
      'ZoneOffset MAX': offsetOfSeconds(64_800),
      'ZoneOffset MIN': offsetOfSeconds(-64_800),
      'ZoneOffset UTC': UTC,
    },
    statics: {
      'ZoneOffset from(TemporalAccessor)': offsetFrom,
      'ZoneOffset of(String)': offsetOf,
      'ZoneOffset ofHours(int)': (hours: number) => offsetOfParts(hours, 0, 0),
      'ZoneOffset ofHoursMinutes(int,int)': (h: number, m: number) => offsetOfParts(h, m, 0),
      'ZoneOffset ofHoursMinutesSeconds(int,int,int)': offsetOfParts,
      'ZoneOffset ofTotalSeconds(int)': offsetOfSeconds,
    },
    methods: {
      ...ACCESSOR,
      'int getTotalSeconds()': (self: ZoneId) => self.fixed,
    },
  },
];
