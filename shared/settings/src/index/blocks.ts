/** Settings that block operations on an index. */
import { booleanSetting } from '../setting_types.js';

export const BLOCKS = {
  readOnly: booleanSetting(
    ['index.blocks.read_only', 'dynamic', 'no writes, no metadata changes'],
    'false',
  ),
  readOnlyAllowDelete: booleanSetting(
    [
      'index.blocks.read_only_allow_delete',
      'dynamic',
      'as read_only, but the index may be deleted',
    ],
    'false',
  ),
  read: booleanSetting(['index.blocks.read', 'dynamic', 'no reads'], 'false'),
  write: booleanSetting(['index.blocks.write', 'dynamic', 'no writes'], 'false'),
  metadata: booleanSetting(
    ['index.blocks.metadata', 'dynamic', 'no metadata reads or changes'],
    'false',
  ),
};
