/**
 * Resolves Elixir's modules by the `defmodule` declarations in the files, because paths follow only
 * a convention.
 */
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';

export function elixirModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  return (from, specifier) => {
    const paths = (packages.get(specifier) ?? []).filter((path) => /\.exs?$/.test(path));
    return paths.length === 0 || paths.includes(from) ? EXTERNAL : moduleOf(paths);
  };
}
