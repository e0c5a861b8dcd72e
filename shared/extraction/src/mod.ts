/** Extraction of text from files. */
export {
  EXTRACTION_LIMITS,
  type Extracted,
  type ExtractionCalls,
  type ExtractionRequest,
} from './calls.js';
export { extractText } from './extract_text.js';
