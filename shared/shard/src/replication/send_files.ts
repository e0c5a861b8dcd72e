/** Sends the files that a message announces, before the message. */
import type { Log } from '@skein/base';
import type { CopyFiles, CopyRef, CopyReply, CopySegments } from '@skein/cluster/replication';
import type { HeldCommit } from '@skein/engine';
import { asApiError } from '@skein/errors';
import type { CopyPorts } from './copy_ports.js';
import type { FileAttempt } from './file_messages.js';
import { sendCommit } from './file_source.js';
import { NO_SEND_PROGRESS, type SendProgress } from './round_progress.js';
import type { SegmentLags } from './segment_lags.js';

type FileRequest = CopyFiles | CopySegments;

interface FileSender {
  readonly self: CopyRef;
  readonly ports: Pick<CopyPorts, 'sendFile'>;
  readonly log: Log;
  readonly lags: SegmentLags;
  readonly ask: (to: CopyRef, request: FileRequest) => Promise<CopyReply | undefined>;
}

/**
 * Sends the files of the request's commit, then the request without it. The commit is held until
 * the target has answered.
 */
export async function sendWithFiles(
  to: CopyRef,
  request: FileRequest,
  sender: FileSender,
): Promise<CopyReply | undefined> {
  // The state machine passes the commit on unread, as the engine gave it.
  const commit = request.commit as HeldCommit;
  const { lags, ask } = sender;
  const withoutCommit = { ...request, commit: undefined };
  try {
    if (request.kind === 'copy_files') {
      const isThere = await sendFiles(commit, { to, request, progress: NO_SEND_PROGRESS }, sender);
      return isThere ? await ask(to, withoutCommit) : undefined;
    }
    const round = lags.begin(to.allocationId);
    let reply: CopyReply | undefined;
    try {
      if (await sendFiles(commit, { to, request, progress: round }, sender)) {
        round.finalizes();
        reply = await ask(to, withoutCommit);
      }
    } finally {
      lags.ended(to.allocationId, round, reply?.kind === 'done');
    }
    return reply;
  } finally {
    commit.close();
  }
}

interface Sending {
  readonly to: CopyRef;
  readonly request: FileRequest;
  readonly progress: SendProgress;
}

/** Resolves with true if the target has all files. */
async function sendFiles(
  commit: HeldCommit,
  { to, request, progress }: Sending,
  { self, ports, log }: FileSender,
): Promise<boolean> {
  try {
    await sendCommit(commit, { to, attempt: attemptOf(request, self), progress }, ports.sendFile);
    return true;
  } catch (error) {
    log.warn('replica did not accept files', {
      target: to.nodeId,
      error: asApiError(error).reason,
    });
    return false;
  }
}

/**
 * Name of an attempt. A replaced primary may still send, so rounds carry the primary's id and term.
 */
function attemptOf(request: FileRequest, { allocationId }: CopyRef): FileAttempt {
  if (request.kind === 'copy_files') return request.session;
  return `${allocationId}/${request.term}/${request.round}`;
}
