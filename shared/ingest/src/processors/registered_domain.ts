/**
 * `registered_domain`: splits a name into registered domain, suffix and subdomain, by the public
 * suffix list (https://publicsuffix.org).
 */
import { parse } from 'tldts';
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';

const OPTIONS = { allowPrivateDomains: true, validateHostname: false, extractHostname: false };

export const registered_domain: ProcessorType = {
  name: 'registered_domain',
  create: (config) => {
    const field = config.string('field');
    const targetField = config.string('target_field', '');
    const ignoreMissing = config.boolean('ignore_missing', true);
    const prefix = targetField === '' ? '' : `${targetField}.`;
    return {
      run: (document) => {
        const name = document.string(field, ignoreMissing);
        const parts = name === null || name === '' ? undefined : partsOf(name);
        if (parts === undefined) {
          if (ignoreMissing) return;
          throw illegalArgument('unable to set domain information for document');
        }
        for (const [part, text] of Object.entries(parts)) document.set(`${prefix}${part}`, text);
      },
    };
  },
};

/** Returns undefined if the name has no registrable suffix. */
function partsOf(name: string): Readonly<Record<string, string>> | undefined {
  const { domain, publicSuffix, subdomain, isIp } = parse(name, OPTIONS);
  if (isIp === true || publicSuffix === null) return undefined;
  if (domain === null) return { domain: name, top_level_domain: publicSuffix };
  return {
    domain: name,
    registered_domain: domain,
    top_level_domain: publicSuffix,
    ...(subdomain === null || subdomain === '' ? {} : { subdomain }),
  };
}
