declare module 'react' {
  type Dispatch<A> = (action: A) => void;
  type SetStateAction<S> = ((previous: S) => S) | S;
  export interface RefObject<T> {
    current: T;
  }
  export interface MutableRefObject<T> {
    current: T;
  }
  export interface Context<T> {
    displayName?: string;
  }
  export class Component<P, S> {
    constructor(props: P);
    props: P;
    state: S;
    setState(state: ((previous: S, props: P) => unknown) | unknown, done?: () => void): void;
  }
  export class PureComponent<P, S> extends Component<P, S> {}
  export function createContext<T>(value: T): Context<T>;
  export function createRef<T>(): RefObject<T>;
  export function memo<T>(component: T, isEqual?: unknown): T;
  export function use<T>(usable: Promise<T> | Context<T>): T;
  export function useActionState<S, A>(
    action: (state: S, payload: A) => S | Promise<S>,
    initial: S,
  ): [S, Dispatch<A>, boolean];
  export function useCallback<T>(callback: T, dependencies?: unknown): T;
  export function useContext<T>(context: Context<T>): T;
  export function useDeferredValue<T>(value: T, initial?: T): T;
  export function useMemo<T>(compute: () => T, dependencies?: unknown): T;
  export function useReducer<S, A>(
    reducer: (state: S, action: A) => S,
    initial: S,
    initialize?: unknown,
  ): [S, Dispatch<A>];
  export function useRef<T>(initial?: T | null): MutableRefObject<T>;
  export function useState<S>(initial?: (() => S) | S): [S, Dispatch<SetStateAction<S>>];
  export function useSyncExternalStore<S>(
    subscribe: unknown,
    snapshot: () => S,
    serverSnapshot?: () => S,
  ): S;
}
declare module 'react-redux' {
  export function useSelector<S, R>(selector: (state: S) => R, isEqual?: unknown): R;
}
declare module 'zustand' {
  interface Store<T> {
    (): T;
    getState(): T;
    setState(change: ((state: T) => unknown) | unknown, replace?: boolean): void;
    subscribe(listener: (state: T, previous: T) => void): () => void;
  }
  type Initializer<T> = (set: unknown, get: () => T, store: Store<T>) => T;
  export function create<T>(initializer: Initializer<T>): Store<T>;
  export function createStore<T>(initializer: Initializer<T>): Store<T>;
}
declare module '@tanstack/react-query' {
  interface Result<T> {
    data: T;
    refetch(): Promise<Result<T>>;
  }
  interface Options<T> {
    queryFn: () => T | Promise<T>;
  }
  export function useQuery<T>(options: Options<T>): Result<T>;
  export function useSuspenseQuery<T>(options: Options<T>): Result<T>;
}
declare module '@testing-library/react' {
  interface RenderHookResult<R, P> {
    result: { current: R };
    rerender(props?: P): void;
    unmount(): void;
  }
  export function renderHook<R, P>(render: (props: P) => R, options?: unknown): RenderHookResult<R, P>;
}
