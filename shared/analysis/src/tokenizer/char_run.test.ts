import { analyzeRequest } from '../analyze/analyze_request.js';
import { buildAnalysis } from '../build/build_analysis.js';

const analyzed = (type: string, most: number): unknown =>
  analyzeRequest(
    { tokenizer: { type, max_token_length: most }, text: 'a b' },
    buildAnalysis(new Map()),
  ).tokens;

test.each(['whitespace', 'char_group'])('the longest words that %s allows', (type) => {
  expect(() => analyzed(type, 1_048_576)).not.toThrow();
  for (const most of [0, -1, 1_048_577]) {
    expect(() => analyzed(type, most)).toThrow(
      `maxTokenLen must be greater than 0 and less than 1048576 passed: ${most}`,
    );
  }
});
