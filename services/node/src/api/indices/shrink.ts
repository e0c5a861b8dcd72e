/**
 * `PUT /{index}/_shrink/{target}`: a new index with the same documents in fewer shards, each of
 * them several of the source.
 */
import { resizeEndpoint } from './resize.js';

export const shrink = resizeEndpoint('shrink');
