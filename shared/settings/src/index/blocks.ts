/** Settings that block operations on an index. */
import { booleanSetting } from '../setting_types.js';

export const BLOCKS = {
  readOnly: booleanSetting(
    ['index.blocks.read_only', 'dynamic', 'true: the index refuses writes and metadata changes'],
    'false',
  ),
  readOnlyAllowDelete: booleanSetting(
    [
      'index.blocks.read_only_allow_delete',
      'dynamic',
      'true: the index refuses writes and metadata changes, but may be deleted',
    ],
    'false',
  ),
  read: booleanSetting(['index.blocks.read', 'dynamic', 'true: the index refuses reads'], 'false'),
  write: booleanSetting(
    ['index.blocks.write', 'dynamic', 'true: the index refuses writes'],
    'false',
  ),
  metadata: booleanSetting(
    ['index.blocks.metadata', 'dynamic', 'true: the index refuses to show or change its metadata'],
    'false',
  ),
};
