import { actionCounts } from './action_names.js';

test('endpoints that share a name in OpenSearch are counted together', () => {
  const counts = actionCounts([
    ['get', 5],
    ['exists', 2],
    ['cluster.put_settings', 1],
    ['nodes.info', 3],
    ['delete_all_pits', 1],
    ['delete_pit', 1],
  ]);
  expect(counts).toEqual({
    document_get_action: 7,
    cluster_update_settings_action: 1,
    nodes_info_action: 3,
    delete_pit_action: 2,
  });
});
