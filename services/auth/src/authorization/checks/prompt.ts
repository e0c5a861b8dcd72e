/**
 * Reads whether the user must be asked again or must not be asked (`prompt` and `max_age` of OpenID
 * Connect Core §3.1.2.1).
 */
import { OAuthError } from '../../oauth_error.js';
import type { Prompt } from '../authorization_request.js';
import type { Check } from './check.js';

const PROMPTS: readonly Prompt[] = ['none', 'login', 'consent'];
const AGE = /^\d{1,9}$/;

export const checkPrompt: Check<'prompts' | 'maxAgeSeconds'> = ({ parameters }) => {
  const words = (parameters.get('prompt') ?? '').split(' ').filter((word) => word !== '');
  const prompts = PROMPTS.filter((prompt) => words.includes(prompt));
  const unknown = words.some((word) => !PROMPTS.some((prompt) => prompt === word));
  if (unknown || (prompts.includes('none') && words.length > 1)) {
    throw new OAuthError('invalid_request', 'prompt is not understood');
  }
  const age = parameters.get('max_age');
  if (age === undefined) return { prompts };
  if (!AGE.test(age)) throw new OAuthError('invalid_request', 'max_age is malformed');
  return { prompts, maxAgeSeconds: Number(age) };
};
