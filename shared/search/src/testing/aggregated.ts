/** The aggregations of an answer, for tests that compare or read them. */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { TestIndex } from './test_index.js';

/** Searches without hits; throws if the answer has no aggregations. */
export function aggregated(index: TestIndex, body: JsonObject): JsonObject {
  const answer = index.answer({ size: 0, ...body });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return answer.aggregations;
}
