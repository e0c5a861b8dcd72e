/** Entry of a thread that extracts the text of files. */
import { parentPort } from 'node:worker_threads';
import { expectDefined } from '@skein/base';
import { type ExtractionCalls, extractText } from '@skein/extraction';
import { type CallHandlers, shrinkHeapAtRest, WorkerChannel } from '@skein/platform';

const port = expectDefined(parentPort, 'an extraction thread has a parent');

const handlers: CallHandlers<ExtractionCalls> = { extract: (request) => extractText(request) };

new WorkerChannel<Record<string, never>>(port, handlers);

shrinkHeapAtRest();
