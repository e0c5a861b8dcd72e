/** The messages of this copy to the others, with the files that some of them announce. */
import type { Log } from '@skein/base';
import type { CopyRef, CopyReply, CopyRequest } from '@skein/cluster/replication';
import { encodeRequest } from './copy_messages.js';
import type { CopyPorts } from './copy_ports.js';
import type { SegmentLags } from './segment_lags.js';
import { sendWithFiles } from './send_files.js';

interface SentMessagesParts {
  readonly self: CopyRef;
  readonly ports: Pick<CopyPorts, 'ask' | 'sendFile'>;
  readonly log: Log;
  readonly lags: SegmentLags;
  readonly mappingVersion: () => number;
  /** Drops history that no copy needs; returns the first operation that is kept. */
  readonly retain: () => number;
}

export class SentMessages {
  readonly #parts: SentMessagesParts;
  /** Replications that have no answer yet. */
  readonly #replications = new Set<Promise<void>>();

  constructor(parts: SentMessagesParts) {
    this.#parts = parts;
  }

  /** Passes the answer to `answered`; undefined: there is none, though the message may be there. */
  send(to: CopyRef, request: CopyRequest, answered: (reply: CopyReply | undefined) => void): void {
    const done = this.#ask(to, request).then(answered);
    if (request.kind !== 'replicate') return;
    this.#replications.add(done);
    void done.then(() => this.#replications.delete(done));
  }

  /** Resolves when the replications that were sent so far are answered. */
  async replicated(): Promise<void> {
    await Promise.all(this.#replications);
  }

  #ask(to: CopyRef, request: CopyRequest): Promise<CopyReply | undefined> {
    if (request.kind !== 'copy_files' && request.kind !== 'copy_segments') {
      return this.#askPlain(to, request);
    }
    const ask = (target: CopyRef, message: CopyRequest) => this.#askPlain(target, message);
    return sendWithFiles(to, request, { ...this.#parts, ask });
  }

  #askPlain(to: CopyRef, request: CopyRequest): Promise<CopyReply | undefined> {
    const { ports, self, mappingVersion, retain } = this.#parts;
    const retainFrom = retain();
    return ports.ask(to, {
      ...encodeRequest(request),
      from: self,
      to: to.allocationId,
      mappingVersion: mappingVersion(),
      retainFrom,
    });
  }
}
