import { endingRules } from './endings.js';
import type { StemmerType } from './stemmer_type.js';

const ENDINGS = endingRules([
  [9, 'িয়াছিলাম িতেছিলাম িতেছিলেন ইতেছিলেন িয়াছিলেন ইয়াছিলেন'],
  [8, 'িতেছিলি িতেছিলে িয়াছিলা িয়াছিলে িতেছিলা িয়াছিলি য়েদেরকে'],
  [7, 'িতেছিস িতেছেন িয়াছিস িয়াছেন েছিলাম েছিলেন েদেরকে'],
  [6, 'িতেছি িতেছা িতেছে ছিলাম ছিলেন িয়াছি িয়াছা িয়াছে েছিলে েছিলা য়েদের দেরকে'],
  [5, 'িলাম িলেন িতাম িতেন িবেন ছিলি ছিলে ছিলা তেছে িতেছ খানা খানি গুলো গুলি য়েরা েদের'],
  [
    4,
    'লাম িলি ইলি িলে ইলে লেন িলা ইলা তাম িতি ইতি িতে ইতে তেন িতা িবা ইবা িবি ইবি বেন িবে ইবে ছেন য়োন য়ের েরা দের',
  ],
  [3, 'িস েন লি লে লা তি তে তা বি বে বা ছি ছা ছে ুন ুক টা টি নি ের রা কে'],
  [2, 'ি ী া ো ে ব ত'],
]);

/**
 * P. Sengupta and B. B. Chaudhuri: Natural language processing in an Indian language (Bengali)
 * (1993).
 */
export const BENGALI: StemmerType = { names: ['bengali'], create: () => ENDINGS.cut };
