/** What a write is when nothing but the document was given. */
import type { RoutedWrite } from './mod.js';

type Given = 'op' | 'index' | 'id' | 'body';

/** No conditions, no routing, no version. */
export const UNCONDITIONAL: Omit<RoutedWrite, Given> = {
  autoId: false,
  routing: undefined,
  version: undefined,
  versionType: 'internal',
  ifSeqNo: undefined,
  ifPrimaryTerm: undefined,
  retryOnConflict: 0,
  fetchSource: undefined,
  requireAlias: false,
};

export function plainWrite(write: Pick<RoutedWrite, Given> & Partial<RoutedWrite>): RoutedWrite {
  return { ...UNCONDITIONAL, ...write };
}
