declare module '@angular/core' {
  import { Observable, Subject } from 'rxjs';
  export interface Type<T> {
    new (...args: unknown[]): T;
  }
  type Token<T> = (new (...args: unknown[]) => T) | InjectionToken<T>;
  export class InjectionToken<T> {
    constructor(description: string, options?: { factory: () => T });
  }
  export function inject<T>(token: Token<T>, options?: unknown): T;
  export function runInInjectionContext<T>(injector: Injector, run: () => T): T;
  export class Injector {
    get<T>(token: Token<T>, fallback?: T, options?: unknown): T;
  }
  export class EnvironmentInjector extends Injector {
    runInContext<T>(run: () => T): T;
  }
  export class EventEmitter<T> extends Subject<T> {
    emit(value?: T): void;
  }
  export type Signal<T> = () => T;
  export interface WritableSignal<T> {
    (): T;
    set(value: T): void;
    update(change: (value: T) => T): void;
    asReadonly(): Signal<T>;
  }
  export function signal<T>(initial: T, options?: unknown): WritableSignal<T>;
  export function computed<T>(compute: () => T, options?: unknown): Signal<T>;
  export function linkedSignal<T>(compute: () => T): WritableSignal<T>;
  export function untracked<T>(read: () => T): T;
  export function input<T>(initial?: T, options?: unknown): Signal<T>;
  export namespace input {
    function required<T>(options?: unknown): Signal<T>;
  }
  export function model<T>(initial?: T, options?: unknown): WritableSignal<T>;
  export namespace model {
    function required<T>(options?: unknown): WritableSignal<T>;
  }
  type Locator<T> = (new (...args: unknown[]) => T) | string;
  export function viewChild<T>(locator: Locator<T>, options?: unknown): Signal<T>;
  export namespace viewChild {
    function required<T>(locator: Locator<T>, options?: unknown): Signal<T>;
  }
  export function contentChild<T>(locator: Locator<T>, options?: unknown): Signal<T>;
  export namespace contentChild {
    function required<T>(locator: Locator<T>, options?: unknown): Signal<T>;
  }
  export function viewChildren<T>(locator: Locator<T>, options?: unknown): Signal<T[]>;
  export function contentChildren<T>(locator: Locator<T>, options?: unknown): Signal<T[]>;
  export class QueryList<T> {
    first: T;
    last: T;
    changes: Observable<QueryList<T>>;
    get(index: number): T;
    map<U>(change: (item: T, index: number) => U): U[];
    filter(test: (item: T, index: number) => boolean): T[];
    find(test: (item: T, index: number) => boolean): T;
    forEach(visit: (item: T, index: number) => void): void;
    some(test: (item: T, index: number) => boolean): boolean;
    toArray(): T[];
    [Symbol.iterator](): Iterator<T>;
  }
  export class ElementRef<T> {
    nativeElement: T;
  }
  export class ComponentRef<C> {
    instance: C;
    injector: Injector;
  }
  export class ViewContainerRef {
    createComponent<C>(component: Type<C>, options?: unknown): ComponentRef<C>;
  }
}
declare module '@angular/core/testing' {
  import { ComponentRef, DebugElement, Injector, Type } from '@angular/core';

  type Token<T> = (new (...args: unknown[]) => T) | import('@angular/core').InjectionToken<T>;
  export class ComponentFixture<T> {
    componentInstance: T;
    componentRef: ComponentRef<T>;
  }
  export interface TestBed {
    inject<T>(token: Token<T>, fallback?: T, options?: unknown): T;
    get<T>(token: Token<T>): T;
    createComponent<T>(component: new (...args: unknown[]) => T): ComponentFixture<T>;
    runInInjectionContext<T>(run: () => T): T;
    configureTestingModule(definition: unknown): TestBed;
    overrideProvider(token: unknown, provider: unknown): TestBed;
    overrideComponent(component: unknown, override: unknown): TestBed;
    overrideModule(module: unknown, override: unknown): TestBed;
  }
  export const TestBed: TestBed;
  export function inject(tokens: unknown[], run: unknown): () => unknown;
}
declare module '@angular/core/rxjs-interop' {
  import { Signal } from '@angular/core';
  import { Observable } from 'rxjs';
  export function toSignal<T>(source: Observable<T>, options?: unknown): Signal<T>;
  export function toObservable<T>(source: Signal<T>, options?: unknown): Observable<T>;
}
declare module '@angular/common/http' {
  import { Observable } from 'rxjs';
  export class HttpClient {
    get<T>(url: string, options?: unknown): Observable<T>;
    post<T>(url: string, body: unknown, options?: unknown): Observable<T>;
    put<T>(url: string, body: unknown, options?: unknown): Observable<T>;
    patch<T>(url: string, body: unknown, options?: unknown): Observable<T>;
    delete<T>(url: string, options?: unknown): Observable<T>;
  }
}
declare module 'rxjs' {
  export interface Observer<T> {
    next: (value: T) => void;
  }
  export class Observable<T> {
    subscribe(next?: ((value: T) => void) | Observer<T>): Subscription;
    forEach(next: (value: T) => void): Promise<void>;
  }
  export class Subject<T> extends Observable<T> {
    next(value: T): void;
    asObservable(): Observable<T>;
  }
  export class BehaviorSubject<T> extends Subject<T> {
    constructor(value: T);
    value: T;
    getValue(): T;
  }
  export class ReplaySubject<T> extends Subject<T> {}
  export class Subscription {
    add(other: Subscription): void;
    unsubscribe(): void;
  }
  export function of<T>(...values: T[]): Observable<T>;
  export function from<T>(input: Iterable<T> | PromiseLike<T> | Observable<T>): Observable<T>;
  export function firstValueFrom<T>(source: Observable<T>, options?: unknown): Promise<T>;
  export function lastValueFrom<T>(source: Observable<T>, options?: unknown): Promise<T>;
}
declare module '@ngneat/spectator' {
  import { ComponentFixture } from '@angular/core/testing';
  type Token<T> = (new (...args: unknown[]) => T) | import('@angular/core').InjectionToken<T>;
  class BaseSpectator {
    inject<T>(token: Token<T>): T;
  }
  export class SpectatorService<S> extends BaseSpectator {
    service: S;
  }
  export class Spectator<C> extends BaseSpectator {
    component: C;
    fixture: ComponentFixture<C>;
  }
  export class SpectatorRouting<C> extends Spectator<C> {}
  export class SpectatorHost<C, H> extends Spectator<C> {
    hostComponent: H;
  }
  export class SpectatorDirective<D, H> extends BaseSpectator {
    directive: D;
    hostComponent: H;
  }
  export class SpectatorPipe<P, H> extends BaseSpectator {
    hostComponent: H;
  }
  export class SpectatorHttp<T> extends BaseSpectator {
    service: T;
  }
  type Options<T> = (new (...args: unknown[]) => T) | { component: new (...args: unknown[]) => T };
  type ServiceOptions<T> = (new (...args: unknown[]) => T) | { service: new (...args: unknown[]) => T };
  export type SpectatorFactory<C> = (overrides?: unknown) => Spectator<C>;
  export function createComponentFactory<C>(options: Options<C>): (overrides?: unknown) => Spectator<C>;
  export function createHostFactory<C>(
    options: Options<C>,
  ): (template: string, overrides?: unknown) => SpectatorHost<C, unknown>;
  export function createRoutingFactory<C>(options: Options<C>): (overrides?: unknown) => SpectatorRouting<C>;
  export function createServiceFactory<S>(
    options: ServiceOptions<S>,
  ): (overrides?: unknown) => SpectatorService<S>;
  export function createHttpFactory<S>(options: ServiceOptions<S>): (overrides?: unknown) => SpectatorHttp<S>;
}
