/** For tests of a shard's copies: a primary, and the state of a copy without operations. */
import type { CopyView } from '../replication/shard_view.js';

export const PRIMARY: CopyView = {
  allocationId: 'p',
  nodeId: 'n1',
  primary: true,
  state: 'STARTED',
};

export const STATUS = {
  historyUuid: 'h',
  term: 1,
  localCheckpoint: -1,
  globalCheckpoint: -1,
  maxSeqNo: -1,
};
