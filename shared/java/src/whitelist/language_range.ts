/**
 * java.util.Locale's selection of languages by ranges (RFC 4647): filter, lookup, LanguageRange.
 */
import type { ClassTable } from '../class_table.js';
import { type JCollection, JList, type JMap } from '../containers/collections.js';
import { doubleText } from '../numbers/number_text.js';
import { Locale, parseTag } from '../text/locale.js';
import { EnumConstant } from '../values/enum_constant.js';
import { classCast, illegalArgument, notNull, nullPointer } from '../values/throwable.js';
import { classNameOf, JavaObject, textOf, type Value } from '../values/value.js';
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
    if (weight < 0 || weight > 1) throw illegalArgument(`weight=${doubleText(weight)}`);
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

  override key(): string {
    return `r${this.text()}`;
  }
}

/** Sorts by descending weight; equal ones keep their order. */
function parseRanges(text: string): LanguageRange[] {
  const list = text
    .toLowerCase()
    .replace(/^accept-language:/, '')
    .replaceAll(' ', '');
  const ranges = list.split(',').map((one) => {
    const [range = '', weight] = one.split(';q=');
    return new LanguageRange(range, weight === undefined ? 1 : Number(weight));
  });
  return ranges.sort((a, b) => b.weight - a.weight);
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

/** True if a range matches a tag, subtag by subtag; a star matches any. */
function covers({ range }: LanguageRange, tag: string): boolean {
  const wanted = range.split('-');
  const given = tag.toLowerCase().split('-');
  if (wanted[0] !== '*' && wanted[0] !== given[0]) return false;
  let at = 1;
  for (const part of wanted.slice(1)) {
    if (part === '*') continue;
    while (at < given.length && given[at] !== part) {
      if (given[at]?.length === 1) return false;
      at++;
    }
    if (at >= given.length) return false;
    at++;
  }
  return true;
}

function filterTags(list: JList, tags: readonly string[]): string[] {
  const ranges = rangesOf(list);
  if (ranges.length === 0) return [...tags];
  const found = ranges
    .filter(({ weight }) => weight > 0)
    .flatMap((range) => tags.filter((tag) => covers(range, tag)));
  const refused = ranges.filter(({ weight }) => weight === 0);
  return [...new Set(found)].filter((tag) => !refused.some((range) => covers(range, tag)));
}

/** The first tag that equals a range, shortened from its end. */
function lookupTag(list: JList, tags: readonly string[]): string | null {
  for (const { range, weight } of rangesOf(list)) {
    if (range === '*' || weight === 0) continue;
    let part = range.replaceAll('-*', '');
    while (part !== '') {
      const found = tags.find((tag) => tag.toLowerCase() === part);
      if (found !== undefined) return found;
      part = part.replace(/(?:-[0-9a-z])?(?:^|-)[0-9a-z]+$/, '');
    }
  }
  return null;
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
