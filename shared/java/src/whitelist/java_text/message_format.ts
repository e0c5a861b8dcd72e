/** java.text.MessageFormat: scripts cannot create one, but can format with it. */
import type { ClassTable } from '../../class_table.js';
import type { JArray } from '../../containers/container_types.js';
import { formatMessage } from '../../text/message_format.js';
import { notNull } from '../../values/throwable.js';

export const messageFormat: readonly ClassTable[] = [
  {
    name: 'java.text.MessageFormat',
    supers: ['java.text.Format'],
    methods: {},
    statics: {
      'String format(String,Object[])': (pattern: string, given: JArray | null) =>
        formatMessage(notNull(pattern), given?.items ?? []),
    },
  },
];
