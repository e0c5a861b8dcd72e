/** A Hunspell dictionary: its words with their flags, and the affixes they may take. */
import { checkWanted } from '@skein/base';
import { type AffixFile, encodingOf, readAffixFile, readFlags } from './affix_file.js';
import { caseOf, titled } from './word_case.js';

/** One entry of a word, which may have several. */
export interface DictionaryEntry {
  readonly flags: readonly string[];
  /** The stem that the dictionary gives in place of the word itself. */
  readonly stem: string | undefined;
}

export interface HunspellDictionary {
  readonly affixes: AffixFile;
  readonly words: ReadonlyMap<string, readonly DictionaryEntry[]>;
}

interface DictionaryFiles {
  readonly affixes: Uint8Array;
  readonly words: readonly Uint8Array[];
}

/** Words read between two checks whether the thread is asked to stop. */
const WORDS_BETWEEN_CHECKS = 4096;

export function readDictionary({ affixes, words }: DictionaryFiles): HunspellDictionary {
  const decoder = new TextDecoder(encodingOf(affixes));
  const file = readAffixFile(decoder.decode(affixes));
  const found = new Map<string, DictionaryEntry[]>();
  let read = 0;
  for (const bytes of words) {
    const [, ...lines] = decoder.decode(bytes).split(/\r\n|\r|\n/);
    for (const line of lines) {
      if (read++ % WORDS_BETWEEN_CHECKS === 0) checkWanted();
      addWord(found, line, file);
    }
  }
  return { affixes: file, words: found };
}

/**
 * Adds a line: `word/FLAGS`, then fields of two letters and a colon; `st:` gives the stem. A slash
 * of the word itself is escaped.
 */
function addWord(found: Map<string, DictionaryEntry[]>, line: string, file: AffixFile): void {
  const text = line.trimEnd();
  if (text === '' || text.startsWith('\t') || text.startsWith('#')) return;
  const fieldsAt = text.search(/\t| +\p{L}{2}:/u);
  const head = fieldsAt < 0 ? text : text.slice(0, fieldsAt);
  const stem = fieldsAt < 0 ? undefined : /\bst:(\S+)/.exec(text.slice(fieldsAt))?.[1];
  const [, escaped = '', flags = ''] = /^((?:\\.|[^/\\])+)(?:\/(\S*))?/s.exec(head) ?? [];
  const word = lookedUp(escaped.replace(/\\(.)/gs, '$1').trim(), file);
  if (word === '') return;
  const entry = { flags: readFlags(flags, file), stem };
  addEntry(found, word, entry);
  // Lucene finds other spellings of a word such as `iPod` by one with a single capital in front.
  const wordCase = caseOf(word);
  if (wordCase !== 'mixed' && (wordCase !== 'upper' || flags === '')) return;
  const [first = '', ...rest] = word;
  addEntry(found, titled(first.toUpperCase() + rest.join(''), file), entry);
}

function addEntry(
  found: Map<string, DictionaryEntry[]>,
  word: string,
  entry: DictionaryEntry,
): void {
  const known = found.get(word);
  if (known) known.push(entry);
  else found.set(word, [entry]);
}

/** The word as it is kept and looked up: without ignored letters, and with converted ones. */
export function lookedUp(word: string, { ignored, convertInput }: AffixFile): string {
  const kept = ignored.size === 0 ? word : [...word].filter((each) => !ignored.has(each)).join('');
  return convertInput(kept);
}
