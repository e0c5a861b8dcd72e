import type { JsonObject } from '@skein/content';
import type { Facts } from '../facts.js';
import { readAlias } from './read_alias.js';

function requested(actions: readonly JsonObject[]): unknown {
  const outcome = readAlias({ actions }).next({ index: { name: 'i' } } as Facts);
  return 'effects' in outcome ? outcome.effects : outcome;
}

it('changes aliases of the index of the policy', () => {
  const actions = [
    { add: { aliases: ['a', 'b'], routing: '1', is_write_index: 'true' } },
    { remove: { alias: 'c', must_exist: true } },
  ];
  const options = { indices: ['i'], routing: '1', isWriteIndex: true };
  expect(requested(actions)).toEqual([
    {
      command: 'update_aliases',
      request: {
        actions: [
          { kind: 'add', alias: 'a', ...options },
          { kind: 'add', alias: 'b', ...options },
          { kind: 'remove', aliases: ['c'], indices: ['i'], mustExist: true },
        ],
      },
    },
  ]);
});

it.each(['add', 'remove'])('an unknown option of %s is refused', (kind) => {
  expect(() => requested([{ [kind]: { alias: 'a', indexes: 'x' } }])).toThrow(
    'Invalid field: [indexes] found in alias.',
  );
});
