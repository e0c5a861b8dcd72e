/**
 * Recorded requests to OpenSearch, one after the other, with its responses: NDJSON, one per line.
 */
import { readFileSync } from 'node:fs';
import { OneNodeApi } from './one_node_api.js';

export interface RecordedRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  readonly response: unknown;
}

/** Matches positions in bodies, which depend on white space. */
export const RECORDED_PLACES = /\[\d+:\d+\] /g;

export function recordedRequests(file: URL): readonly RecordedRequest[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedRequest);
}

type Comparable = (response: unknown) => unknown;
type Answer = readonly [asked: string, status: number, response: unknown];

/**
 * The responses of a new node to recorded requests, and those of OpenSearch, both normalized by
 * `comparable`.
 */
export async function answersTo(file: URL, comparable: Comparable) {
  const requests = recordedRequests(file);
  const api = await new OneNodeApi().start();
  const own: Answer[] = [];
  for (const request of requests) {
    const { status, json } = await api.request(request.method, request.path, request.body);
    own.push([askedOf(request), status, comparable(json)]);
  }
  const recorded = requests.map((request): Answer => {
    return [askedOf(request), request.status, comparable(request.response)];
  });
  return { own, recorded };
}

function askedOf({ method, path, body }: RecordedRequest): string {
  return `${method} ${path} ${JSON.stringify(body)}`;
}
