/** Which state a call of another node waits for. */
import type { MasterService } from '../master_service/mod.js';
import { reachState } from './reach_state.js';

type Waiting = jest.MockedFunction<MasterService['waitFor']>;

test('a call waits for the version that it names', async () => {
  const waitFor: Waiting = jest.fn();
  await reachState({ waitFor }, 7);
  const isThere = waitFor.mock.calls[0]?.[0] as (state: { version: number }) => boolean;
  expect([6, 7, 8].map((version) => isThere({ version }))).toEqual([false, true, true]);
});

test('a call of an older build names none, and waits for none', async () => {
  const waitFor: Waiting = jest.fn();
  await reachState({ waitFor }, undefined);
  expect(waitFor).not.toHaveBeenCalled();
});
