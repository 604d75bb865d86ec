/**
 * What is left out unless asked for, as gitignore patterns. Only names that cannot well be source:
 * `build`, `dist` and `out` are missing on purpose, because real projects have sources there. Their
 * output is nearly always in .gitignore, and a bundle that is not is skipped as minified.
 */
const PATTERNS: readonly string[] = [
  'node_modules/',
  'bower_components/',
  'jspm_packages/',
  // Other ecosystems' packages and caches.
  'vendor/',
  '!**/src/**/vendor/',
  '__pycache__/',
  '.venv/',
  'venv/',
  'site-packages/',
  '.tox/',
  '.nox/',
  '.eggs/',
  '*.egg-info/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.gradle/',
  '.m2/',
  '.terraform/',
  '.dart_tool/',
  '.bundle/',
  'Pods/',
  'Carthage/',
  '.build/',
  '.zig-cache/',
  'zig-cache/',
  '.stack-work/',
  'dist-newstyle/',
  '.elixir_ls/',
  '.vs/',
  '.idea/',
  '.hg/',
  '.svn/',
  // A test report; but below a `src` folder it is the source of a coverage tool.
  'coverage/',
  '!**/src/**/coverage/',
  '.next/',
  '.nuxt/',
  '.svelte-kit/',
  '.turbo/',
  '.cache/',
  '.parcel-cache/',
  '.yarn/',
  '.pnp.*',
  '*.min.js',
  '*.min.mjs',
  '*.min.cjs',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'packages.lock.json',
  'project.assets.json',
  'bun.lockb',
];

/** The patterns in force: one whose name stands in an include pattern as a whole part was asked for. */
export function defaultExcludes(include: readonly string[]): string[] {
  const wanted = new Set(include.flatMap((pattern) => pattern.split('/')));
  return PATTERNS.filter((pattern) => !wanted.has(pattern.replace(/\/$/, '')));
}
