/**
 * Runs each suite with an ordinary global object. Jest's own environment makes the global object of
 * a suite a proxy behind the interceptors of `node:vm`, so that each use of a global name (`Math`,
 * `Uint8Array`, `performance`) in a loop is a call of a handler. That took more than half of the CPU
 * time of suites that compress or parse.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;
const { DONT_CONTEXTIFY } = vm.constants;

export default class OwnGlobal extends TestEnvironment {
  constructor(config, context) {
    let made = 0;
    // Jest's constructor offers no other way to choose the kind of context.
    vm.createContext = () => {
      made++;
      return createContext(DONT_CONTEXTIFY);
    };
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    if (made !== 1) throw new Error(`jest-environment-node made ${made} contexts, expected 1`);
  }
}
