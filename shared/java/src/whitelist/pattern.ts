/** java.util.regex. */
import type { ClassTable } from '../class_table.js';
import { JArray, JFunction } from '../containers/container_types.js';
import { JStream } from '../containers/streams.js';
import { Matcher, type Pattern } from '../text/pattern.js';
import { replaced } from '../text/replacement.js';
import { allocate } from '../values/meter.js';
import { illegalArgument, illegalState, indexOutOfBounds, notNull } from '../values/throwable.js';
import { textOf, type Value } from '../values/value.js';

const NO_FOUND = 'No match found';
const NO_AVAILABLE = 'No match available';

/** Returns the matcher if it has a match and the pattern has the group. */
function matched(self: Matcher, words: string, group = 0): Matcher {
  if (!self.hasMatch) throw illegalState(words);
  if (group < 0 || group > self.groupCount()) throw indexOutOfBounds(`No group ${group}`);
  return self;
}

function namedGroup(self: Matcher, name: string): string | null {
  if (!self.hasMatch) throw illegalState(NO_FOUND);
  const group = self.pattern.groupNamed(notNull(name));
  if (group === undefined) throw illegalArgument(`No group with name <${name}>`);
  return self.group(group);
}

function splitText(pattern: Pattern, text: string, limit = 0): string[] {
  const parts: string[] = [];
  const matcher = pattern.matcher(text);
  let from = 0;
  while ((limit <= 0 || parts.length < limit - 1) && matcher.find()) {
    if (matcher.end() === 0) continue;
    parts.push(text.slice(from, matcher.start()));
    from = matcher.end();
  }
  if (parts.length === 0) return [text];
  parts.push(text.slice(from));
  if (limit === 0) while (parts.length > 0 && parts.at(-1) === '') parts.pop();
  return parts;
}

/** The text as a pattern. What ends a quotation within it is quoted by itself. */
function quoted(text: string | null): string {
  const given = notNull(text, 'Cannot invoke "String.indexOf(String)" because "s" is null');
  return paid(`\\Q${given.replaceAll('\\E', '\\E\\\\E\\Q')}\\E`);
}

function paid(text: string): string {
  allocate(text.length);
  return text;
}

export const pattern: readonly ClassTable[] = [
  {
    name: 'java.util.regex.Pattern',
    statics: { 'String quote(String)': quoted },
    methods: {
      'Predicate asPredicate()': (self: Pattern) =>
        new JFunction('java.util.function.Predicate', (text: Value) => self.find(textOf(text))),
      'int flags()': (self: Pattern) => self.flags,
      'Matcher matcher(CharSequence)': (self: Pattern, text: Value) =>
        new Matcher(self, textOf(notNull(text))),
      'String pattern()': (self: Pattern) => self.source,
      'String[] split(CharSequence)': (self: Pattern, text: Value) =>
        new JArray('java.lang.String', splitText(self, textOf(notNull(text)))),
      'String[] split(CharSequence,int)': (self: Pattern, text: Value, limit: number) =>
        new JArray('java.lang.String', splitText(self, textOf(notNull(text)), limit)),
      'Stream splitAsStream(CharSequence)': (self: Pattern, text: Value) =>
        new JStream(splitText(self, textOf(notNull(text)))),
    },
  },
  {
    name: 'java.util.regex.Matcher',
    methods: {
      'int end()': (self: Matcher) => matched(self, NO_AVAILABLE).end(),
      'int end(int)': (self: Matcher, group: number) =>
        matched(self, NO_AVAILABLE, group).end(group),
      'boolean find()': (self: Matcher) => self.find(),
      'boolean find(int)': (self: Matcher, from: number) => {
        if (from < 0 || from > self.input.length) throw indexOutOfBounds('Illegal start index');
        return self.findFrom(from);
      },
      'String group()': (self: Matcher) => matched(self, NO_FOUND).group(),
      'String group(int)': (self: Matcher, group: number) =>
        matched(self, NO_FOUND, group).group(group),
      'String namedGroup(String)': namedGroup,
      'int groupCount()': (self: Matcher) => self.groupCount(),
      'boolean hasAnchoringBounds()': (self: Matcher) => self.hasAnchoringBounds,
      'boolean hasTransparentBounds()': (self: Matcher) => self.hasTransparentBounds,
      'boolean lookingAt()': (self: Matcher) => self.lookingAt(),
      'boolean matches()': (self: Matcher) => self.matches(),
      'Pattern pattern()': (self: Matcher) => self.pattern,
      'Matcher region(int,int)': (self: Matcher, from: number, to: number) => self.region(from, to),
      'int regionEnd()': (self: Matcher) => self.to,
      'int regionStart()': (self: Matcher) => self.from,
      'String replaceAll(String)': (self: Matcher, by: string) =>
        paid(replaced(self, notNull(by), Number.POSITIVE_INFINITY)),
      'String replaceFirst(String)': (self: Matcher, by: string) =>
        paid(replaced(self, notNull(by), 1)),
      'Matcher reset()': (self: Matcher) => self.reset(),
      'int start()': (self: Matcher) => matched(self, NO_AVAILABLE).start(),
      'int start(int)': (self: Matcher, group: number) =>
        matched(self, NO_AVAILABLE, group).start(group),
      'Matcher useAnchoringBounds(boolean)': (self: Matcher, value: boolean) => {
        self.hasAnchoringBounds = value;
        return self;
      },
      'Matcher usePattern(Pattern)': (self: Matcher, by: Pattern | null) => {
        if (by === null) throw illegalArgument('Pattern cannot be null');
        return self.usePattern(by);
      },
      'Matcher useTransparentBounds(boolean)': (self: Matcher, value: boolean) => {
        self.hasTransparentBounds = value;
        return self;
      },
    },
    statics: {
      'String quoteReplacement(String)': (text: string) => text.replace(/[\\$]/g, '\\$&'),
    },
  },
];
