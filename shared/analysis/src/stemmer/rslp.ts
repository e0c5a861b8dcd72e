/**
 * RSLP ("Removedor de Sufixos da Língua Portuguesa"): steps of rules that cut an ending if enough
 * is left before it. A rule is a line, `ending least>put: exceptions`, of which the last two parts
 * may be missing; more exceptions follow on lines of their own.
 */
import { endingRules, setOf } from './endings.js';

export interface RslpStep {
  /** Shorter words are left alone. */
  readonly least: number;
  /** Words with another ending are left alone. */
  readonly only?: string;
  /** True when exceptions are whole words, not endings. */
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

/** The steps of a stemmer, each by its name. */
export function rslpSteps<Name extends string>(
  rules: Readonly<Record<Name, RslpStep>>,
): Readonly<Record<Name, (word: string) => string>> {
  const steps = Object.entries<RslpStep>(rules).map(([name, step]) => [name, rslpStep(step)]);
  return Object.fromEntries(steps);
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

/** Returns a function that removes the marks of these letters, to run after the rules. */
export function withoutMarks(letters: RegExp): (word: string) => string {
  return (word) => word.replace(letters, (letter) => letter.normalize('NFD').replace(MARKS, ''));
}
