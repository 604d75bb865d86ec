/** C and C++: includes, definitions behind declarations, members out of line. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';
import { checkTargets } from '../../languages/module-targets.ts';

describe('C', () => {
  test('resolves a call to the definition declared by a header, through any chain of includes', () =>
    checkEdges({
      'include/shop.h': `
        #include "item.h"
        SHOP_API(int) shop_total(item_t *items); //: type include/item.h::item_t
        #define SHOP_LIMIT(x) (x)
      `,
      'include/item.h': `
        typedef struct item { int (*price)(struct item *self); struct item *next; } item_t; //: type item_t::item
      `,
      'src/shop.c': `
        #include "shop.h"
        static int own(item_t *one) { return one->next->price(one); } //: type include/item.h::item_t, calls include/item.h::item_t::item::price
        int shop_total(item_t *items) { return own(items); } //: type include/item.h::item_t, calls own
      `,
      'src/main.c': `
        #include <shop.h>
        static int own(void) { return 1; }
        int main(void) { return shop_total(0) + own() + SHOP_LIMIT(1); } //: calls src/shop.c::shop_total, calls own, calls include/shop.h::SHOP_LIMIT
      `,
    }));

  test('prefers the declaration compiled on Linux among the branches of #if', () =>
    checkEdges({
      'include/clock.h': `
        long now(void);
      `,
      'src/clock.c': `
        #include "clock.h"
        #ifndef ACCESS
        #  if defined(_MSC_VER)
        #    define ACCESS 2
        #  else
        #    define ACCESS 1
        #  endif
        #endif
        #if defined(_WIN32)
        long now(void) { return 1; }
        static int wait(void) { return 1; }
        #elif __STDC_VERSION__ >= 201112L && defined(TIME_UTC)
        long now(void) { return 2; }
        static int wait(void) { return 2; }
        #else
        long now(void) { return 3; }
        static int wait(void) { return 3; }
        #endif
        #if ACCESS == 2 //: uses ACCESS~2
        static int read(void) { return 1; }
        #elif ACCESS == 1 //: uses ACCESS~2
        static int read(void) { return 2; }
        #else
        static int read(void) { return 3; }
        #endif
        #ifdef _WIN32
        static int only(void) { return read(); } //: calls read~2
        #endif
        int run(void) { return wait() + read() + only(); } //: calls wait~2, calls read~2, calls only
      `,
      'src/main.c': `
        #include "clock.h"
        int main(void) { return now() > 0; } //: calls src/clock.c::now~2
      `,
    }));

  test('handles directives and macros inside a list of values without affecting the code after it', () =>
    checkEdges({
      'src/list.c': `
        struct entry { int of; };
        static int made(int of) { return of; }
        static const struct entry ENTRIES[] = { //: type entry
        #include "more.h"
          { 1 },
        #define ONE(name) { name },
        MORE
        #undef ONE
          { 2 },
        };
        static int run(void) {
          int count = made(1); //: calls made
          return count;
        }
        int all(void) { return run(); } //: calls run
      `,
    }));

  checkTargets(
    {
      'src/a.c': '',
      'src/a.h': '',
      'lib/one/x.h': '',
      'lib/two/x.h': '',
      'lib/two/b.c': '',
      'include/shop/api.h': '',
      'odd/place/far.h': '',
      'compile_commands.json': JSON.stringify([
        { directory: '/home/me/shop/build', file: '../src/a.c', command: 'cc -I../lib/one -c' },
        {
          directory: '/home/me/shop/build',
          file: '../src/a.c',
          arguments: ['cc', '-I', '/usr/include'],
        },
      ]),
    },
    [
      ['src/a.c', 'a.h', 'src/a.h'],
      ['src/a.c', 'x.h', 'lib/one/x.h'],
      ['lib/two/b.c', 'x.h', 'lib/two/x.h'],
      ['src/a.c', 'shop/api.h', 'include/shop/api.h'],
      ['src/a.c', '../lib/two/x.h', 'lib/two/x.h'],
      ['src/a.c', 'far.h', 'odd/place/far.h'],
      ['src/a.c', 'stdio.h', 'external'],
    ],
  );
});

describe('C++', () => {
  test('finds members defined outside of their class, also in another file', () =>
    checkEdges({
      'shape.hpp': `
        namespace draw {
        class API Base { public: int side() const { return 1; } };
        template <class T> class List { public: T first(); };
        class Shape : public Base { //: extends draw::Base, type draw::Base
        public:
          int area() const;
          static Shape make(); //: type draw::Shape
          std::unique_ptr<Shape> next; //: type draw::Shape
        };
        int scale(int by);
        }
      `,
      'shape.cpp': `
        #include "shape.hpp"
        using namespace draw;
        int Shape::area() const { return side() + this->next->area() + scale(1); } //: calls shape.hpp::draw::Base::side, calls Shape::area, calls draw::scale
        namespace draw {
        Shape Shape::make() { return Shape(); } //: type shape.hpp::draw::Shape, new shape.hpp::draw::Shape
        int scale(int by) { return by; }
        }
      `,
      'main.cpp': `
        #include "shape.hpp"
        int main(std::vector<draw::Shape> all) { //: type shape.hpp::draw::Shape
          auto shape = draw::Shape::make(); //: calls shape.cpp::draw::Shape::make, uses shape.cpp::draw::Shape::make
          for (auto& one : all) one.area(); //: calls shape.cpp::Shape::area
          return shape.side() + draw::scale(2); //: calls shape.hpp::draw::Base::side, calls shape.cpp::draw::scale
        }
      `,
    }));

  test('separates functions of one name by namespace, also in several files and reopened namespaces', () =>
    checkEdges({
      'text.hpp': `
        namespace text {
        inline int print(int of) { return of; }
        namespace detail { inline int print(long of) { return 2; } inline int most() { return 9; } }
        namespace detail { inline int least() { return most(); } } //: calls text::detail::most
        }
      `,
      'use.cpp': `
        #include "text.hpp"
        namespace text { int all() { return print(1) + detail::print(2L); } } //: calls text.hpp::text::print, calls text.hpp::text::detail::print
      `,
    }));

  test('treats a specialization as a case of its template, and an alias as its target', () =>
    checkEdges({
      'buffer.hpp': `
        template <class T> class Buffer { public: int size() const; };
        template <> class Buffer<bool> : public std::true_type {};
        using Text = Buffer<char>; //: type Buffer
        struct Longer : Buffer<int> { operator bool() const { return size() > 0; } }; //: extends Buffer, type Buffer, calls Buffer::size
      `,
      'use.cpp': `
        #include "buffer.hpp"
        int use() { auto text = Text(); return text.size(); } //: calls buffer.hpp::Buffer::size
      `,
    }));

  test('takes a type that a header announces from the header of its name', () =>
    checkEdges({
      'inc/parser.hpp': `
        namespace shop {
        class TokenScanner;
        struct Missing;
        class Parser {
         public:
          void run();
         private:
          TokenScanner& scanner; //: type inc/token_scanner.hpp::shop::TokenScanner
          Missing* missing;
        };
        }
      `,
      'inc/token_scanner.hpp': 'namespace shop { class TokenScanner { public: bool empty(); }; }',
      'parser.cpp': `
        #include "inc/parser.hpp"
        #include "inc/token_scanner.hpp"
        void shop::Parser::run() { scanner.empty(); missing->run(); } //: calls inc/token_scanner.hpp::shop::TokenScanner::empty, uses inc/parser.hpp::shop::Parser::scanner, uses inc/parser.hpp::shop::Parser::missing
      `,
    }));

  test('reads a class whose last member is a macro', () =>
    checkEdges({
      'error.hpp': `
        class Error {};
        class ParseError : public Error { //: extends Error, type Error
          SHOP_ERROR(Error, ParseError)
        };
        class Named : public ParseError { //: extends ParseError, type ParseError
          SHOP_ERROR(ParseError, Named)
          static Named of() { return Named(); } //: type Named, new Named
        };
        Named make() { return Named::of(); } //: type Named, calls Named::of
      `,
    }));
});
