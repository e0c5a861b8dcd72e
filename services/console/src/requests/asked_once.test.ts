import { AskedOnce } from './asked_once.js';

test('an answer is requested once, and again after a failure', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')];
  let asked = 0;
  const once = new AskedOnce(() => answers[asked++] as Promise<string>);
  await expect(Promise.all([once.get(), once.get()])).rejects.toThrow('away');
  expect(asked).toBe(1);
  expect([await once.get(), await once.get(), asked]).toEqual(['here', 'here', 2]);
});
