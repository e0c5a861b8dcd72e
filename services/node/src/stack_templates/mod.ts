/**
 * The templates that Elasticsearch brings along: names that are data streams without anybody saying
 * so.
 */
export { StackTemplates, type StackTemplatesParts } from './stack_templates.js';
