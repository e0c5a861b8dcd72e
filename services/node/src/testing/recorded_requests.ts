/** Requests that OpenSearch was asked one after the other, with its answers: NDJSON, one a line. */
import { readFileSync } from 'node:fs';

export interface RecordedRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  readonly response: unknown;
}

/** Places in bodies, which depend on white space. */
export const RECORDED_PLACES = /\[\d+:\d+\] /g;

export function recordedRequests(file: URL): readonly RecordedRequest[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedRequest);
}
