/**
 * `PUT /{index}/_split/{target}`: a new index with the same documents in more shards; each source
 * shard is split into several.
 */
import { resizeEndpoint } from './resize.js';

export const split = resizeEndpoint('split');
