/** The salt that makes random scores differ between indices. */
import type { QueryShardContext } from '../query_shard_context.js';

export const indexSalt = ({ indexName }: QueryShardContext): number => textHash(indexName) << 10;

/** Java's hash of a string. */
export function textHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
