/**
 * Locales of dates as mappings and processors name them: language, country and variant, separated
 * by `-` or `_`. As in Java, a language is a code of ISO 639-1 or any name of three letters, and a
 * country is a two-letter code of ISO 3166-1.
 */
import { ApiError } from '@skein/errors';
import type { DateFormat } from './date_format_type.js';

export interface Locale {
  readonly language: string;
  readonly country: string;
  readonly variant: string;
}

const LANGUAGES = new Set(
  `
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy
    da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu
    hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw
    ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv
    ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss
    st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za
    zh zu
  `
    .trim()
    .split(/\s+/),
);

const COUNTRIES = new Set(
  `
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ
    EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW
    GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY
    KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV
    MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY
    QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG
    TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM
    ZW
  `
    .trim()
    .split(/\s+/),
);

/** Languages whose code has changed. */
const RENAMED: Readonly<Record<string, string>> = { in: 'id', iw: 'he', ji: 'yi' };

/** Throws illegal_argument_exception for a locale of unknown parts. `root` has none. */
export function parseLocale(text: string): Locale {
  const isUnderscored = text.includes('_') && !text.slice(0, text.indexOf('_')).includes('-');
  const parts = text.split(isUnderscored ? '_' : '-');
  if (parts.length > 3) {
    throw refused(
      `Locales can have at most 3 parts but got ${parts.length}: [${parts.join(', ')}]`,
    );
  }
  const [language = '', country = '', variant = ''] = parts;
  if (parts.length === 1 && language.toLowerCase() === 'root') return ROOT;
  const locale = { language: language.toLowerCase(), country: country.toUpperCase(), variant };
  if (!isLanguage(locale.language)) throw unknown('language', language, locale.language);
  if (locale.country !== '' && !COUNTRIES.has(locale.country)) {
    throw unknown('country', country, locale.country);
  }
  return { ...locale, language: RENAMED[locale.language] ?? locale.language };
}

const ROOT: Locale = { language: '', country: '', variant: '' };

function isLanguage(code: string): boolean {
  return code === '' || code.length === 3 || LANGUAGES.has(code);
}

function unknown(part: string, given: string, code: string): ApiError {
  const cause = new ApiError(
    'missing_resource_exception',
    `Couldn't find 3-letter ${part} code for ${code}`,
  );
  return refused(`Unknown ${part}: ${given}`, cause);
}

function refused(reason: string, cause?: ApiError): ApiError {
  return new ApiError('illegal_argument_exception', reason, { cause });
}

/** The locale as Java shows it, such as `de_DE`; empty for the root locale. */
export function localeText({ language, country, variant }: Locale): string {
  if (language === '' && country === '') return '';
  const last = variant === '' ? [] : [variant];
  return [language, ...(country === '' && variant === '' ? [] : [country]), ...last].join('_');
}

/**
 * Throws illegal_argument_exception for words of another language than English, in which formats
 * read and print them.
 */
export function checkWords(format: DateFormat, locale: Locale): void {
  const { language } = locale;
  if (!format.hasWords || language === '' || language === 'en') return;
  throw refused(
    `locale [${localeText(locale)}] is not supported for a format with words: they are read in English`,
  );
}
