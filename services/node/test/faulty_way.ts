/**
 * A proxy to an S3 service on which requests fail: some are answered 503 and never arrive, some
 * arrive and their answer is lost, some take long. The fault of each request is drawn from a seed.
 * Requests pass unchanged, so that their signatures stay valid.
 */
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The percentages of requests with each fault. */
const REFUSED = 12;
const UNANSWERED = 12;
const SLOW = 10;
const MOST_SLOW_MS = 400;
const SLOW_DOWN =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';

export class FaultyWay {
  /** While true, requests pass without faults. */
  isGood = true;
  readonly counts = { refused: 0, unanswered: 0, slow: 0, passed: 0 };
  readonly #server: Server;
  readonly #to: URL;
  readonly #next: () => number;

  private constructor(to: string, next: () => number) {
    this.#to = new URL(to);
    this.#next = next;
    this.#server = createServer((asked, answer) => this.#lead(asked, answer));
  }

  /** Starts a proxy to `to`; `next` returns random numbers from 0 to 1. */
  static async start(to: string, next: () => number): Promise<FaultyWay> {
    const way = new FaultyWay(to, next);
    await new Promise<void>((done) => way.#server.listen(0, '127.0.0.1', () => done()));
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #lead(asked: IncomingMessage, answer: ServerResponse): void {
    const drawn = this.isGood ? 100 : this.#next() * 100;
    if (drawn < REFUSED) {
      this.counts.refused++;
      asked.resume();
      answer.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN);
      return;
    }
    const isUnanswered = drawn < REFUSED + UNANSWERED;
    const isSlow = !isUnanswered && drawn < REFUSED + UNANSWERED + SLOW;
    if (isUnanswered) this.counts.unanswered++;
    else if (isSlow) this.counts.slow++;
    else this.counts.passed++;
    const pass = () => this.#pass(asked, answer, isUnanswered);
    if (isSlow) setTimeout(pass, this.#next() * MOST_SLOW_MS);
    else pass();
  }

  #pass(asked: IncomingMessage, answer: ServerResponse, isUnanswered: boolean): void {
    const { hostname, port } = this.#to;
    const { method, url: path, rawHeaders: headers } = asked;
    const passed = request({ hostname, port, method, path, headers, setHost: false }, (found) => {
      if (isUnanswered) {
        found.resume();
        found.once('end', () => answer.destroy());
        return;
      }
      answer.writeHead(found.statusCode ?? 500, found.rawHeaders);
      found.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    asked.pipe(passed);
  }
}
