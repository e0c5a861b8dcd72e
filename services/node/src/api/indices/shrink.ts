/**
 * `PUT /{index}/_shrink/{target}`: a new index with the same documents in fewer shards; each is
 * made of several source shards.
 */
import { resizeEndpoint } from './resize.js';

export const shrink = resizeEndpoint('shrink');
