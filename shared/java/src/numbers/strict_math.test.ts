/** Last digits, as OpenSearch's scripts show them. */
import { hyperbolicCosine, strictExp } from './strict_math.js';

test.each<[string, (value: number) => number, number, string]>([
  ['exp', strictExp, 1, '2.7182818284590455'],
  ['exp', strictExp, -1, '0.36787944117144233'],
  ['exp', strictExp, 2, '7.38905609893065'],
  ['cosh', hyperbolicCosine, 1, '1.543080634815244'],
  ['cosh', hyperbolicCosine, -1, '1.543080634815244'],
  ['cosh', hyperbolicCosine, 0.5, '1.1276259652063807'],
])('%s', (_, of, value, shown) => {
  expect(String(of(value))).toBe(shown);
});
