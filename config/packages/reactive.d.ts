declare module 'solid-js' {
  export type Accessor<T> = () => T;
  type Setter<T> = (value: ((previous: T) => T) | T) => T;
  export interface Context<T> {
    id: symbol;
  }
  export interface Resource<T> {
    (): T;
    latest: T;
  }
  export function children(resolve: () => unknown): Accessor<unknown>;
  export function createContext<T>(value?: T): Context<T>;
  export function createDeferred<T>(source: () => T, options?: unknown): Accessor<T>;
  export function createMemo<T>(
    compute: (previous: T) => T,
    value?: T,
    options?: unknown,
  ): Accessor<T>;
  export function createResource<T>(fetcher: () => T | Promise<T>): [Resource<T>, unknown];
  export function createRoot<T>(run: (dispose: () => void) => T, owner?: unknown): T;
  export function createSignal<T>(value?: T, options?: unknown): [Accessor<T>, Setter<T>];
  export function runWithOwner<T>(owner: unknown, run: () => T): T;
  export function batch<T>(run: () => T): T;
  export function untrack<T>(run: () => T): T;
  export function useContext<T>(context: Context<T>): T;
}
declare module 'solid-js/store' {
  export function createStore<T>(state: T): [T, (...args: unknown[]) => void];
  export function createMutable<T>(state: T): T;
  export function unwrap<T>(item: T): T;
}
declare module 'vue' {
  export interface Ref<T> {
    value: T;
  }
  export interface ComputedRef<T> {
    value: T;
  }
  export interface ShallowRef<T> {
    value: T;
  }
  export interface InjectionKey<T> {}
  export function computed<T>(getter: () => T, options?: unknown): ComputedRef<T>;
  export function inject<T>(key: InjectionKey<T>, fallback?: T, isFactory?: boolean): T;
  export function markRaw<T>(value: T): T;
  export function reactive<T>(target: T): T;
  export function readonly<T>(target: T): T;
  export function ref<T>(value?: T): Ref<T>;
  export function shallowReactive<T>(target: T): T;
  export function shallowRef<T>(value?: T): ShallowRef<T>;
  export function toRaw<T>(value: T): T;
  export function toRef<T>(value: T): Ref<T>;
  export function toValue<T>(value: Ref<T> | (() => T)): T;
  export function unref<T>(value: Ref<T>): T;
  export function useTemplateRef<T>(name: string): ShallowRef<T>;
  export function watch<T>(
    source: Ref<T> | ComputedRef<T> | ShallowRef<T> | (() => T),
    changed: (value: T, before: T) => unknown,
    options?: unknown,
  ): () => void;
}
declare module 'pinia' {
  export function defineStore<T>(id: string, setup: () => T, options?: unknown): () => T;
}
