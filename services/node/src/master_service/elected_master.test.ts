import { silentLog } from '@skein/base';
import { emptyState } from '@skein/cluster';
import type { Agreement } from '../coordination_host/mod.js';
import { TEST_NODE } from '../testing/test_node.js';
import { ElectedMaster } from './elected_master.js';

const NO_LIMIT = { timeoutMs: -1, masterTimeoutMs: -1 };

/**
 * A master whose publications are committed at once; `committed` is told of each. `executed` is
 * called when commands have been executed.
 */
function electedMaster(
  committed: (desk: ElectedMaster) => void,
  executed: (desk: ElectedMaster) => boolean = () => true,
): ElectedMaster {
  let accepted = emptyState('test', 'u');
  const agreement: Agreement = {
    term: () => 1,
    acceptedState: () => accepted,
    nextConfig: () => ({ config: [], isChange: executed(desk) }),
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

test('a master that loses its office meanwhile does not answer that nothing had to be done', async () => {
  let isOver = false;
  const master = electedMaster(
    (desk) => desk.appliedEverywhere(1),
    (desk) => {
      if (isOver) desk.leaveOffice();
      return !isOver;
    },
  );
  await master.submit('clear_voting_exclusions', {}, NO_LIMIT);
  isOver = true;
  await expect(master.submit('clear_voting_exclusions', {}, NO_LIMIT)).rejects.toMatchObject({
    type: 'not_master_exception',
  });
});
