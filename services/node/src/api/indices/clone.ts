/** `PUT /{index}/_clone/{target}`: a new index with the same documents in as many shards. */
import { resizeEndpoint } from './resize.js';

export const clone = resizeEndpoint('clone');
