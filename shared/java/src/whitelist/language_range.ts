/**
 * java.util.Locale's selection of languages by ranges (RFC 4647): filter, lookup, LanguageRange.
 */
import { javaDouble } from '@skein/base';
import type { ClassTable } from '../class_table.js';
import { type JCollection, JList, type JMap } from '../containers/collections.js';
import { doubleText } from '../numbers/number_text.js';
import { Locale, parseTag } from '../text/locale.js';
import { EnumConstant } from '../values/enum_constant.js';
import { classCast, illegalArgument, notNull, nullPointer } from '../values/throwable.js';
import {
  classNameOf,
  hashDouble,
  hashString,
  JavaObject,
  textOf,
  type Value,
} from '../values/value.js';
import { enumTable } from './enums.js';

const RANGE = 'java.util.Locale$LanguageRange';
const MODES = [
  'AUTOSELECT_FILTERING',
  'EXTENDED_FILTERING',
  'IGNORE_EXTENDED_RANGES',
  'MAP_EXTENDED_RANGES',
  'REJECT_EXTENDED_RANGES',
].map((name, i) => new EnumConstant('java.util.Locale$FilteringMode', name, i));

class LanguageRange extends JavaObject {
  readonly className: string = RANGE;
  readonly range: string;
  readonly weight: number;

  constructor(range: string | null, weight = 1) {
    super();
    if (isWrongWeight(weight)) throw illegalArgument(`weight=${doubleText(weight)}`);
    const text = notNull(range).toLowerCase();
    if (!/^(?:\*|[a-z]{1,8})(?:-(?:\*|[0-9a-z]{1,8}))*$/.test(text))
      throw illegalArgument(`range=${text}`);
    this.range = text;
    this.weight = weight;
  }

  override text(): string {
    return this.weight === 1 ? this.range : `${this.range};q=${doubleText(this.weight)}`;
  }

  override equals(other: Value): boolean {
    return other instanceof LanguageRange && other.text() === this.text();
  }

  override hashCode(): number {
    const start = Math.imul(17, 37) + hashString(this.range);
    return (Math.imul(start, 37) + hashDouble(this.weight)) | 0;
  }

  override key(): string {
    return `r${this.text()}`;
  }
}

const isWrongWeight = (weight: number): boolean => weight < 0 || weight > 1;

/**
 * Sorts by descending weight; equal ones keep their order. Of equal ranges, only the first counts.
 */
function parseRanges(text: string): LanguageRange[] {
  const list = text
    .toLowerCase()
    .replace(/^accept-language:/, '')
    .replaceAll(' ', '');
  const ranges = new Map<string, LanguageRange>();
  for (const one of list.split(',')) {
    const [range = '', weight] = one.split(';q=');
    const known = ranges.get(range);
    if (known === undefined) ranges.set(range, new LanguageRange(range, weightOf(range, weight)));
  }
  return [...ranges.values()].sort((a, b) => b.weight - a.weight);
}

function weightOf(range: string, text: string | undefined): number {
  if (text === undefined) return 1;
  const weight = javaDouble(text);
  if (weight === undefined) throw illegalArgument(`weight="${text}" for language range "${range}"`);
  if (!isWrongWeight(weight)) return weight;
  const limits = 'It must be between 0.0 and 1.0.';
  throw illegalArgument(`weight=${doubleText(weight)} for language range "${range}". ${limits}`);
}

function instances<T extends JavaObject>(
  items: readonly Value[],
  made: new (...args: never[]) => T,
  type: string,
): T[] {
  return items.map((item) => {
    if (item === null) throw nullPointer(null);
    if (item instanceof made) return item;
    throw classCast(`class ${classNameOf(item)} cannot be cast to class ${type}`);
  });
}

const rangesOf = (list: JList): LanguageRange[] => instances(list.items, LanguageRange, RANGE);

/** True if a tag, in lower case, matches a range. */
type Matches = (range: string, tag: string) => boolean;

/** Basic filtering (RFC 4647, section 3.3.1): the range is a prefix of whole subtags. */
const startsWith: Matches = (range, tag) =>
  range === '*' || tag === range || tag.startsWith(`${range}-`);

/**
 * Extended filtering (RFC 4647, section 3.3.2): the tag may have further subtags between those of
 * the range; a star matches any. As in Java, a star needs a subtag.
 */
const covers: Matches = (range, tag) => {
  if (range === '*') return true;
  const wanted = range.split('-');
  const given = tag.split('-');
  if (wanted[0] !== '*' && wanted[0] !== given[0]) return false;
  let matched = 1;
  for (let at = 1; matched < wanted.length && at < given.length; ) {
    const part = wanted[matched];
    if (part === '*') matched++;
    else if (part === given[at]) {
      matched++;
      at++;
    } else if (given[at]?.length === 1) return false;
    else at++;
  }
  return matched === wanted.length;
};

/** The ranges, and behind the first with a weight of 0 those of unwanted languages. */
function dividedRanges(list: JList): { wanted: LanguageRange[]; refused: LanguageRange[] } {
  const ranges = rangesOf(list);
  const end = ranges.findIndex(({ weight }) => weight === 0);
  if (end < 0) return { wanted: ranges, refused: [] };
  return { wanted: ranges.slice(0, end), refused: ranges.slice(end) };
}

/** Tags that differ only in case are shown once. */
function filterTags(list: JList, tags: readonly string[]): string[] {
  const { wanted, refused } = dividedRanges(list);
  const isExtended = rangesOf(list).some(({ range }) => /\*-|-\*/.test(range));
  const matches = isExtended ? covers : startsWith;
  const found = new Map<string, string>();
  for (const { range } of wanted) {
    for (const tag of tags) {
      const lower = tag.toLowerCase();
      if (found.has(lower) || !matches(range, lower)) continue;
      if (!refused.some((one) => matches(one.range, lower))) found.set(lower, tag);
    }
    if (range === '*') break;
  }
  return [...found.values()];
}

/**
 * The first tag that equals a range, shortened from its end; a star stands for any subtag. A tag
 * that equals a shortened unwanted range is left out.
 */
function lookupTag(list: JList, tags: readonly string[]): string | null {
  const { wanted, refused } = dividedRanges(list);
  const unwanted = refused.flatMap(lookups);
  for (const parts of wanted.flatMap(lookups)) {
    const found = tags.find(
      (tag) => equalsRange(parts, tag) && !unwanted.some((one) => equalsRange(one, tag)),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** The subtags of a range, and those of its shortened forms. The range `*` is not looked up. */
function lookups({ range }: LanguageRange): readonly string[][] {
  const all: string[][] = [];
  if (range === '*') return all;
  for (let parts = range.split('-'); parts.length > 0; parts = shortened(parts)) all.push(parts);
  return all;
}

function equalsRange(parts: readonly string[], tag: string): boolean {
  const given = tag.toLowerCase().split('-');
  return (
    given.length === parts.length && parts.every((part, i) => part === '*' || part === given[i])
  );
}

/** Without the last subtag, and without the singleton that introduces it. */
function shortened(parts: readonly string[]): string[] {
  const left = parts.slice(0, -1);
  const last = left.at(-1);
  return left.length > 1 && last !== '*' && last?.length === 1 ? left.slice(0, -1) : left;
}

const texts = (tags: JCollection): string[] => tags.toArray().map(textOf);
const tagsOf = (locales: JCollection): string[] =>
  instances(locales.toArray(), Locale, 'java.util.Locale').map((one) => one.tag());
const isEmpty = (ranges: JList, tags: JCollection): boolean =>
  ranges.size() === 0 || tags.size() === 0;
const localeOf = (tag: string): Locale => new Locale(parseTag(tag).parts);

/** Each range, followed by its equivalents. */
function mapEquivalents(list: JList, map: JMap | null): JList {
  if (map === null || map.size() === 0) return new JList(list.toArray());
  const all = rangesOf(list).flatMap((range) => {
    const equal = map.get(range.range);
    if (!(equal instanceof JList)) return [range];
    return equal.items.map((one) => new LanguageRange(textOf(one), range.weight));
  });
  return new JList(all);
}

export const languageRange: readonly ClassTable[] = [
  {
    name: 'java.util.Locale',
    augments: true,
    statics: {
      'List filter(List,Collection)': (ranges: JList, locales: JCollection) =>
        isEmpty(ranges, locales)
          ? new JList()
          : new JList(filterTags(ranges, tagsOf(locales)).map(localeOf)),
      'List filterTags(List,Collection)': (ranges: JList, tags: JCollection) =>
        isEmpty(ranges, tags) ? new JList() : new JList(filterTags(ranges, texts(tags))),
      'Locale lookup(List,Collection)': (ranges: JList, locales: JCollection) => {
        const tag = isEmpty(ranges, locales) ? null : lookupTag(ranges, tagsOf(locales));
        return tag === null ? null : localeOf(tag);
      },
      'String lookupTag(List,Collection)': (ranges: JList, tags: JCollection) =>
        isEmpty(ranges, tags) ? null : lookupTag(ranges, texts(tags)),
    },
  },
  {
    name: RANGE,
    constants: { 'double MAX_WEIGHT': 1, 'double MIN_WEIGHT': 0 },
    constructors: {
      '(String)': (range: string | null) => new LanguageRange(range),
      '(String,double)': (range: string | null, weight: number) => new LanguageRange(range, weight),
    },
    statics: {
      'List mapEquivalents(List,Map)': mapEquivalents,
      'List parse(String)': (text: string) => new JList(parseRanges(notNull(text))),
      'List parse(String,Map)': (text: string, map: JMap) =>
        mapEquivalents(new JList(parseRanges(notNull(text))), map),
    },
    methods: {
      'String getRange()': (self: LanguageRange) => self.range,
      'double getWeight()': (self: LanguageRange) => self.weight,
    },
  },
  enumTable('java.util.Locale$FilteringMode', MODES),
];
