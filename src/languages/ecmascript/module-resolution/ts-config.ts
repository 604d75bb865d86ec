/** Settings of a project's configs that resolution needs; tsconfig.ts reads them. */

/** A config merged with everything it extends. Folders are project paths. */
export interface TsConfig {
  readonly path: string;
  readonly folder: string;
  readonly baseUrl: string | undefined;
  /** Patterns with targets as project paths. Targets outside of the project are left out. */
  readonly paths: Readonly<Record<string, readonly string[]>> | undefined;
  readonly rootDirs: readonly string[];
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
  /** Additional conditions for `exports` and `imports`. */
  readonly customConditions: readonly string[];
  readonly includes: (path: string) => boolean;
  readonly references: readonly string[];
}

export type WritingConfig = TsConfig & { readonly outDir: string };

export interface TsConfigs {
  /** Returns the config whose options apply to a file. */
  governing(file: string): TsConfig | undefined;
  /** Returns the configs whose output folder contains a path, innermost first. */
  writing(path: string): readonly WritingConfig[];
}
