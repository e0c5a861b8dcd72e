/** java.time.zone: the rules of a zone, its transitions, and rules created by scripts. */

import { expectDefined } from '@skein/base';
import { daysFromCivil, daysInMonth } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import { JList } from '../../containers/collections.js';
import {
  DAY_OF_WEEK,
  Duration,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MONTH,
} from '../../time/time.js';
import { offsetOfSeconds, type ZoneId } from '../../time/zone.js';
import { type Transition, ZoneTransitions } from '../../time/zone_transitions.js';
import { constantAt, constants, type EnumConstant } from '../../values/enum_constant.js';
import { illegalArgument } from '../../values/throwable.js';
import { JavaObject, type Value } from '../../values/value.js';
import { enumTable } from '../enums.js';

const Z = 'java.time.zone.';
const seconds = (offset: ZoneId): number => offset.fixed ?? 0;

class ZoneOffsetTransition extends JavaObject {
  readonly className: string = `${Z}ZoneOffsetTransition`;
  /** The local time before the transition. */
  readonly local: LocalDateTime;
  readonly before: ZoneId;
  readonly after: ZoneId;

  constructor(local: LocalDateTime, before: ZoneId, after: ZoneId) {
    super();
    this.local = local;
    this.before = before;
    this.after = after;
  }

  static of({ at, before, after }: Transition): ZoneOffsetTransition {
    const local = LocalDateTime.ofSeconds(at + before, 0);
    return new ZoneOffsetTransition(local, offsetOfSeconds(before), offsetOfSeconds(after));
  }

  get epochSecond(): bigint {
    return this.local.exactSeconds - BigInt(seconds(this.before));
  }

  get shift(): number {
    return seconds(this.after) - seconds(this.before);
  }

  override equals(other: Value): boolean {
    return other instanceof ZoneOffsetTransition && other.text() === this.text();
  }

  override compareTo(other: this): number {
    const to = other.epochSecond;
    return this.epochSecond < to ? -1 : Number(this.epochSecond > to);
  }

  override text(): string {
    const kind = this.shift > 0 ? 'Gap' : 'Overlap';
    return `Transition[${kind} at ${this.local.text()}${this.before.id} to ${this.after.id}]`;
  }

  override key(): string {
    return this.text();
  }
}

export class ZoneRules extends JavaObject {
  readonly className: string = `${Z}ZoneRules`;
  readonly zone: ZoneId;

  constructor(zone: ZoneId) {
    super();
    this.zone = zone;
  }

  get transitions(): ZoneTransitions {
    return ZoneTransitions.of(this.zone);
  }

  /** No offset in a gap; two in an overlap, the earlier one first. */
  validOffsets(local: LocalDateTime): ZoneId[] {
    const found = this.transitions.around(local);
    if (found === undefined) return [offsetOfSeconds(this.zone.offsetOfLocal(local.seconds))];
    if (found.after > found.before) return [];
    return [offsetOfSeconds(found.before), offsetOfSeconds(found.after)];
  }

  override equals(other: Value): boolean {
    return other instanceof ZoneRules && other.zone.id === this.zone.id;
  }

  override text(): string {
    const standard = this.zone.fixed ?? this.transitions.standardAt(2_145_916_800);
    return `ZoneRules[currentStandardOffset=${offsetOfSeconds(standard).id}]`;
  }

  override key(): string {
    return `z${this.zone.id}`;
  }
}

const TIME_DEFINITION = constants(`${Z}ZoneOffsetTransitionRule$TimeDefinition`, [
  'UTC',
  'WALL',
  'STANDARD',
]);

interface Rule {
  readonly month: EnumConstant;
  /** The day of the month; negative if counted from its end. */
  readonly day: number;
  readonly weekday: EnumConstant | null;
  readonly time: LocalTime;
  readonly isMidnightEnd: boolean;
  readonly definition: EnumConstant;
  readonly standard: ZoneId;
  readonly before: ZoneId;
  readonly after: ZoneId;
}

/** Converts a local time in the rule's definition to wall-clock time. */
function byWall(
  definition: EnumConstant,
  local: LocalDateTime,
  { standard, before }: { standard: ZoneId; before: ZoneId },
): LocalDateTime {
  if (definition.name === 'WALL') return local;
  const from = definition.name === 'UTC' ? 0 : seconds(standard);
  return local.plusSeconds(seconds(before) - from);
}

class TransitionRule extends JavaObject {
  readonly className: string = `${Z}ZoneOffsetTransitionRule`;
  readonly rule: Rule;

  constructor(rule: Rule) {
    super();
    if (seconds(rule.before) === seconds(rule.after))
      throw illegalArgument('Offsets must not be equal');
    if (rule.day < -28 || rule.day > 31 || rule.day === 0)
      throw illegalArgument(
        'Day of month indicator must be between -28 and 31 inclusive excluding zero',
      );
    if (rule.time.nanos % 1e9 !== 0) throw illegalArgument("Time's nano-of-second must be zero");
    if (rule.isMidnightEnd && rule.time.nanos !== 0)
      throw illegalArgument('Time must be midnight when end of day flag is true');
    this.rule = rule;
  }

  in(year: number): ZoneOffsetTransition {
    const { month, day, weekday, time, isMidnightEnd, definition, before, after } = this.rule;
    const number = month.ordinal + 1;
    const of = day > 0 ? day : daysInMonth(year, number) + 1 + day;
    let at = daysFromCivil(year, number, of);
    if (weekday !== null) {
      const found = new LocalDate(at).dayOfWeek - 1;
      const ahead = (weekday.ordinal - found + 7) % 7;
      at += day > 0 ? ahead : ahead === 0 ? 0 : ahead - 7;
    }
    const local = new LocalDateTime(new LocalDate(at + Number(isMidnightEnd)), time.nanos);
    return new ZoneOffsetTransition(byWall(definition, local, this.rule), before, after);
  }

  override equals(other: Value): boolean {
    return other instanceof TransitionRule && other.text() === this.text();
  }

  override text(): string {
    const { before, after, weekday, day, month, isMidnightEnd, time, definition, standard } =
      this.rule;
    const kind = seconds(after) > seconds(before) ? 'Gap' : 'Overlap';
    const on = weekday === null ? `${month.name} ${day}` : weekdayText(weekday, month, day);
    const clock = isMidnightEnd ? '24:00' : time.text();
    return `TransitionRule[${kind} ${before.id} to ${after.id}, ${on} at ${clock} ${definition.name}, standard offset ${standard.id}]`;
  }

  override key(): string {
    return this.text();
  }
}

/** A negative day counts from the end of the month: -1 is its last day. */
function weekdayText(weekday: EnumConstant, month: EnumConstant, day: number): string {
  if (day > 0) return `${weekday.name} on or after ${month.name} ${day}`;
  const last = day === -1 ? 'last day' : `last day minus ${-day - 1}`;
  return `${weekday.name} on or before ${last} of ${month.name}`;
}

/** The year from which the transitions of a zone that still has them follow rules. */
const RULES_FROM = 1998;

/** Derives a rule from the transitions of a month during a whole cycle of weekdays. */
function rulesOf(rules: ZoneRules): TransitionRule[] {
  if (rules.zone.fixed !== undefined) return [];
  const groups = new Map<number, ZoneOffsetTransition[]>();
  for (const one of rules.transitions.all()) {
    const change = ZoneOffsetTransition.of(one);
    if (change.local.date.year < 2010 || change.local.date.year > 2037) continue;
    const { month } = change.local.date;
    groups.set(month, [...(groups.get(month) ?? []), change]);
  }
  return [...groups]
    .filter(([, all]) => all.length === 28)
    .sort(([a], [b]) => a - b)
    .map(([month, all]) => ruleOf(rules, month, all));
}

function ruleOf(
  rules: ZoneRules,
  month: number,
  all: readonly ZoneOffsetTransition[],
): TransitionRule {
  const first = expectDefined(all[0], 'a rule has transitions');
  const standardOffset = rules.transitions.standardAt(Number(first.epochSecond) - 86_400);
  // European zones all change at the same instant: 01:00 UTC.
  const isUniversal = rules.zone.id.startsWith('Europe/');
  const shift = isUniversal ? -seconds(first.before) : 0;
  return new TransitionRule({
    month: constantAt(MONTH, month - 1),
    day: Math.min(...all.map(({ local }) => local.date.dayOfMonth)),
    weekday: constantAt(DAY_OF_WEEK, first.local.date.dayOfWeek - 1),
    time: new LocalTime(first.local.plusSeconds(shift).nanos),
    isMidnightEnd: false,
    definition: constantAt(TIME_DEFINITION, isUniversal ? 0 : 1),
    standard: offsetOfSeconds(standardOffset),
    before: first.before,
    after: first.after,
  });
}

/** The transitions before the rules: if rules follow, their years are omitted. */
function historyOf(rules: ZoneRules): ZoneOffsetTransition[] {
  const all = rules.transitions.all().map(ZoneOffsetTransition.of);
  const hasRules = rulesOf(rules).length > 0;
  return hasRules ? all.filter(({ local }) => local.date.year < RULES_FROM) : all;
}

const made = (found: Transition | undefined): ZoneOffsetTransition | null =>
  found === undefined ? null : ZoneOffsetTransition.of(found);
const list = (items: readonly Value[]): JList => new JList([...items], { fixed: true });
const standard = (self: ZoneRules, at: Instant): number =>
  self.zone.fixed ?? self.transitions.standardAt(at.seconds);
const summer = (self: ZoneRules, at: Instant): number =>
  self.zone.offsetAt(at.seconds) - standard(self, at);

type R = ZoneRules;
type Change = ZoneOffsetTransition;

export const zoneRules: readonly ClassTable[] = [
  {
    name: `${Z}ZoneRules`,
    statics: { 'ZoneRules of(ZoneOffset)': (offset: ZoneId) => new ZoneRules(offset) },
    methods: {
      'Duration getDaylightSavings(Instant)': (self: R, at: Instant) =>
        new Duration(BigInt(summer(self, at)) * 1_000_000_000n),
      'ZoneOffset getOffset(Instant)': (self: R, at: Instant) =>
        offsetOfSeconds(self.zone.offsetAt(at.seconds)),
      'ZoneOffset getStandardOffset(Instant)': (self: R, at: Instant) =>
        offsetOfSeconds(standard(self, at)),
      'ZoneOffsetTransition getTransition(LocalDateTime)': (self: R, local: LocalDateTime) =>
        made(self.transitions.around(local)),
      'List getTransitionRules()': (self: R) => list(rulesOf(self)),
      'List getTransitions()': (self: R) => list(historyOf(self)),
      'List getValidOffsets(LocalDateTime)': (self: R, local: LocalDateTime) =>
        list(self.validOffsets(local)),
      'boolean isDaylightSavings(Instant)': (self: R, at: Instant) => summer(self, at) !== 0,
      'boolean isFixedOffset()': (self: R) =>
        self.zone.fixed !== undefined || self.transitions.all().length === 0,
      'boolean isValidOffset(LocalDateTime,ZoneOffset)': (
        self: R,
        local: LocalDateTime,
        offset: ZoneId,
      ) => self.validOffsets(local).some((one) => one.fixed === offset.fixed),
      'ZoneOffsetTransition nextTransition(Instant)': (self: R, at: Instant) =>
        made(self.transitions.next(at.seconds)),
      'ZoneOffsetTransition previousTransition(Instant)': (self: R, at: Instant) =>
        made(self.transitions.previous(at.seconds + Number(at.nano > 0))),
    },
  },
  {
    name: `${Z}ZoneOffsetTransition`,
    supers: ['java.lang.Comparable'],
    statics: {
      'ZoneOffsetTransition of(LocalDateTime,ZoneOffset,ZoneOffset)': (
        local: LocalDateTime,
        before: ZoneId,
        after: ZoneId,
      ) => {
        if (before.fixed === after.fixed) throw illegalArgument('Offsets must not be equal');
        if (local.nano !== 0) throw illegalArgument('Nano-of-second must be zero');
        return new ZoneOffsetTransition(local, before, after);
      },
    },
    methods: {
      'int compareTo(ZoneOffsetTransition)': (self: Change, other: Change) => self.compareTo(other),
      'LocalDateTime getDateTimeAfter()': (self: Change) => self.local.plusSeconds(self.shift),
      'LocalDateTime getDateTimeBefore()': (self: Change) => self.local,
      'Duration getDuration()': (self: Change) => new Duration(BigInt(self.shift) * 1_000_000_000n),
      'Instant getInstant()': (self: Change) => new Instant(self.epochSecond),
      'ZoneOffset getOffsetAfter()': (self: Change) => self.after,
      'ZoneOffset getOffsetBefore()': (self: Change) => self.before,
      'boolean isGap()': (self: Change) => self.shift > 0,
      'boolean isOverlap()': (self: Change) => self.shift < 0,
      'boolean isValidOffset(ZoneOffset)': (self: Change, offset: ZoneId) =>
        self.shift < 0 && (self.before.fixed === offset.fixed || self.after.fixed === offset.fixed),
      'long toEpochSecond()': (self: Change) => self.epochSecond,
    },
  },
  {
    name: `${Z}ZoneOffsetTransitionRule`,
    statics: {
      'ZoneOffsetTransitionRule of(Month,int,DayOfWeek,LocalTime,boolean,ZoneOffsetTransitionRule.TimeDefinition,ZoneOffset,ZoneOffset,ZoneOffset)':
        (
          month: EnumConstant,
          day: number,
          weekday: EnumConstant | null,
          time: LocalTime,
          isMidnightEnd: boolean,
          definition: EnumConstant,
          standardOffset: ZoneId,
          before: ZoneId,
          after: ZoneId,
        ) =>
          new TransitionRule({
            month,
            day,
            weekday,
            time,
            isMidnightEnd,
            definition,
            standard: standardOffset,
            before,
            after,
          }),
    },
    methods: {
      'ZoneOffsetTransition createTransition(int)': (self: TransitionRule, year: number) =>
        self.in(year),
      'int getDayOfMonthIndicator()': (self: TransitionRule) => self.rule.day,
      'DayOfWeek getDayOfWeek()': (self: TransitionRule) => self.rule.weekday,
      'LocalTime getLocalTime()': (self: TransitionRule) => self.rule.time,
      'Month getMonth()': (self: TransitionRule) => self.rule.month,
      'ZoneOffset getOffsetAfter()': (self: TransitionRule) => self.rule.after,
      'ZoneOffset getOffsetBefore()': (self: TransitionRule) => self.rule.before,
      'ZoneOffset getStandardOffset()': (self: TransitionRule) => self.rule.standard,
      'ZoneOffsetTransitionRule.TimeDefinition getTimeDefinition()': (self: TransitionRule) =>
        self.rule.definition,
      'boolean isMidnightEndOfDay()': (self: TransitionRule) => self.rule.isMidnightEnd,
    },
  },
  enumTable(`${Z}ZoneOffsetTransitionRule$TimeDefinition`, TIME_DEFINITION, {
    methods: {
      'LocalDateTime createDateTime(LocalDateTime,ZoneOffset,ZoneOffset)': (
        self: EnumConstant,
        local: LocalDateTime,
        standardOffset: ZoneId,
        before: ZoneId,
      ) => byWall(self, local, { standard: standardOffset, before }),
    },
  }),
];
