/** Settings of servers of Java and Kotlin that put a path in front of all routes. */
import type { StartRule } from './starts.ts';

/** The configuration of an application itself, rather than of its tests or of a profile. */
const FILES = /(?:^|\/)(?:resources|config)\/application\.(?:ya?ml|properties)$/;

export const SERVER_PATHS: readonly StartRule[] = [
  {
    name: 'spring-server',
    files: FILES,
    keys: ['server.servlet.context-path', 'server.context-path', 'spring.webflux.base-path'],
  },
  { name: 'micronaut-server', files: FILES, keys: ['micronaut.server.context-path'] },
  { name: 'quarkus-server', files: FILES, keys: ['quarkus.http.root-path', 'quarkus.rest.path'] },
];
