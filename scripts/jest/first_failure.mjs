/**
 * Runs each suite as `own_global.mjs` does, up to its first failure: the tests behind it are
 * skipped, because one failure kills a mutant.
 */
import OwnGlobal from './own_global.mjs';

export default class FirstFailure extends OwnGlobal {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
