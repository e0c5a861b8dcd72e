/** The files that go before a message which tells of them. */
import type { Log } from '@skein/base';
import type { CopyFiles, CopyRef, CopySegments } from '@skein/cluster/replication';
import type { HeldCommit } from '@skein/engine';
import { asApiError } from '@skein/errors';
import type { CopyPorts } from './copy_ports.js';
import type { FileAttempt } from './file_messages.js';
import { sendCommit } from './file_source.js';
import type { SegmentLags } from './segment_lags.js';

export interface FileSender {
  readonly self: CopyRef;
  readonly ports: Pick<CopyPorts, 'sendFile'>;
  readonly log: Log;
  readonly lags: SegmentLags;
}

/** Whether the target has all of them. */
export async function sendFiles(
  commit: HeldCommit,
  { to, request }: { readonly to: CopyRef; readonly request: CopyFiles | CopySegments },
  { self, ports, log, lags }: FileSender,
): Promise<boolean> {
  const bytesLeft = (bytes: number) => {
    if (request.kind === 'copy_segments') lags.bytesLeft(to.allocationId, bytes);
  };
  try {
    await sendCommit(commit, { to, attempt: attemptOf(request, self), bytesLeft }, ports.sendFile);
    return true;
  } catch (error) {
    log.warn('files not taken', { target: to.nodeId, error: asApiError(error).reason });
    return false;
  }
}

/** A primary that is gone may still send: its rounds are told from its successor's by name. */
function attemptOf(request: CopyFiles | CopySegments, { allocationId }: CopyRef): FileAttempt {
  if (request.kind === 'copy_files') return request.session;
  return `${allocationId}/${request.term}/${request.round}`;
}
