/**
 * Builds analysis that needs files or scripts once in a thread before the command is submitted.
 * Commands run on the main thread, which reads no files and compiles no scripts, and the sender of
 * the settings must get the errors.
 */
import type { Actors } from '../../actors.js';

const OUTSIDE = /^index\.analysis\..*(?:_path|\.script\.[a-z]+)$/;

export async function checkAnalysis(
  settings: ReadonlyMap<string, string | null>,
  { shardHost }: Pick<Actors, 'shardHost'>,
  signal: AbortSignal,
): Promise<void> {
  const analysis = [...settings].filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith('index.analysis.') && entry[1] !== null,
  );
  const asks = analysis.some(([key, value]) => OUTSIDE.test(key) || value === 'hunspell');
  if (!asks) return;
  const request = { settings: Object.fromEntries(analysis) };
  await shardHost.runShardless('check_analysis', request, signal);
}
