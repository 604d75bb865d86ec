/**
 * A framework as this program knows it: the names that make its objects, and what their methods do.
 * A framework is one file in `frameworks`, which lists rules made of the functions in `rules.ts`.
 */
import type { EntryType } from '../model/entry-point.ts';
import type { Decoration, Written, WrittenCall } from '../model/registrations.ts';
import type { Handler } from './handler.ts';
import type { Use } from './use.ts';
import type { FrameworkObject, Value } from './value.ts';
import type { Values } from './values.ts';

/** How the rule of a call sees it. */
export interface CallContext {
  readonly values: Values;
  readonly file: number;
  /** The number of the call in its file. */
  readonly number: number;
  readonly call: WrittenCall;
  /** The object that the method is called on; undefined for a function of the package. */
  readonly object: FrameworkObject | undefined;
  readonly framework: Framework;
}

/** A route, command or job that was found. */
export interface Found {
  readonly framework: string;
  readonly type: EntryType;
  readonly object: FrameworkObject | undefined;
  readonly path: string;
  readonly methods: readonly string[];
  readonly handler: Written | undefined;
  /** The node of the handler, where it is known already. */
  readonly handlerNode?: number;
  /** The file that is run, where that is no symbol. */
  readonly handlerFile?: number;
  readonly middleware: readonly string[];
  /** The handler, where it was found while the values of a loop were known. */
  readonly resolved?: Handler;
  readonly file: number;
  readonly line: number;
  readonly endLine: number;
  readonly isScoped?: boolean;
}

/** An object that is mounted in another, or is given a prefix of its own if there is no parent. */
export interface Mounted {
  readonly parent: FrameworkObject | undefined;
  readonly child: FrameworkObject;
  readonly prefix: string;
  /** Whether the prefix stands in place of the child's own. */
  readonly replaces?: boolean;
  /** Whether the child is entered from outside here: a router that a server is given. */
  readonly isServed?: boolean;
  readonly middleware?: readonly string[];
  /** Whether the guards of the parent do not concern it. */
  readonly isApart?: boolean;
  /** Where it is mounted, among the guards of the parent. */
  readonly at?: CallPlace;
}

/** A file, and the last line of a call in it. */
export interface CallPlace {
  readonly file: number;
  readonly endLine: number;
}

/** Middleware that an object is given after it is made: `router.use(auth)`. */
export interface Guard {
  readonly object: FrameworkObject;
  readonly names: readonly string[];
  /** The path below the object that it is limited to. */
  readonly path?: string;
  readonly at: CallPlace;
  /** The registrations of the same file that it concerns: those behind it, in front of it, or all. */
  readonly concerns: 'later' | 'earlier' | 'all';
}

/** A call that sends a request. */
export interface Requested {
  readonly client: string;
  readonly framework: Framework;
  /** The client that it is sent with; undefined for a function of the package. */
  readonly object: FrameworkObject | undefined;
  readonly method: string;
  readonly url: string;
  readonly file: number;
  readonly line: number;
  /** Whether the client is only known by the form of the call. */
  readonly isScoped?: boolean;
}

export interface Effects {
  readonly requests: Requested[];
  readonly found: Found[];
  readonly mounted: Mounted[];
  readonly guards: Guard[];
}

/** The effect of calling a function or method of a framework. */
export interface Rule {
  /** Adds the routes and mounts that the call declares. */
  readonly apply?: (context: CallContext, effects: Effects) => void;
  /** Returns what the call returns. */
  readonly result?: (context: CallContext) => readonly Value[];
  /** Returns the first parameter of a function that is passed as an argument. */
  readonly callback?: (context: CallContext, argument: number) => readonly Value[];
}

export interface MadeObject {
  readonly kind: string;
  readonly isRoot?: boolean;
  /** Reads the object's own prefix from the call that makes it. */
  readonly prefix?: (context: CallContext) => string;
  /** Adds what the call that makes the object declares. */
  readonly apply?: (context: CallContext, effects: Effects) => void;
}

/** A decorated declaration. */
export interface DecorationContext {
  readonly values: Values;
  readonly file: number;
  readonly decoration: Decoration;
  /** The external name of the decorator: `@nestjs/common.Get`. */
  readonly path: string;
  /** The number of the decorator's call; −1 for a bare name. */
  readonly call: number;
  /**
   * Place of the decorator that the project's own one applies, if that is what is written:
   * `@GetMapping @interface Fetch {}`, `applyDecorators(Get(path))`.
   */
  readonly origin?: { readonly file: number; readonly call: number };
  readonly framework: Framework;
}

export interface Framework {
  readonly name: string;
  /** Whether its calls are requests rather than registrations. */
  readonly isClient?: boolean;
  /** External names that make an object when they are called, or whose type a value has. */
  readonly objects: Readonly<Record<string, MadeObject>>;
  /** External values that are objects themselves, and their kinds. */
  readonly values?: Readonly<Record<string, string>>;
  /** Methods by kind of object, then by name. `*` is any kind. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, Rule>>>>;
  /** Kinds of which every method without a rule returns the object itself, as builders do. */
  readonly fluent?: readonly string[];
  /** Attributes that stand for the object itself, by kind: `router.urls`. */
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  /** Attributes that are objects of other names: `App.cli`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Functions of the package. */
  readonly functions?: Readonly<Record<string, Rule>>;
  /** External functions that return their first argument, wrapped. */
  readonly wrappers?: readonly string[];
  /** External functions that make one decorator of those that they are given. */
  readonly composers?: readonly string[];
  /** Whether methods may be used as decorators: `@app.get('/')`. */
  readonly decorates?: boolean;
  /** Decorators by external name. */
  readonly decorators?: Readonly<
    Record<string, (context: DecorationContext, effects: Effects) => void>
  >;
  /** Returns the functions that calls find by the names of their files, and how they are used. */
  readonly loads?: (values: Values) => readonly (readonly [Value, Use])[];
  /** Finds what no single call declares. */
  readonly derive?: (values: Values, effects: Effects) => void;
  /** Joins a prefix and a path; the default makes exactly one slash between them. */
  readonly join?: (prefix: string, path: string) => string;
  /** Changes the full route at the end. */
  readonly finish?: (route: string) => string;
}
