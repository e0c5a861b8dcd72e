import { warmUpScripts } from './warm_up.js';

test('what is compiled to warm up compiles', () => {
  expect(() => warmUpScripts()).not.toThrow();
});
