/**
 * `PUT /{index}/_clone/{target}`: a new index with the same documents and the same number of
 * shards.
 */
import { resizeEndpoint } from './resize.js';

export const clone = resizeEndpoint('clone');
