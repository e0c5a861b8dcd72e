/**
 * Renders a reply to bytes: filtered, pretty, as JSON, YAML, CBOR or Smile, in chunks that are
 * written to the socket without joining. A HEAD request gets the headers of the whole response
 * without its body, and no length if the response is made without one: it would have to be that of
 * a GET (RFC 9110 §8.6). Pauses during long responses, so that other requests get their turn.
 */
import {
  encodingJson,
  filterPath,
  joinBytes,
  prettyJson,
  toCbor,
  toSmile,
  toYaml,
} from '@skein/content';
import type { AnswerForm } from './answer_form.js';
import type { Reply } from './reply.js';

export interface RenderedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly Uint8Array[];
  /** See `Reply`. */
  readonly written?: Reply['written'];
}

const TEXT_TYPE = 'text/plain; charset=UTF-8';
const OTHER_FORMS = {
  yaml: { contentType: 'application/yaml', make: toYaml },
  cbor: { contentType: 'application/cbor', make: toCbor },
  smile: { contentType: 'application/smile', make: toSmile },
} as const;
const encoder = new TextEncoder();

export function* renderReply(
  reply: Reply,
  form: AnswerForm,
  options: { readonly head: boolean },
): Generator<unknown, RenderedReply> {
  const pretty = form.pretty ?? reply.isPretty ?? false;
  const { contentType, chunks } = yield* renderBody(reply, { ...form, pretty });
  const lengthBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const headers: Record<string, string> = { ...reply.headers };
  if (contentType !== undefined) headers['content-type'] = contentType;
  const isUnknown = options.head && reply.body.kind === 'none';
  if (!isUnknown) headers['content-length'] = String(lengthBytes);
  const { status, written } = reply;
  return { status, headers, chunks: options.head ? [] : chunks, written };
}

interface RenderedBody {
  readonly contentType: string | undefined;
  readonly chunks: readonly Uint8Array[];
}

function* renderBody({ body }: Reply, form: AnswerForm): Generator<unknown, RenderedBody> {
  switch (body.kind) {
    case 'none':
      return { contentType: form.jsonType, chunks: [] };
    case 'text':
      return { contentType: body.contentType ?? TEXT_TYPE, chunks: [encoder.encode(body.text)] };
    case 'json':
      return yield* renderJson(yield* encodingJson(body.value), form);
    case 'json_chunks':
      return yield* renderJson(body.chunks, form);
    case 'json_making':
      return yield* renderJson(yield* body.making, form);
  }
}

function* renderJson(
  chunks: readonly Uint8Array[],
  form: AnswerForm,
): Generator<unknown, RenderedBody> {
  const { filterPath: patterns, format, jsonType: contentType } = form;
  const other =
    format === undefined || format === 'json' || format === 'text'
      ? undefined
      : OTHER_FORMS[format];
  if (patterns.length === 0 && other === undefined && !form.pretty) return { contentType, chunks };
  const whole = joinBytes(chunks);
  const json = patterns.length === 0 ? whole : yield* filterPath(whole, patterns);
  if (other !== undefined) {
    return { contentType: other.contentType, chunks: yield* other.make(json) };
  }
  return { contentType, chunks: form.pretty ? yield* prettyJson(json) : [json] };
}
