/** What resolving asks of the configs of a project; tsconfig.ts reads them. */

/** A config with everything it extends merged in. Folders are project paths. */
export interface TsConfig {
  readonly path: string;
  readonly folder: string;
  readonly baseUrl: string | undefined;
  /** Patterns with their targets as project paths; targets outside of the project are left out. */
  readonly paths: Readonly<Record<string, readonly string[]>> | undefined;
  readonly rootDirs: readonly string[];
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
  /** Conditions of `exports` and `imports` that hold here besides the usual ones. */
  readonly customConditions: readonly string[];
  readonly includes: (path: string) => boolean;
  readonly references: readonly string[];
}

export type WritingConfig = TsConfig & { readonly outDir: string };

export interface TsConfigs {
  /** The config whose options hold for a file. */
  governing(file: string): TsConfig | undefined;
  /** The configs whose output folder a path lies in, the innermost first. */
  writing(path: string): readonly WritingConfig[];
}
