/**
 * RSLP ("Removedor de Sufixos da Língua Portuguesa"): steps of rules that cut an ending where
 * enough is left before it. A rule is a line, `ending least>put: exceptions`, of which the last two
 * may be missing; more exceptions follow on lines of their own.
 */
import { endingRules, setOf } from './endings.js';

export interface RslpStep {
  /** Shorter words pass by. */
  readonly least: number;
  /** Words that end otherwise pass by. */
  readonly only?: string;
  /** Exceptions are whole words, not endings. */
  readonly exceptWords?: boolean;
  readonly rules: string;
}

const MARKS = /[\u0300-\u036f]/g;

export function rslpStep(step: RslpStep): (word: string) => string {
  const lines = step.rules
    .trim()
    .replace(/\n {4}/g, ' ')
    .split('\n');
  const rules = endingRules(
    lines.map((line) => {
      const [, ending = '', least = '', put = '', exceptions = ''] =
        /^(\S+) (\d+)(?:>([^:]+))?(?:: (.+))?$/.exec(line) ?? [];
      const spared = exceptionsOf(ending, exceptions, step.exceptWords === true);
      return [Number(least) + ending.length - 1, ending, put, (stem) => !spared(stem)];
    }),
  );
  const only = step.only?.split(' ');
  return (word) =>
    word.length < step.least || (only && !only.some((ending) => word.endsWith(ending)))
      ? word
      : rules.cut(word);
}

function exceptionsOf(
  ending: string,
  list: string,
  wholeWords: boolean,
): (stem: string) => boolean {
  if (list === '') return () => false;
  if (wholeWords) {
    const words = setOf(list);
    return (stem) => words.has(stem + ending);
  }
  const endings = list.split(' ');
  return (stem) => endings.some((each) => (stem + ending).endsWith(each));
}

/** Letters without their marks, when the rules are done. */
export function withoutMarks(letters: RegExp): (word: string) => string {
  return (word) => word.replace(letters, (letter) => letter.normalize('NFD').replace(MARKS, ''));
}
