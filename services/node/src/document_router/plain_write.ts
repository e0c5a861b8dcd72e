/** A write with default options. */
import { type RoutedWrite, UNCONDITIONAL } from '../shard_host/mod.js';

type Given = 'op' | 'index' | 'id' | 'body';

export const PLAIN_WRITE: Omit<RoutedWrite, Given> = {
  ...UNCONDITIONAL,
  autoId: false,
  requireAlias: false,
};

export function plainWrite(write: Pick<RoutedWrite, Given> & Partial<RoutedWrite>): RoutedWrite {
  return { ...PLAIN_WRITE, ...write };
}
