import type { TokenFilterType } from '../build/component_type.js';

/** `type_as_payload`: stores the token's type as its payload. */
export const TYPE_AS_PAYLOAD: TokenFilterType = {
  name: 'type_as_payload',
  onlyPreconfigured: true,
  create: () => ({
    name: 'type_as_payload',
    attributes: ['payload'],
    apply: (batch) => {
      const encoder = new TextEncoder();
      for (const token of batch.tokens) token.payload = encoder.encode(token.type);
    },
  }),
};
