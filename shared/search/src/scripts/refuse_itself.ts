/** Refuses lists and maps that contain themselves, as OpenSearch does with results of scripts. */
import { illegalArgument } from '@skein/errors';
import type { Value } from '@skein/java';
import { holdsItself } from '@skein/script';

export function refuseItself(value: Value, where: string): void {
  if (!holdsItself(value)) return;
  throw illegalArgument(`Iterable object is self-referencing itself (${where})`);
}
