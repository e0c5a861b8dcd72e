/**
 * Records which probes each test ran. The file `RAN_FILE` gets a line per test, and a line without
 * a test's name for what ran while the suite was loaded and in hooks: its effects may be seen by
 * every test of the suite.
 */
import { appendFileSync } from 'node:fs';

const { RAN_FILE: file = '' } = process.env;
const ofSuite = new Set<string>();
const use = (ran: Set<string>): void => {
  Reflect.set(globalThis, '__ran', ran);
};
let ofTest = new Set<string>();
const write = (name: string | undefined, ran: ReadonlySet<string>): void => {
  const { testPath } = expect.getState();
  appendFileSync(file, `${JSON.stringify({ path: testPath, name, keys: [...ran] })}\n`);
};

use(ofSuite);
beforeEach(() => {
  ofTest = new Set();
  use(ofTest);
});
afterEach(() => {
  use(ofSuite);
  write(expect.getState().currentTestName, ofTest);
});
afterAll(() => {
  write(undefined, ofSuite);
});
