/** Scalar options of a query, parsed as everywhere in requests. */
export {
  booleanOf,
  boostOf,
  checkBoost,
  doubleOf,
  floatOf,
  integerOf,
  isScalar,
  jsonToken,
  readingAt,
  textOf,
  textOrNull,
  textsOf,
  tokenName,
  type ValuePlace,
  withPlace,
} from '@skein/reading';
