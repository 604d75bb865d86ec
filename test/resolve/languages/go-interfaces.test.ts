/** Go: interfaces that types satisfy without naming them. Expectations follow `//:`. */
import { describe, expect, test } from 'vitest';
import { checkEdges, resolveSources, type Sources } from '../../helpers/check.ts';

const MODULE = { 'go.mod': 'module example.com/shop\n' };

/** Names of types and the interfaces that they satisfy. */
async function satisfied(sources: Sources): Promise<readonly string[]> {
  const { files, edges } = await resolveSources({ ...MODULE, ...sources });
  return edges
    .filter(({ kind }) => kind === 'implements')
    .map(({ sourceFile, source, targetFile, target }) => {
      const [from, to] = [files[sourceFile], files[targetFile]];
      return `${from?.declarations[source]?.name} ${to?.declarations[target]?.name}`;
    });
}

describe('a Go type', () => {
  test('implements each interface of the project whose methods it has, in any package', () =>
    checkEdges({
      ...MODULE,
      'ports/ports.go': `
        package ports
        import "context"
        type Item struct{}
        type Provider interface {
          Find(ctx context.Context, id string) (*Item, error) //: type Item
          Close() error
        }
        type Closer interface { Close() error }
        type Anything interface{}
      `,
      'memory/memory.go': `
        package memory
        import (
          "context"
          p "example.com/shop/ports"
        )
        type Store struct{} //: implements ports/ports.go::Provider, implements ports/ports.go::Closer
        func (s *Store) Find(c context.Context, name string) (*p.Item, error) { return nil, nil } //: type Store, type ports/ports.go::Item
        func (Store) Close() (err error) { return nil } //: type Store
      `,
      'other/other.go': `
        package other
        type Item struct{}
        type Store struct{} //: implements ports/ports.go::Closer
        func (s *Store) Find(id string) (*Item, error) { return nil, nil } //: type Store, type Item
        func (s *Store) Close() error { return nil } //: type Store
      `,
    }));

  test('of a test outside its package may name types by a dot import', async () =>
    expect(
      await satisfied({
        'core/core.go': `
          package core
          type Encoder interface { Add(item Item) }
          type Item struct{}
        `,
        'core/core_test.go': `
          package core_test
          import . "example.com/shop/core"
          type broken struct{ Encoder }
          type users int
          func (users) Add(item Item) {}
        `,
      }),
    ).toEqual(['broken Encoder', 'users Encoder']));

  test('has the methods that embedded types promote, unless two promote the same', async () =>
    expect(
      await satisfied({
        'a.go': `
          package a
          import ("io"; "net/http")
          type Runner interface { Run(); Stop() }
          type ReadRunner interface { io.Reader; Run() }
          type Notifier interface { http.CloseNotifier; Run() }
          type Notified struct { Base }
          func (Notified) CloseNotify() <-chan bool { return nil }
          type Base struct{}
          func (b *Base) Run() {}
          type Other struct{}
          func (Other) Run() {}
          type Stopper struct{}
          func (Stopper) Stop() {}
          type Whole struct { *Base; Stopper }
          type Outer struct { Base; Holder }
          type Holder struct { Runner }
          type Hidden struct { Base; Stopper; Run string }
          type Ambiguous struct { Stopper; Base; Other }
          type Reading struct { io.ReadCloser; Base }
          type Renamed Whole
          type Own Base
        `,
      }),
    ).toEqual([
      'Notified Notifier',
      'Whole Runner',
      'Outer Runner',
      'Holder Runner',
      'Reading ReadRunner',
      'Renamed Runner',
    ]));

  test('has the methods of other files and those of an embedded reader of the standard library', async () => {
    const rows = await satisfied({
      'ports/ports.go':
        'package ports\nimport "io"\ntype Sized interface { Size() int64 }\ntype Closer interface { io.ReaderAt; Close() error }\n',
      'shop/a-close.go': 'package shop\nfunc (s *Shop) Size() int64 { return 1 }\n',
      'shop/shop.go':
        'package shop\nimport "bytes"\ntype Shop struct{ name string }\ntype memory struct{ *bytes.Reader }\nfunc (memory) Close() error { return nil }\n',
    });
    expect([...rows].sort()).toEqual(['Shop Sized', 'memory Closer', 'memory Sized']);
  });

  test('extends each type and interface that it embeds, and implements an embedded one only by its methods', () =>
    checkEdges({
      ...MODULE,
      'a.go': `
        package a
        type Opener interface { Open(name string) error }
        type Same struct { Opener } //: extends Opener, implements Opener, type Opener
        type Changed struct { Opener } //: extends Opener, type Opener
        func (Changed) Open() error { return nil } //: type Changed
      `,
    }));

  test('implements by identical signatures: aliases, grouped names and basic types count alike', async () =>
    expect(
      await satisfied({
        'a.go': `
          package a
          type ID = string
          type Name string
          type Finder interface { Find(a, b ID, rest ...byte) (found interface{}, err error) }
          type Right struct{}
          func (Right) Find(string, string, ...uint8) (any, error) { return nil, nil }
          type Wrong struct{}
          func (Wrong) Find(Name, Name, ...uint8) (any, error) { return nil, nil }
          type List struct{}
          func (List) Find(string, string, []uint8) (any, error) { return nil, nil }
          type Pointer struct{}
          func (Pointer) Find(string, *string, ...uint8) (any, error) { return nil, nil }
        `,
      }),
    ).toEqual(['Right Finder']));

  test('does not implement constraints, interfaces of unknown parts, or unexported methods of others', async () =>
    expect(
      await satisfied({
        'a/a.go': `
          package a
          import "example.com/elsewhere"
          type Number interface { ~int | ~float64; String() string }
          type Unknown interface { elsewhere.Thing; String() string }
          type Sealed interface { seal() }
          type Mine int
          func (Mine) String() string { return "" }
          func (Mine) seal() {}
        `,
        'b/b.go': `
          package b
          type Theirs int
          func (Theirs) String() string { return "" }
          func (Theirs) seal() {}
        `,
      }),
    ).toEqual(['Mine Sealed']));

  test('is compared with generic interfaces by the order of type parameters', async () =>
    expect(
      await satisfied({
        'a.go': `
          package a
          type Sizer interface { Len() int }
          type Container[V any] interface { Add(V) }
          type Set[T comparable] struct{}
          func (s *Set[E]) Add(one E) {}
          func (s *Set[E]) Len() int { return 0 }
        `,
      }),
    ).toEqual(['Set Sizer', 'Set Container']));
});
