import type { FolderGraph } from './folder-graph.ts';

export interface Layers {
  /** Per folder: 0 for folders that use no other, else above all that it uses. */
  readonly layers: readonly number[];
  /** Folders that use each other, directly or not; more than one each. */
  readonly cycles: readonly (readonly number[])[];
}

/**
 * Returns the layer of each folder. Folders of a cycle share one.
 * Source of the components: Tarjan, SIAM J. Comput. 1972; components come after all that they use.
 */
export function layersOf({ folders, dependencies }: FolderGraph): Layers {
  const used = folders.map((): number[] => []);
  for (const { source, target } of dependencies) used[source]?.push(target);
  const components = componentsOf(used);
  const layers = folders.map(() => 0);
  for (const component of components) {
    const inside = new Set(component);
    let layer = 0;
    for (const folder of component) {
      for (const target of used[folder] ?? []) {
        if (!inside.has(target)) layer = Math.max(layer, (layers[target] ?? 0) + 1);
      }
    }
    for (const folder of component) layers[folder] = layer;
  }
  const cycles = components
    .filter(({ length }) => length > 1)
    .map((component) => component.toSorted((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  return { layers, cycles };
}

/** At most a few hundred folders, so recursion is safe. */
function componentsOf(used: readonly (readonly number[])[]): number[][] {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const open = new Set<number>();
  const components: number[][] = [];
  const visit = (folder: number): void => {
    order.set(folder, order.size);
    low.set(folder, order.size - 1);
    stack.push(folder);
    open.add(folder);
    for (const target of used[folder] ?? []) {
      if (!order.has(target)) visit(target);
      if (open.has(target)) {
        low.set(folder, Math.min(low.get(folder) ?? 0, low.get(target) ?? 0));
      }
    }
    if (low.get(folder) !== order.get(folder)) return;
    const component = stack.splice(stack.indexOf(folder));
    for (const own of component) open.delete(own);
    components.push(component);
  };
  for (const folder of used.keys()) if (!order.has(folder)) visit(folder);
  return components;
}
