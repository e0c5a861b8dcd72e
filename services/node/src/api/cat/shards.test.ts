import { TEST_NODE } from '../../testing/test_node.js';
import { nodeText } from './shards.js';

test('a copy that moves has both of its nodes', () => {
  const node = { ...TEST_NODE, name: 'one' };
  const destination = { ...TEST_NODE, id: 'x2', name: 'two', transportAddress: '10.0.0.2:9300' };
  expect(nodeText({ node, destination })).toBe('one -> 10.0.0.2 x2 two');
  expect(nodeText({ node, destination: undefined })).toBe('one');
  expect(nodeText({ node: undefined, destination: undefined })).toBeNull();
});
