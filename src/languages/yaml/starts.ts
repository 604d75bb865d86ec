/** Keys of YAML files that start something. */
import { SERVER_PATHS } from '../../extractors/data-files/server-paths.ts';
import type { StartRule } from '../../extractors/data-files/starts.ts';

export const YAML_STARTS: readonly StartRule[] = [
  {
    name: 'github-actions',
    files: /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/,
    keys: ['on.schedule.*'],
    with: ['name'],
  },
  {
    name: 'kubernetes',
    files: /\.ya?ml$/,
    text: /^kind:\s*["']?CronJob\b/m,
    keys: ['spec.schedule'],
    with: ['kind', 'metadata.name', 'spec.jobTemplate.spec.template.spec.containers.*'],
  },
  {
    name: 'serverless',
    files: /(?:^|\/)serverless(?:[.-][\w-]+)?\.ya?ml$/,
    keys: ['functions.*', 'functions.*.*'],
  },
  {
    name: 'symfony',
    files: /(?:^|\/)config\/(?:.*\/)?[^/]*rout[^/]*(?:\/[^/]+)?\.ya?ml$/,
    keys: ['*'],
  },
  {
    // Schedules of sidekiq-cron, sidekiq-scheduler and Solid Queue.
    name: 'ruby-schedule',
    files: /(?:^|\/)config\/[^/]*(?:sidekiq|schedule|recurring)[^/]*\.ya?ml$/,
    text: /^\s*:?class:/m,
    keys: ['*', '*.*', '*.*.*'],
  },
  {
    name: 'openapi',
    files: /\.ya?ml$/,
    text: /^(?:openapi|swagger)\s*:/m,
    keys: ['paths.*.*'],
    with: ['basePath', 'servers.*.url'],
    isShort: true,
  },
  {
    name: 'openapi-item',
    files: /\.ya?ml$/,
    text: /^(?:get|put|post|delete|patch)\s*:\s*$/m,
    keys: ['*'],
    isShort: true,
  },
  {
    name: 'openapi-reference',
    files: /\.ya?ml$/,
    text: /^(?:openapi|swagger)\s*:/m,
    keys: ['paths.*.$ref'],
    with: ['basePath', 'servers.*.url'],
  },
  ...SERVER_PATHS,
];
