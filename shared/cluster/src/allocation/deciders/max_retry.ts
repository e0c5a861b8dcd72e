/**
 * `index.allocation.max_retries`: after that many failures in a row a copy stays unassigned until
 * an operator retries it.
 */
import { INDEX, readSetting } from '@skein/settings';
import { no, yes } from '../decision.js';
import type { Decider } from './decider.js';

const NONE = yes('shard has no previous failures');

export const max_retry: Decider = {
  name: 'max_retry',
  canAllocate: ({ shard, copy }, _node, { byHand }) => {
    const failed = copy.unassigned?.failedAllocations ?? 0;
    if (failed === 0) return NONE;
    const limit = readSetting(shard.index.settings, INDEX.engine.maxRetries);
    if (failed < limit || byHand) {
      return yes(
        `shard has failed allocating [${failed}] times but [${limit}] retries are allowed`,
      );
    }
    return no(
      () =>
        `shard has exceeded the maximum number of retries [${limit}] on failed allocation attempts - manually call [/_cluster/reroute?retry_failed=true] to retry, [unassigned_info[[reason=${copy.unassigned?.reason}], failed_attempts[${failed}], details[${copy.unassigned?.details ?? ''}]]]`,
    );
  },
};
