/** Every endpoint of the API, joined from the folders. */
import * as async_search from './async_search/all.js';
import * as by_query from './by_query/all.js';
import * as cat from './cat/all.js';
import * as cluster from './cluster/all.js';
import * as data_stream from './data_stream/all.js';
import * as document from './document/all.js';
import type { Endpoint } from './endpoint.js';
import * as ilm from './ilm/all.js';
import * as indices from './indices/all.js';
import * as info from './info/all.js';
import * as ingest from './ingest/all.js';
import * as ism from './ism/all.js';
import * as metrics from './metrics/all.js';
import * as nodes from './nodes/all.js';
import { openApi } from './openapi/openapi.js';
import * as remote_store from './remote_store/all.js';
import * as scripts from './scripts/all.js';
import * as search from './search/all.js';
import * as search_pipeline from './search_pipeline/all.js';
import * as security from './security/all.js';
import * as slm from './slm/all.js';
import * as sm from './sm/all.js';
import * as snapshot from './snapshot/all.js';
import * as tasks from './tasks/all.js';
import * as transform from './transform/all.js';

const NAMESPACES: readonly Readonly<Record<string, Endpoint>>[] = [
  info,
  search,
  async_search,
  document,
  by_query,
  indices,
  data_stream,
  ilm,
  ism,
  transform,
  cluster,
  snapshot,
  remote_store,
  sm,
  slm,
  ingest,
  search_pipeline,
  scripts,
  nodes,
  metrics,
  tasks,
  cat,
  security,
];

const DESCRIBED: readonly Endpoint[] = NAMESPACES.flatMap((namespace) => Object.values(namespace));

export const ENDPOINTS: readonly Endpoint[] = [...DESCRIBED, openApi(DESCRIBED)];
