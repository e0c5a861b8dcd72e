/**
 * Renders what a request is answered with: the reply of its endpoint, or an error. Every error
 * becomes a response, and those of the server are logged.
 */
import { atOnce, soonInSlices, type Turns } from '@skein/base';
import { asApiError } from '@skein/errors';
import {
  type Admission,
  type AnswerForm,
  type RenderedReply,
  type Reply,
  type RequestHead,
  renderReply,
} from '@skein/http';
import type { Security } from '../security/mod.js';
import { errorReply, isMediaTypeError, plainErrorReply } from './error_reply.js';
import type { FailureLog } from './failure_log.js';
import { markedHeaders } from './info/product_identity.js';
import type { TypedRequest } from './mapping_types/typed_request.js';

/** A request in progress. */
export interface Asked {
  readonly head: RequestHead;
  readonly form: AnswerForm;
  /** Absent if the response shows no types. */
  readonly typed?: TypedRequest | undefined;
}

interface RendererParts {
  readonly turns: Turns;
  readonly security: Pick<Security, 'refused'>;
  readonly failures: Pick<FailureLog, 'failed'>;
  /** Headers of every response that identify the server. */
  readonly headers: Readonly<Record<string, string>>;
}

export class ReplyRenderer {
  readonly #parts: RendererParts;

  constructor(parts: RendererParts) {
    this.#parts = parts;
  }

  /** Answers a request that no endpoint gets, before its body is read. */
  answered(asked: Asked, reply: Reply): Admission {
    return { kind: 'refused', reply: atOnce(this.#rendering(asked, reply)) };
  }

  /** Refuses a request before its body is read. */
  refused(asked: Asked, thrown: unknown): Admission {
    return this.answered(shownWhole(asked), this.#failure(asked, thrown));
  }

  /** Renders the response of an endpoint, in slices if it is long. */
  render(asked: Asked, reply: Reply): RenderedReply | Promise<RenderedReply> {
    return soonInSlices(this.#rendering(asked, reply), this.#parts.turns);
  }

  /** Renders an error, which may quote a long query. */
  failed(asked: Asked, thrown: unknown): RenderedReply | Promise<RenderedReply> {
    return this.render(shownWhole(asked), this.#failure(asked, thrown));
  }

  #rendering({ head, form }: Asked, reply: Reply): Generator<unknown, RenderedReply> {
    const opaqueId = head.headers['x-opaque-id'];
    const headers = markedHeaders(this.#parts.headers, head.profile);
    if (opaqueId !== undefined) headers['x-opaque-id'] = opaqueId;
    if (reply.headers !== undefined) Object.assign(headers, reply.headers);
    return renderReply({ ...reply, headers }, form, { head: head.method === 'HEAD' });
  }

  #failure({ head, form }: Asked, thrown: unknown): Reply {
    if (isMediaTypeError(thrown)) return plainErrorReply(thrown.status, thrown.message);
    const error = asApiError(thrown);
    if (error.type === 'security_exception') this.#parts.security.refused(head, error);
    if (error.status >= 500) {
      const stack = thrown instanceof Error ? thrown.stack : undefined;
      this.#parts.failures.failed(head, error, stack);
    }
    return errorReply(thrown, { errorTrace: form.errorTrace });
  }
}

/** Errors are shown completely, whatever `filter_path` says. */
export function shownWhole(asked: Asked): Asked {
  return { ...asked, form: { ...asked.form, filterPath: [] } };
}
