/** java.util.regex. */
import type { ClassTable } from '../class_table.js';
import { JArray, JFunction } from '../runtime/container_types.js';
import { allocate } from '../runtime/meter.js';
import { Matcher, PATTERN_FLAGS, type Pattern } from '../runtime/pattern.js';
import { JStream } from '../runtime/streams.js';
import { illegalState, indexOutOfBounds, notNull } from '../runtime/throwable.js';
import { textOf, type Value } from '../runtime/value.js';

/** Java says `No match found` where the engine has words of its own. */
function matched<T>(self: Matcher, read: () => T, group?: number): T {
  if (group !== undefined && (group < 0 || group > self.engine.groupCount()))
    throw indexOutOfBounds(`No group ${group}`);
  try {
    return read();
  } catch {
    throw illegalState('No match found');
  }
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

function paid(text: string): string {
  allocate(text.length);
  return text;
}

export const pattern: readonly ClassTable[] = [
  {
    name: 'java.util.regex.Pattern',
    constants: Object.fromEntries(
      Object.entries(PATTERN_FLAGS).map(([name, value]) => [`int ${name}`, value]),
    ),
    statics: { 'String quote(String)': (text: string) => `\\Q${text}\\E` },
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
      'int end()': (self: Matcher) => matched(self, () => self.engine.end()),
      'int end(int)': (self: Matcher, group: number) =>
        matched(self, () => self.engine.end(group), group),
      'boolean find()': (self: Matcher) => self.engine.find(),
      'boolean find(int)': (self: Matcher, from: number) => {
        if (from < 0 || from > self.input.length) throw indexOutOfBounds('Illegal start index');
        return self.engine.find(from);
      },
      'String group()': (self: Matcher) => matched(self, () => self.engine.group()),
      'String group(int)': (self: Matcher, group: number) =>
        matched(self, () => self.engine.group(group), group),
      'String namedGroup(String)': (self: Matcher, name: string) =>
        matched(self, () => self.engine.group(name)),
      'int groupCount()': (self: Matcher) => self.engine.groupCount(),
      'boolean lookingAt()': (self: Matcher) => self.engine.lookingAt(),
      'boolean matches()': (self: Matcher) => self.engine.matches(),
      'Pattern pattern()': (self: Matcher) => self.pattern,
      'String replaceAll(String)': (self: Matcher, by: string) =>
        paid(self.pattern.matcher(self.input).replaceAll(by)),
      'String replaceFirst(String)': (self: Matcher, by: string) =>
        paid(self.pattern.matcher(self.input).replaceFirst(by)),
      'Matcher reset()': (self: Matcher) => {
        self.engine = self.pattern.matcher(self.input);
        return self;
      },
      'int start()': (self: Matcher) => matched(self, () => self.engine.start()),
      'int start(int)': (self: Matcher, group: number) =>
        matched(self, () => self.engine.start(group), group),
    },
    statics: {
      'String quoteReplacement(String)': (text: string) => text.replace(/[\\$]/g, '\\$&'),
    },
  },
];
