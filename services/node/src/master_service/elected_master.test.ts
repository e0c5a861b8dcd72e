import { silentLog } from '@skein/base';
import { emptyState } from '@skein/cluster';
import type { Agreement } from '../coordination_host/mod.js';
import { TEST_NODE } from '../testing/test_node.js';
import { ElectedMaster } from './elected_master.js';

const NO_LIMIT = { timeoutMs: -1, masterTimeoutMs: -1 };

/** A master whose publications are committed at once; `committed` is told of each. */
function electedMaster(committed: (desk: ElectedMaster) => void): ElectedMaster {
  let accepted = emptyState('test', 'u');
  const agreement: Agreement = {
    term: () => 1,
    acceptedState: () => accepted,
    nextConfig: () => ({ config: [], isChange: true }),
    prepare: async () => {},
    propose: (next) => {
      accepted = next;
      desk.committed();
      desk.appliedHere(next.version);
      committed(desk);
    },
  };
  const desk: ElectedMaster = new ElectedMaster({
    localNode: TEST_NODE,
    agreement,
    indexVersion: '136407927',
    facts: undefined,
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    timers: { after: () => ({ cancel: () => {} }) },
    random: { next: () => 0.5, bytes: (count) => new Uint8Array(count) },
    log: silentLog,
  });
  const office = { nodeId: 'n1', term: 1, present: [TEST_NODE], configuredSettings: new Map() };
  desk.takeOffice({ ...office, clusterUuid: 'u' });
  return desk;
}

test('a master that abdicates at the commit answers the command at once', async () => {
  let excludes = false;
  const master = electedMaster((desk) => {
    if (excludes) desk.leaveOffice();
    else desk.appliedEverywhere(1);
  });
  await master.submit('clear_voting_exclusions', {}, NO_LIMIT);
  excludes = true;
  const request = { nodeIds: [], nodeNames: ['one'] };
  const answer = await master.submit('add_voting_exclusions', request, NO_LIMIT);
  expect(answer).toEqual({ acknowledged: false, version: 2 });
});
