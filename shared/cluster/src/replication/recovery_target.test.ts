/** A target's side of a recovery. The simulator tests the guarantees as a whole. */
import type { CopyEffect, StoreAction } from './effects.js';
import { ShardCopyMachine } from './shard_copy.js';
import type { CopyView } from './shard_view.js';

const PRIMARY: CopyView = { allocationId: 'p', nodeId: 'n1', primary: true, state: 'STARTED' };
const TARGET: CopyView = { allocationId: 't', nodeId: 'n2', primary: false, state: 'INITIALIZING' };
const STATUS = {
  historyUuid: undefined,
  term: 0,
  localCheckpoint: -1,
  globalCheckpoint: -1,
  maxSeqNo: -1,
};

it('files that are announced twice are put in place once, others of the same attempt take their place; every message is answered', () => {
  const machine = new ShardCopyMachine(TARGET, STATUS);
  const actions: StoreAction['kind'][] = [];
  const answers: number[] = [];
  let session = -1;
  const take = (input: Parameters<ShardCopyMachine['step']>[0]): void => {
    for (const effect of machine.step(input)) heed(effect);
  };
  const heed = (effect: CopyEffect): void => {
    if (effect.kind === 'ask' && effect.request.kind === 'start_recovery') {
      session = effect.request.session;
    }
    if (effect.kind === 'answer' && effect.reply.kind === 'done') answers.push(effect.id);
    if (effect.kind !== 'store') return;
    actions.push(effect.action.kind);
    take({ kind: 'stored', token: effect.token, result: { status: STATUS, operations: [] } });
  };
  const view = { version: 1, primaryTerm: 1, copies: [PRIMARY, TARGET], inSync: ['p'] };
  take({ kind: 'view', view });
  const announce = (id: number, round: number): void => {
    const commit = undefined;
    const request = { kind: 'copy_files', term: 1, session, round, historyUuid: 'h' } as const;
    take({
      kind: 'request',
      from: PRIMARY,
      id,
      request: { ...request, commit, globalCheckpoint: -1 },
    });
  };
  const replaced = (): number => actions.filter((kind) => kind === 'replace').length;
  for (const id of [1, 2]) announce(id, 1);
  expect(replaced()).toBe(1);
  announce(3, 2);
  expect(replaced()).toBe(2);
  announce(4, 1);
  expect(replaced()).toBe(2);
  expect(answers).toEqual([1, 2, 3, 4]);
});
