/**
 * A reply to bytes: filtered, pretty, as JSON or YAML, in chunks that are written to the socket without joining. A HEAD request
 * gets the headers of the whole answer and no body.
 */
import {
  encodeJson,
  encodeJsonChunks,
  filterPath,
  type JsonValue,
  parseJson,
  toYaml,
} from '@skein/content';
import type { AnswerForm } from './answer_form.js';
import type { Reply } from './reply.js';

export interface RenderedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly Uint8Array[];
}

const TEXT_TYPE = 'text/plain; charset=UTF-8';
const YAML_TYPE = 'application/yaml';
const encoder = new TextEncoder();

export function renderReply(
  reply: Reply,
  form: AnswerForm,
  options: { readonly head: boolean },
): RenderedReply {
  const pretty = form.pretty ?? reply.isPretty ?? false;
  const { contentType, chunks } = renderBody(reply, { ...form, pretty });
  const lengthBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const headers: Record<string, string> = { ...reply.headers };
  if (contentType !== undefined) headers['content-type'] = contentType;
  headers['content-length'] = String(lengthBytes);
  return { status: reply.status, headers, chunks: options.head ? [] : chunks };
}

interface RenderedBody {
  readonly contentType: string | undefined;
  readonly chunks: readonly Uint8Array[];
}

function renderBody(reply: Reply, form: AnswerForm): RenderedBody {
  const { body } = reply;
  switch (body.kind) {
    case 'none':
      return { contentType: TEXT_TYPE, chunks: [] };
    case 'text':
      return { contentType: body.contentType ?? TEXT_TYPE, chunks: [encoder.encode(body.text)] };
    case 'json':
      return renderJson(body.value, form);
    case 'json_chunks':
      return isPlain(form)
        ? { contentType: form.jsonType, chunks: body.chunks }
        : renderJson(parseJson(join(body.chunks)), form);
  }
}

function isPlain(form: AnswerForm): boolean {
  return !form.pretty && form.format !== 'yaml' && form.filterPath.length === 0;
}

function renderJson(value: JsonValue, form: AnswerForm): RenderedBody {
  const filtered =
    form.filterPath.length === 0 ? value : filterPath(materialise(value), form.filterPath);
  if (form.format === 'yaml') {
    return { contentType: YAML_TYPE, chunks: [encoder.encode(toYaml(materialise(filtered)))] };
  }
  if (form.pretty) {
    const bytes = encodeJson(materialise(filtered), { pretty: true });
    return { contentType: form.jsonType, chunks: [bytes] };
  }
  return { contentType: form.jsonType, chunks: encodeJsonChunks(filtered) };
}

/** The same value with what was already encoded taken apart again, so that filters and indents reach into it. */
function materialise(value: JsonValue): JsonValue {
  return parseJson(encodeJson(value));
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
