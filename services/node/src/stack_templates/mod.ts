/** The built-in templates of Elasticsearch, which make certain names data streams. */
export { StackTemplates, type StackTemplatesParts } from './stack_templates.js';
