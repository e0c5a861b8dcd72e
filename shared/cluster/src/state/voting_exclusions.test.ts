import { NODE, Scene } from '../testing/fixtures.js';
import { ABSENT, excludedVoters } from './voting_exclusions.js';

test('nodes are excluded by their ids, and by name if no node of that name was there', () => {
  const scene = new Scene().run('join_node', {
    node: { ...NODE, id: 'node-2', name: 'two', ephemeralId: 'ephemeral-2' },
    becomesMaster: false,
  });
  const excluded = (...votingExclusions: { nodeId: string; nodeName: string }[]) => {
    const { metadata } = scene.state;
    return [...excludedVoters({ ...scene.state, metadata: { ...metadata, votingExclusions } })];
  };
  expect(excluded()).toEqual([]);
  expect(excluded({ nodeId: 'node-1', nodeName: 'two' })).toEqual(['node-1']);
  expect(excluded({ nodeId: 'gone', nodeName: 'one' })).toEqual(['gone']);
  expect(excluded({ nodeId: ABSENT, nodeName: 'two' })).toEqual(['node-2']);
  expect(excluded({ nodeId: ABSENT, nodeName: 'three' })).toEqual([]);
});
