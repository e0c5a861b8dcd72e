/**
 * Runs the longest suites first: one that began last would leave the other workers idle. How long
 * they take is recorded in long_suites.json, because Jest itself knows it only where the suites ran
 * before (`record_long_suites.ts`). The next are other suites that start processes, which are new
 * or short; then the rest, in Jest's own order.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const ROOT = join(import.meta.dirname, '../..');
const PROCESSES = /^services\/[a-z]+\/test\//;
const SECONDS = JSON.parse(readFileSync(join(import.meta.dirname, 'long_suites.json'), 'utf8'));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const name = relative(ROOT, path).split(sep).join('/');
      return SECONDS[name] ?? (PROCESSES.test(name) ? 1 : 0);
    };
    return [...super.sort(tests)].sort((a, b) => rank(b) - rank(a));
  }
}
