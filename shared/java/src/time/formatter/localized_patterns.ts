/**
 * The date and time patterns of languages in four lengths (full, long, medium, short), as in the
 * locale data of OpenSearch's JVM: four date patterns, then four time patterns. A country's
 * patterns take precedence over its language's; other languages use English.
 */
import type { Locale } from '../../text/locale.js';

const STYLES = ['FULL', 'LONG', 'MEDIUM', 'SHORT'];

const PATTERNS: Readonly<Record<string, string>> = {
  en: 'EEEE, MMMM d, yyyy|MMMM d, yyyy|MMM d, yyyy|M/d/yy|h:mm:ss a z|h:mm:ss a z|h:mm:ss a|h:mm a',
  'en-GB':
    "EEEE, d MMMM yyyy|dd MMMM yyyy|dd-MMM-yyyy|dd/MM/yy|HH:mm:ss 'o''clock' z|HH:mm:ss z|HH:mm:ss|HH:mm",
  'en-CA':
    "EEEE, MMMM d, yyyy|MMMM d, yyyy|d-MMM-yyyy|dd/MM/yy|h:mm:ss 'o''clock' a z|h:mm:ss z a|h:mm:ss a|h:mm a",
  'en-AU':
    'EEEE, d MMMM yyyy|d MMMM yyyy|dd/MM/yyyy|d/MM/yy|h:mm:ss a z|h:mm:ss a|h:mm:ss a|h:mm a',
  'en-IN':
    'EEEE, d MMMM, yyyy|d MMMM, yyyy|d MMM, yyyy|d/M/yy|h:mm:ss a z|h:mm:ss a z|h:mm:ss a|h:mm a',
  de: "EEEE, d. MMMM yyyy|d. MMMM yyyy|dd.MM.yyyy|dd.MM.yy|HH:mm' Uhr 'z|HH:mm:ss z|HH:mm:ss|HH:mm",
  fr: "EEEE d MMMM yyyy|d MMMM yyyy|d MMM yyyy|dd/MM/yy|HH' h 'mm z|HH:mm:ss z|HH:mm:ss|HH:mm",
  es: "EEEE d' de 'MMMM' de 'yyyy|d' de 'MMMM' de 'yyyy|dd-MMM-yyyy|d/MM/yy|HH'H'mm'' z|H:mm:ss z|H:mm:ss|H:mm",
  it: 'EEEE d MMMM yyyy|d MMMM yyyy|d-MMM-yyyy|dd/MM/yy|H.mm.ss z|H.mm.ss z|H.mm.ss|H.mm',
  nl: "EEEE d MMMM yyyy|d MMMM yyyy|d-MMM-yyyy|d-M-yy|H:mm:ss' uur' z|H:mm:ss z|H:mm:ss|H:mm",
  pt: "EEEE, d' de 'MMMM' de 'yyyy|d' de 'MMMM' de 'yyyy|d/MMM/yyyy|dd-MM-yyyy|HH'H'mm'm' z|H:mm:ss z|H:mm:ss|H:mm",
  'pt-BR':
    "EEEE, d' de 'MMMM' de 'yyyy|d' de 'MMMM' de 'yyyy|dd/MM/yyyy|dd/MM/yy|HH'h'mm'min'ss's' z|H'h'm'min's's' z|HH:mm:ss|HH:mm",
  sv: "'den 'd MMMM yyyy|'den 'd MMMM yyyy|yyyy-MMM-dd|yyyy-MM-dd|'kl 'H:mm z|HH:mm:ss z|HH:mm:ss|HH:mm",
  da: 'd. MMMM yyyy|d. MMMM yyyy|dd-MM-yyyy|dd-MM-yy|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  nb: "d. MMMM yyyy|d. MMMM yyyy|dd.MMM.yyyy|dd.MM.yy|'kl 'HH.mm z|HH:mm:ss z|HH:mm:ss|HH:mm",
  fi: "cccc d. MMMM y|d. MMMM y|d.M.y|d.M.y|H.mm.ss z|'klo 'H.mm.ss|H:mm:ss|H:mm",
  pl: 'EEEE, d MMMM yyyy|d MMMM yyyy|yyyy-MM-dd|yy-MM-dd|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  cs: 'EEEE, d. MMMM yyyy|d. MMMM yyyy|d.M.yyyy|d.M.yy|H:mm:ss z|H:mm:ss z|H:mm:ss|H:mm',
  ru: "d MMMM yyyy 'г.'|d MMMM yyyy 'г.'|dd.MM.yyyy|dd.MM.yy|H:mm:ss z|H:mm:ss z|H:mm:ss|H:mm",
  uk: 'EEEE, d MMMM yyyy р.|d MMMM yyyy|d MMM yyyy|dd.MM.yy|H:mm:ss z|H:mm:ss z|H:mm:ss|H:mm',
  tr: 'dd MMMM yyyy EEEE|dd MMMM yyyy EEEE|dd.MMM.yyyy|dd.MM.yyyy|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  hu: 'yyyy. MMMM d.|yyyy. MMMM d.|yyyy.MM.dd.|yyyy.MM.dd.|H:mm:ss z|H:mm:ss z|H:mm:ss|H:mm',
  ro: 'dd MMMM yyyy|dd MMMM yyyy|dd.MM.yyyy|dd.MM.yyyy|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  el: 'EEEE, d MMMM yyyy|d MMMM yyyy|d MMM yyyy|d/M/yyyy|h:mm:ss a z|h:mm:ss a z|h:mm:ss a|h:mm a',
  ja: "yyyy'年'M'月'd'日'|yyyy/MM/dd|yyyy/MM/dd|yy/MM/dd|H'時'mm'分'ss'秒' z|H:mm:ss z|H:mm:ss|H:mm",
  zh: "yyyy'年'M'月'd'日' EEEE|yyyy'年'M'月'd'日'|yyyy-M-d|yy-M-d|ahh'时'mm'分'ss'秒' z|ahh'时'mm'分'ss'秒'|H:mm:ss|ah:mm",
  'zh-TW':
    "yyyy'年'M'月'd'日' EEEE|yyyy'年'M'月'd'日'|yyyy/M/d|yyyy/M/d|ahh'時'mm'分'ss'秒' z|ahh'時'mm'分'ss'秒'|a hh:mm:ss|a h:mm",
  ko: "yyyy'년' M'월' d'일' EEEE|yyyy'년' M'월' d'일' '('EE')'|yyyy. M. d|yy. M. d|a h'시' mm'분' ss'초' z|a h'시' mm'분' ss'초'|a h:mm:ss|a h:mm",
  ar: 'dd MMMM, yyyy|dd MMMM, yyyy|dd/MM/yyyy|dd/MM/yy|z hh:mm:ss a|z hh:mm:ss a|hh:mm:ss a|hh:mm a',
  he: 'EEEE d MMMM yyyy|d MMMM yyyy|dd/MM/yyyy|dd/MM/yy|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  vi: "EEEE, 'ngày' dd MMMM 'năm' yyyy|'Ngày' dd 'tháng' M 'năm' yyyy|dd-MM-yyyy|dd/MM/yyyy|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm",
  th: "EEEE'ที่ 'd MMMM G yyyy|d MMMM yyyy|d MMM yyyy|d/M/yyyy|H' นาฬิกา 'm' นาที 'ss' วินาที'|H' นาฬิกา 'm' นาที'|H:mm:ss|H:mm' น.'",
  id: 'EEEE, yyyy MMMM dd|yyyy MMMM d|yyyy MMM d|yy/MM/dd|HH:mm:ss z|HH:mm:ss z|HH:mm:ss|HH:mm',
  'hi-IN':
    'EEEE, d MMMM, yyyy|d MMMM, yyyy|d MMM, yyyy|d/M/yy|h:mm:ss a z|h:mm:ss a z|h:mm:ss a|h:mm a',
};

function patterns({ language, country }: Locale): readonly string[] {
  const own = PATTERNS[`${language}-${country}`] ?? PATTERNS[language] ?? PATTERNS.en ?? '';
  return own.split('|');
}

/** `style` is FULL, LONG, MEDIUM or SHORT. */
export const dateStylePattern = (style: string, by: Locale): string =>
  patterns(by)[STYLES.indexOf(style)] ?? '';

export const timeStylePattern = (style: string, by: Locale): string =>
  patterns(by)[4 + STYLES.indexOf(style)] ?? '';
