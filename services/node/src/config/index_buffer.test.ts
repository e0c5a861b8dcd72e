import { indexBufferBytes } from './index_buffer.js';

const MB = 1024 * 1024;

test.each([
  [{}, 1000 * MB, 100],
  [{}, 100 * MB, 48],
  [{ 'indices.memory.max_index_buffer_size': '64mb' }, 1000 * MB, 64],
  [{ 'indices.memory.index_buffer_size': '20%' }, 1000 * MB, 200],
  [{ 'indices.memory.index_buffer_size': '16mb' }, 1000 * MB, 16],
])('%j of a heap of %d bytes is %d MB', (settings, heap, expected) => {
  expect(indexBufferBytes(new Map(Object.entries(settings)), heap)).toBe(expected * MB);
});

test.each(['120%', 'much'])('%s is refused', (text) => {
  const settings = new Map([['indices.memory.index_buffer_size', text]]);
  expect(() => indexBufferBytes(settings, 1)).toThrow(`[${text}]`);
});
