/**
 * Answers a request that the HTTP parser could not parse: a short response written by hand, then
 * the connection ends.
 */
import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, { status: number; phrase: string; reason: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    reason: 'the headers of the request are larger than [http.max_header_size]',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    reason: 'the request took too long to arrive',
  },
};
const MALFORMED = { status: 400, phrase: 'Bad Request', reason: 'the request is not HTTP' };

export function answerBrokenRequest(failure: NodeJS.ErrnoException, socket: Duplex): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, phrase, reason } = ANSWERS[failure.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: reason, status });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=UTF-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
