/**
 * Runs suites that start processes first: they take longest, and one that began last would leave
 * the other workers idle. The other suites run in Jest's own order.
 */
import Sequencer from '@jest/test-sequencer';

const PROCESSES = /\/services\/[a-z]+\/test\//;

export default class ProcessesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isFirst = ({ path }) => PROCESSES.test(path);
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))];
  }
}
