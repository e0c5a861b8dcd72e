import { gatheringNode, resizeSteps } from './resize_steps.js';

const WISH = {
  source: 'logs',
  target: 'small',
  shards: 1,
  node: undefined,
  blocksWrite: null,
} as const;

it('lets the source take no writes meanwhile, and leaves it as it was', () => {
  expect(resizeSteps({ ...WISH, kind: 'split', shards: 4, blocksWrite: 'true' })).toEqual([
    { method: 'PUT', path: '/logs/_settings', body: { 'index.blocks.write': true } },
    {
      method: 'PUT',
      path: '/logs/_split/small',
      body: { settings: { 'index.number_of_shards': 4, 'index.blocks.write': null } },
    },
    { method: 'PUT', path: '/logs/_settings', body: { 'index.blocks.write': 'true' } },
  ]);
});

it('gathers the shards on one node before they are shrunk', () => {
  const steps = resizeSteps({ ...WISH, kind: 'shrink', node: 'a' });
  const require = 'index.routing.allocation.require._name';
  expect(steps.map(({ path }) => path)).toEqual([
    '/logs/_settings',
    '/_cluster/health/logs?wait_for_no_relocating_shards=true&timeout=60s',
    '/logs/_shrink/small',
    '/logs/_settings',
  ]);
  expect(steps[0]?.body).toMatchObject({ [require]: 'a' });
  expect(steps[2]?.body).toMatchObject({ settings: { [require]: null } });
  expect(steps[3]?.body).toEqual({ 'index.blocks.write': null, [require]: null });
});

it('asks for no number of shards to clone', () => {
  const [, clone] = resizeSteps({ ...WISH, kind: 'clone' });
  expect(clone?.body).toEqual({ settings: { 'index.blocks.write': null } });
});

it('gathers where most is already, unless all is', () => {
  const at = (...nodes: (string | null)[]) => nodes.map((node) => ({ node }));
  expect(gatheringNode(at('a', 'b', 'b', null))).toBe('b');
  expect(gatheringNode(at('a', 'a'))).toBeUndefined();
  expect(gatheringNode(at('b', 'a', 'a -> 10.0.0.2 id b'))).toBe('a');
});
