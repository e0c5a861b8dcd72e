import { ApiError, isVersionConflict, toPlainError } from './mod.js';

test('version conflicts are found among thrown and plain errors', () => {
  const conflict = new ApiError('version_conflict_engine_exception', 'changed');
  const missing = new ApiError('document_missing_exception', 'gone');
  expect([conflict, toPlainError(conflict)].map(isVersionConflict)).toEqual([true, true]);
  const others = [missing, toPlainError(missing), new RangeError('x'), undefined, null, 'text'];
  expect(others.map(isVersionConflict)).toEqual(others.map(() => false));
});
