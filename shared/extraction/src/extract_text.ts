/**
 * Extracts the text of a file: detects the format, and reads up to the requested number of
 * characters.
 */
import { ApiError } from '@skein/errors';
import { EXTRACTION_LIMITS, type Extracted, type ExtractionRequest } from './calls.js';
import { kindOf } from './file_kind.js';
import type { Format } from './format.js';
import { formatOf, refusedType } from './formats/registry.js';
import { SinkFull, TextSink } from './text_sink.js';

export async function extractText(request: ExtractionRequest): Promise<Extracted> {
  const { bytes, maxChars, wantsLanguage } = request;
  const type = await kindOf(bytes, request.resourceName);
  const refused = refusedType(type);
  if (refused !== undefined) throw new ApiError('illegal_argument_exception', refused);
  const sink = new TextSink(maxChars);
  await readInto(sink, request, type);
  const content = sink.text;
  const language = wantsLanguage && content.trim() !== '' ? await languageOf(content) : undefined;
  return { contentType: type, ...sink.facts, content, language };
}

/** Reads as much as fits. */
async function readInto(sink: TextSink, { bytes }: ExtractionRequest, type: string): Promise<void> {
  const format = formatOf(type);
  if (format === undefined || bytes.length === 0) return;
  try {
    await read(format, { bytes, type }, sink);
  } catch (error) {
    if (!(error instanceof SinkFull)) throw error;
  }
}

/** Converts any error of a library: the file is to blame. */
async function read(
  format: Format,
  source: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string },
  sink: TextSink,
): Promise<void> {
  try {
    await format.read(source, sink);
  } catch (error) {
    if (error instanceof SinkFull || error instanceof ApiError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new ApiError('illegal_argument_exception', `[${source.type}] cannot be read: ${words}`);
  }
}

async function languageOf(text: string): Promise<string | undefined> {
  const { eld } = await import('eld/small');
  const { language } = eld.detect(text.slice(0, EXTRACTION_LIMITS.languageChars));
  return language === '' ? undefined : language;
}
