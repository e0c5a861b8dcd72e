/** All settings of an index, by family. `INDEX.limits.maxResultWindow` names one in code. */
import { SettingsTable } from '../settings_table.js';
import { BLOCKS } from './blocks.js';
import { CREATION } from './creation.js';
import { ENGINE } from './engine.js';
import { FAMILIES } from './families.js';
import { LIFECYCLE } from './lifecycle.js';
import { LIMITS } from './limits.js';
import { REMOTE_STORE } from './remote_store.js';
import { SLOW_FETCH, SLOW_INDEX, SLOW_LOG, SLOW_QUERY } from './slow_logs.js';
import { SORTING } from './sorting.js';
import { VECTORS } from './vectors.js';

export const INDEX = {
  creation: CREATION,
  engine: ENGINE,
  limits: LIMITS,
  blocks: BLOCKS,
  lifecycle: LIFECYCLE,
  sorting: SORTING,
  remoteStore: REMOTE_STORE,
  families: FAMILIES,
  slowQuery: SLOW_QUERY,
  slowFetch: SLOW_FETCH,
  slowIndex: SLOW_INDEX,
  slowLog: SLOW_LOG,
  vectors: VECTORS,
} as const;

export const INDEX_SETTINGS = new SettingsTable('index', Object.values(INDEX));
