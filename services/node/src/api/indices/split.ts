/**
 * `PUT /{index}/_split/{target}`: a new index with the same documents in more shards, several of
 * them made of each of the source.
 */
import { resizeEndpoint } from './resize.js';

export const split = resizeEndpoint('split');
