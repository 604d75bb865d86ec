/** Classes without a name: their bases belong to the function or variable that makes them. */
import { test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const TYPES = {
  java: `
    interface Listener { void on(); }
    interface Wide extends Listener {} //: extends Listener, type Listener
  `,
  kotlin: `
    interface Listener { fun on() }
    open class Base { open fun hi() {} }
    class Named : Base(), Listener { override fun on() {} } //: extends Base, implements Listener, type Base, type Listener
  `,
  scala: `
    trait Listener { def on(): Unit }
    trait Other { def off(): Unit }
  `,
};

test('a method or field that makes an anonymous Java class implements its interface', () =>
  checkEdges({
    'Main.java': `
      ${TYPES.java}
      class Main {
        Listener kept = new Listener() { public void on() {} }; //: type Listener, new Listener, implements Listener
        void go() {
          Listener wide = new Wide() { public void on() {} }; //: type Listener, new Wide, implements Wide
        }
      }
    `,
  }));

test('the body of a constant of a Java enum overrides the methods of the enum', () =>
  checkEdges({
    'Policy.java': `
      interface Strategy { void run(); }
      enum Policy implements Strategy { //: implements Strategy, type Strategy
        FIRST() { public void run() { stop(); } }, //: calls Policy::stop, extends Policy
        SECOND;
        public void run() {}
        void stop() {}
      }
    `,
  }));

test('a Kotlin object expression implements all of its bases', () =>
  checkEdges({
    'main.kt': `
      ${TYPES.kotlin}
      fun go() {
        val one = object : Base(), Listener { override fun on() {} } //: extends Base, implements Listener, type Base, type Listener
      }
    `,
  }));

test('an anonymous PHP class implements its interface', () =>
  checkEdges({
    'a.php': `<?php
      interface Listener { function on(); }
      class Base { function hi() {} }
      function go() {
        return new class extends Base implements Listener { function on() {} }; //: extends Base, implements Listener, type Base, type Listener
      }
    `,
  }));

test('a Scala instance with a body implements all of its traits', () =>
  checkEdges({
    'a.scala': `
      ${TYPES.scala}
      object Main {
        val kept = new Listener with Other { def on() = (); def off() = () } //: type Listener, implements Listener, implements Other
      }
    `,
  }));

test('a class that makes an anonymous class in an initializer does not inherit from it', () =>
  checkEdges({
    'Main.java': `
      ${TYPES.java}
      class Main {
        { run(new Listener() { public void on() {} }); } //: calls Main::run, new Listener
        void run(Listener one) {} //: type Listener
      }
    `,
  }));
