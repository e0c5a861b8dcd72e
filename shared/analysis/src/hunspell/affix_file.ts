/**
 * The affix file of a Hunspell dictionary: the affixes that words may take, their conditions, and
 * the meaning of flags.
 */
import { type Convert, conversionsOf } from './conversions.js';
import { type FlagForm, flagsOf, NO_FLAGS } from './flags.js';

export interface Affix {
  readonly flag: string;
  readonly isPrefix: boolean;
  /** True when the affix may stand together with one at the other end of the word. */
  readonly crosses: boolean;
  /** Letters of the word that the affix replaces. */
  readonly strip: string;
  readonly append: string;
  /** Flags of the affixes that may follow this one. */
  readonly continuation: readonly string[];
  /** True when the word, given without the affix, meets the affix's condition. */
  readonly fits: (word: string) => boolean;
}

export interface AffixFile {
  readonly form: FlagForm;
  /** Lists of flags that words name by their number, counted from 1. */
  readonly aliases: readonly (readonly string[])[];
  /** Prefixes by the letters that they append. */
  readonly prefixes: ReadonlyMap<string, readonly Affix[]>;
  readonly suffixes: ReadonlyMap<string, readonly Affix[]>;
  /** Letters of the longest prefix. */
  readonly longestPrefix: number;
  readonly longestSuffix: number;
  /** Flags of affixes that other affixes may follow. */
  readonly secondStage: ReadonlySet<string>;
  /** True when a word takes two prefixes and one suffix, instead of one prefix and two suffixes. */
  readonly complexPrefixes: boolean;
  /** True when an affix may replace the whole word. */
  readonly fullStrip: boolean;
  /** Letters that are dropped when words are looked up. */
  readonly ignored: ReadonlySet<string>;
  /** Replaces letters of words before they are looked up. */
  readonly convertInput: Convert;
  /** Replaces letters of stems that were found. */
  readonly convertOutput: Convert;
  readonly needAffix: string | undefined;
  readonly onlyInCompound: string | undefined;
  readonly keepCase: string | undefined;
  readonly circumfix: string | undefined;
  readonly turkic: boolean;
  /** True when `SS` in capitals may stand for `ß`. */
  readonly checksSharpS: boolean;
}

/** The encoding that the first lines name. */
export function encodingOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const name = /^\s*SET\s+(\S+)/m.exec(head)?.[1] ?? 'ISO8859-1';
  const iso = /^ISO-?8859-?(\d+)$/i.exec(name);
  if (iso) return `iso-8859-${iso[1]}`;
  const microsoft = /^microsoft-cp(\d+)$/i.exec(name);
  return microsoft ? `windows-${microsoft[1]}` : name.toLowerCase();
}

export function readAffixFile(text: string): AffixFile {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const words = (name: string) =>
    lines.map((line) => line.split(/\s+/)).find(([first]) => first === name);
  const option = (name: string) => words(name)?.[1];
  const form = formOf(option('FLAG'));
  const aliases = aliasesOf(lines, form);
  const affixes = affixesOf(lines, { form, aliases });
  const prefixes = affixes.filter(({ isPrefix }) => isPrefix);
  const suffixes = affixes.filter(({ isPrefix }) => !isPrefix);
  const longest = (list: readonly Affix[]) =>
    list.reduce((most, { append }) => Math.max(most, append.length), 0);
  return {
    form,
    aliases,
    prefixes: Map.groupBy(prefixes, ({ append }) => append),
    suffixes: Map.groupBy(suffixes, ({ append }) => append),
    longestPrefix: longest(prefixes),
    longestSuffix: longest(suffixes),
    secondStage: new Set(affixes.flatMap(({ continuation }) => continuation)),
    complexPrefixes: words('COMPLEXPREFIXES') !== undefined,
    fullStrip: words('FULLSTRIP') !== undefined,
    ignored: new Set(option('IGNORE') ?? ''),
    convertInput: conversionsOf(lines, 'ICONV'),
    convertOutput: conversionsOf(lines, 'OCONV'),
    needAffix: option('NEEDAFFIX') ?? option('PSEUDOROOT'),
    onlyInCompound: option('ONLYINCOMPOUND'),
    keepCase: option('KEEPCASE'),
    circumfix: option('CIRCUMFIX'),
    checksSharpS: words('CHECKSHARPS') !== undefined,
    turkic: /^(?:tr|az|crh|tt)/.test(option('LANG') ?? ''),
  };
}

function formOf(name: string | undefined): FlagForm {
  if (name === 'long' || name === 'num') return name;
  return 'short';
}

/** Reads the lists of flags. The first `AF` line gives their number, which is skipped. */
function aliasesOf(lines: readonly string[], form: FlagForm): (readonly string[])[] {
  const given = lines.filter((line) => /^AF\s/.test(line)).slice(1);
  return given.map((line) => flagsOf(line.split(/\s+/)[1] ?? '', form));
}

interface FlagReading {
  readonly form: FlagForm;
  readonly aliases: readonly (readonly string[])[];
}

export function readFlags(text: string, { form, aliases }: FlagReading): readonly string[] {
  const isAlias = aliases.length > 0 && /^\d+$/.test(text);
  return isAlias ? (aliases[Number(text) - 1] ?? NO_FLAGS) : flagsOf(text, form);
}

function affixesOf(lines: readonly string[], reading: FlagReading): Affix[] {
  const affixes: Affix[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [kind = '', flag = '', crosses = '', count = ''] = (lines[at] ?? '').split(/\s+/);
    if (kind !== 'PFX' && kind !== 'SFX') continue;
    const most = Number(count);
    if (!Number.isInteger(most)) continue;
    for (let left = most; left > 0 && at + 1 < lines.length; left--) {
      const line = lines[++at] ?? '';
      const [, , strip = '', append = '', condition = '.'] = line.split(/\s+/);
      const isPrefix = kind === 'PFX';
      affixes.push(
        affixOf({ flag, isPrefix, crosses: crosses === 'Y', strip, append, condition }, reading),
      );
    }
  }
  return affixes;
}

interface AffixLine {
  readonly flag: string;
  readonly isPrefix: boolean;
  readonly crosses: boolean;
  readonly strip: string;
  readonly append: string;
  readonly condition: string;
}

function affixOf(line: AffixLine, reading: FlagReading): Affix {
  const { flag, isPrefix, crosses } = line;
  const slash = line.append.indexOf('/');
  const append = slash < 0 ? line.append : line.append.slice(0, slash);
  const continuation = slash < 0 ? NO_FLAGS : readFlags(line.append.slice(slash + 1), reading);
  return {
    flag,
    isPrefix,
    crosses,
    strip: line.strip === '0' ? '' : line.strip,
    append: append === '0' ? '' : append,
    continuation,
    fits: conditionOf(line.condition, isPrefix),
  };
}

/**
 * Compiles a condition: letters, classes of letters and dots at the end of the word where the affix
 * stands.
 */
function conditionOf(condition: string, isPrefix: boolean): (word: string) => boolean {
  if (condition === '.' || condition === '') return () => true;
  const items = condition.match(/\[\^?[^\]]*\]|./gsu) ?? [];
  const accepts = items.map(itemOf);
  return (word) => {
    const letters = [...word];
    if (letters.length < accepts.length) return false;
    const from = isPrefix ? 0 : letters.length - accepts.length;
    return accepts.every((accept, i) => accept(letters[from + i]));
  };
}

function itemOf(item: string): (letter: string) => boolean {
  if (item === '.') return () => true;
  if (!item.startsWith('[')) return (letter) => letter === item;
  const isNot = item.startsWith('[^');
  const inner = item.slice(isNot ? 2 : 1, -1);
  const letters = new Set(inner);
  return (letter) => letters.has(letter) !== isNot;
}
