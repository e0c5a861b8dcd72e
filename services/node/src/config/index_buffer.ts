/**
 * `indices.memory.index_buffer_size`: bytes, or a percentage of the heap, limited by the two
 * related settings.
 */
import { parseByteSize } from '@skein/base';
import { ApiError } from '@skein/errors';
import { NODE, readSetting, type Settings } from '@skein/settings';

export function indexBufferBytes(settings: Settings, heapBytes: number): number {
  const { indexBuffer, minIndexBuffer, maxIndexBuffer } = NODE.resources;
  const text = readSetting(settings, indexBuffer);
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1];
  if (percent === undefined) {
    const bytes = parseByteSize(text);
    if (bytes !== undefined && bytes >= 0) return bytes;
    throw refused(text, 'is neither a size in bytes nor a percentage');
  }
  if (Number(percent) > 100) throw refused(text, 'must be between 0% and 100%');
  const least = readSetting(settings, minIndexBuffer);
  const most = readSetting(settings, maxIndexBuffer);
  const wanted = Math.max(least, (heapBytes * Number(percent)) / 100);
  return Math.floor(most < 0 ? wanted : Math.min(most, wanted));
}

function refused(text: string, why: string): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `failed to parse value [${text}] for setting [${NODE.resources.indexBuffer.key}], ${why}`,
  );
}
