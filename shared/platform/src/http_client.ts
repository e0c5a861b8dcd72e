/**
 * An HTTP client for other servers: whole bodies, bounded responses, connections kept for the next
 * request, redirects not followed.
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as overHttp,
} from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as overHttps } from 'node:https';
import { systemCodeOf } from '@skein/base';
import { ApiError } from '@skein/errors';
import { readSettingsFile } from './settings_file.js';

/** PEM files, and the extent to which a server's certificate is verified. */
export interface ClientTls {
  /** Certificates of authorities; none: those of the runtime. */
  readonly authorities: readonly string[];
  /** Certificate shown to the server; empty: none. */
  readonly certificate: string;
  readonly key: string;
  readonly keyPassphrase: string | undefined;
  /** `certificate`: verifies the certificate but not the host name; `none`: accepts any server. */
  readonly verification: 'full' | 'certificate' | 'none';
}

export interface HttpQuestion {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Path with its query, beginning with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly connectTimeoutMs: number;
  /** Longest silence of the server. */
  readonly silenceTimeoutMs: number;
  /** Limit of the response's size; larger ones are aborted. */
  readonly maxAnswerBytes: number;
  /**
   * Called with the length of each part of the answer's body as it arrives. An error thrown here,
   * for example by a used-up budget, ends the question.
   */
  readonly counted?: ((bytes: number) => void) | undefined;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

export interface HttpClient {
  /**
   * Resolves with every complete response, whatever its status. Rejects with an ApiError:
   * connect_exception, socket_timeout_exception, content_too_long_exception, io_exception; an abort
   * rejects with its reason.
   */
  ask(question: HttpQuestion): Promise<HttpAnswer>;
  close(): void;
}

/** Throws an ApiError for files that cannot be read. */
export function httpClient(tls: ClientTls): HttpClient {
  return new AgentClient(tlsOptions(tls));
}

class AgentClient implements HttpClient {
  readonly #plain = new HttpAgent({ keepAlive: true });
  readonly #secured: HttpsAgent;

  constructor(tls: AgentOptions) {
    this.#secured = new HttpsAgent({ ...tls, keepAlive: true });
  }

  ask(question: HttpQuestion): Promise<HttpAnswer> {
    const { signal, host, port } = question;
    return new Promise((resolve, reject) => {
      const sent = this.#send(question);
      const fail = (error: Error) => {
        sent.destroy();
        reject(signal.aborted ? signal.reason : asFault(error, `${host}:${port}`));
      };
      sent.on('error', fail);
      sent.on('response', (answer) => {
        readAll(answer, question).then(
          (body) => resolve({ status: answer.statusCode ?? 0, body }),
          fail,
        );
      });
      sent.end(question.body);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secured.destroy();
  }

  #send(question: HttpQuestion): ClientRequest {
    const { method, scheme, host, port, path, signal, body, silenceTimeoutMs } = question;
    const headers = {
      ...question.headers,
      ...(body === undefined ? {} : { 'content-length': String(body.length) }),
    };
    // Brackets belong to the address's text (RFC 3986 §3.2.2), not to the address.
    const address = host.replace(/^\[|\]$/g, '');
    const common = { method, host: address, port, path, headers, signal };
    const sent =
      scheme === 'https'
        ? overHttps({ ...common, agent: this.#secured })
        : overHttp({ ...common, agent: this.#plain });
    const late = (what: string, ms: number) =>
      sent.destroy(new ApiError('socket_timeout_exception', `${ms} MILLISECONDS: ${what}`));
    sent.setTimeout(silenceTimeoutMs, () => late('no answer', silenceTimeoutMs));
    sent.once('socket', (socket) => {
      if (!socket.connecting) return;
      const { connectTimeoutMs } = question;
      const timer = setTimeout(() => late('no connection', connectTimeoutMs), connectTimeoutMs);
      const done = () => clearTimeout(timer);
      socket.once(scheme === 'https' ? 'secureConnect' : 'connect', done);
      socket.once('close', done);
    });
    return sent;
  }
}

async function readAll(
  answer: IncomingMessage,
  { maxAnswerBytes: most, counted }: Pick<HttpQuestion, 'counted' | 'maxAnswerBytes'>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const pieces: AsyncIterable<Uint8Array> = answer;
  for await (const chunk of pieces) {
    length += chunk.length;
    if (length > most) {
      throw new ApiError(
        'content_too_long_exception',
        `entity content is too long [${length}] for the configured buffer limit [${most}]`,
      );
    }
    counted?.(chunk.length);
    chunks.push(chunk);
  }
  if (answer.complete) return Buffer.concat(chunks, length);
  throw new ApiError('io_exception', 'the connection was closed before the answer was whole');
}

function asFault(error: Error, address: string): ApiError {
  if (error instanceof ApiError) return error;
  const code = systemCodeOf(error) ?? '';
  const isConnecting = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
  const type = isConnecting.includes(code) ? 'connect_exception' : 'io_exception';
  return new ApiError(type, `[${address}] ${error.message === '' ? code : error.message}`);
}

function tlsOptions(tls: ClientTls): AgentOptions {
  const { authorities, certificate, key, keyPassphrase, verification } = tls;
  return {
    ...(authorities.length === 0 ? {} : { ca: authorities.map(readSettingsFile) }),
    ...(certificate === '' ? {} : { cert: readSettingsFile(certificate) }),
    ...(key === '' ? {} : { key: readSettingsFile(key) }),
    ...(keyPassphrase === undefined ? {} : { passphrase: keyPassphrase }),
    rejectUnauthorized: verification !== 'none',
    ...(verification === 'certificate' ? { checkServerIdentity: () => undefined } : {}),
  };
}
