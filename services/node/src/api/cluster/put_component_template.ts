/** `PUT /_component_template/{name}` */
import { readComponent } from '../templates/read_template.js';
import { putTemplate } from '../templates/template_endpoints.js';

export const put_component_template = putTemplate({
  id: 'cluster.put_component_template',
  kind: 'component_template',
  read: readComponent,
  store: (master, { template: component, create }, options) =>
    master.submit('put_component_template', { component, create }, options),
});
