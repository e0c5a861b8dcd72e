/** java.util.TimeZone. */
import type { ClassTable } from '../class_table.js';
import { nowMs } from '../host/world.js';
import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { DEFAULT_ZONE, JTimeZone } from '../time/calendar/time_zone.js';
import { illegalArgument, notNull } from '../values/throwable.js';
import type { JDate } from './date.js';

type Z = JTimeZone;

/** The numbers of `SHORT` and `LONG`. */
const STYLES = ['short', 'long'] as const;

function named(self: Z, isSummer: boolean, style: number, locale: Locale): string {
  const width = STYLES[style];
  if (width === undefined) throw illegalArgument(`Illegal style: ${style}`);
  return self.name(isSummer, width, notNull(locale), nowMs());
}

export const timeZone: readonly ClassTable[] = [
  {
    name: 'java.util.TimeZone',
    constants: { 'int SHORT': 0, 'int LONG': 1 },
    statics: {
      'TimeZone getDefault()': () => DEFAULT_ZONE,
      'TimeZone getTimeZone(String)': (id: string) => JTimeZone.of(notNull(id)),
    },
    methods: {
      'def clone()': (self: Z) => self,
      'int getDSTSavings()': (self: Z) => (self.hasSummer(nowMs()) ? 3_600_000 : 0),
      'String getDisplayName()': (self: Z) => named(self, false, 1, DEFAULT_LOCALE),
      'String getDisplayName(Locale)': (self: Z, locale: Locale) => named(self, false, 1, locale),
      'String getDisplayName(boolean,int)': (self: Z, isSummer: boolean, style: number) =>
        named(self, isSummer, style, DEFAULT_LOCALE),
      'String getDisplayName(boolean,int,Locale)': named,
      'String getID()': (self: Z) => self.id,
      'int getOffset(long)': (self: Z, millis: bigint) => self.offsetAt(Number(millis)),
      'int getRawOffset()': (self: Z) => self.offsetsAt(nowMs()).raw,
      'boolean hasSameRules(TimeZone)': (self: Z, other: Z | null) =>
        other !== null && (other.id === self.id || haveSameOffset(self, other)),
      'boolean inDaylightTime(Date)': (self: Z, date: JDate) =>
        self.offsetsAt(Number(notNull(date).millis)).summer !== 0,
      'boolean observesDaylightTime()': (self: Z) => self.hasSummer(nowMs()),
      'ZoneId toZoneId()': (self: Z) => self.zone,
      'boolean useDaylightTime()': (self: Z) => self.hasSummer(nowMs()),
    },
  },
];

const haveSameOffset = (one: Z, other: Z): boolean =>
  one.zone.fixed !== undefined && one.zone.fixed === other.zone.fixed;
