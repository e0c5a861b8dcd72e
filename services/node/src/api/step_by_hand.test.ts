import type { ManagedIndex } from '@skein/cluster';
import { OneNodeApi } from '../testing/one_node_api.js';
import { stepByHand } from './step_by_hand.js';

const WAITS = { timeoutMs: 10_000, masterTimeoutMs: 10_000 };
const UNMANAGED = { to: undefined, effects: [] };

/** An index whose policy has made so many steps. */
function progress(version: number): ManagedIndex {
  return {
    version,
    dialect: 'ilm',
    policyId: 'p',
    policy: { phases: {} },
    policyVersion: 1,
    policySeqNo: 0,
    sinceMs: 0,
    stateSinceMs: 0,
    action: 0,
    actionSinceMs: 0,
    failures: 0,
    status: 'running',
    message: '',
  };
}

async function managed() {
  const { master } = await new OneNodeApi().start();
  await master.ensureIndex('logs', WAITS);
  const index = () => master.state().metadata.indices.get('logs');
  const step = (version: number) => {
    const [uuid, from] = [index()?.uuid ?? '', index()?.lifecycle?.version];
    const request = { index: 'logs', uuid, from, to: progress(version), effects: [] };
    return master.submit('lifecycle_step', request, WAITS);
  };
  await step(1);
  const { signal } = new AbortController();
  return { index, step, ground: { masterService: master, options: WAITS, signal } };
}

test('a step by hand is decided anew if the policy has made a step meanwhile', async () => {
  const { index, step, ground } = await managed();
  const seen: number[] = [];
  const steps: Promise<unknown>[] = [];
  const decide = ({ lifecycle }: NonNullable<ReturnType<typeof index>>) => {
    const version = lifecycle?.version ?? 0;
    seen.push(version);
    // The master takes this step before the one that is decided here.
    if (version < 3) steps.push(step(version + 1));
    return UNMANAGED;
  };
  expect(await stepByHand('logs', decide, ground)).toBe(true);
  await Promise.all(steps);
  expect(seen).toEqual([1, 2, 3]);
  expect(index()?.lifecycle).toBeUndefined();
});

test('what forbids a step by hand is told, and nothing to do is no error', async () => {
  const { index, ground } = await managed();
  const forbid = () => {
    throw new RangeError('not now');
  };
  await expect(stepByHand('logs', forbid, ground)).rejects.toThrow('not now');
  await expect(stepByHand('gone', () => UNMANAGED, ground)).rejects.toThrow('no such index [gone]');
  expect(await stepByHand('logs', () => undefined, ground)).toBe(true);
  expect(index()?.lifecycle?.version).toBe(1);
});
