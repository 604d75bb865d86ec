/** Types that flow through functions of packages, without the packages. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const CART = 'export class Cart { total() {} }';

describe('the result of a function of a well-known package', () => {
  test('is an instance of the class that Angular injects', () =>
    checkEdges({
      'cart.ts': CART,
      'view.ts': `
        import { inject, Component, signal, computed, viewChild, QueryList } from '@angular/core';
        import { TestBed, ComponentFixture } from '@angular/core/testing';
        import { Cart } from './cart';
        export class View {
          private cart = inject(Cart); //: uses cart.ts::Cart
          current = signal(new Cart()); //: new cart.ts::Cart
          first = computed(() => this.current()); //: calls View::current
          child = viewChild.required(Cart); //: uses cart.ts::Cart
          children!: QueryList<Cart>; //: type cart.ts::Cart
          load() {
            this.cart.total(); //: calls cart.ts::Cart::total
            this.current().total(); //: calls View::current, calls cart.ts::Cart::total
            this.first().total(); //: calls View::first, calls ~cart.ts::Cart::total
            this.child().total(); //: calls View::child, calls cart.ts::Cart::total
            for (const one of this.children) one.total(); //: calls cart.ts::Cart::total
          }
        }
        let fixture: ComponentFixture<View>; //: type View
        fixture = TestBed.createComponent(View); //: uses View, uses fixture
        fixture.componentInstance.load(); //: calls View::load, uses fixture
        TestBed.inject(Cart).total(); //: uses cart.ts::Cart, calls cart.ts::Cart::total
      `,
    }));

  test('is what NestJS has in its container', () =>
    checkEdges({
      'cart.ts': CART,
      'main.ts': `
        import { NestFactory } from '@nestjs/core';
        import { Test } from '@nestjs/testing';
        import { Cart } from './cart';
        async function main() {
          const app = await NestFactory.create({});
          app.get(Cart).total(); //: uses cart.ts::Cart, calls cart.ts::Cart::total
          const module = await Test.createTestingModule({}).overrideProvider(Cart).useValue({}).compile(); //: uses cart.ts::Cart
          const cart = module.get<Cart>(Cart); //: uses cart.ts::Cart, type cart.ts::Cart
          cart.total(); //: calls cart.ts::Cart::total
        }
      `,
    }));

  test('is the state, context or value that React keeps', () =>
    checkEdges({
      'cart.ts': CART,
      'view.tsx': `
        import * as React from 'react';
        import { createContext, useContext, useMemo, useRef, useState } from 'react';
        import { Cart } from './cart';
        const Current = createContext<Cart | null>(null); //: type cart.ts::Cart
        function View() {
          const [cart, setCart] = useState(() => new Cart()); //: new cart.ts::Cart
          const box = useRef<Cart>(null); //: type cart.ts::Cart
          const outer = useContext(Current); //: uses Current
          const made = React.useMemo(() => new Cart(), []); //: new cart.ts::Cart
          cart.total(); //: calls ~cart.ts::Cart::total
          box.current?.total(); //: calls cart.ts::Cart::total
          outer!.total(); //: calls cart.ts::Cart::total
          made.total(); //: calls ~cart.ts::Cart::total
          setCart((before) => { before.total(); return before; }); //: calls ~cart.ts::Cart::total
        }
      `,
    }));

  test('is found through a module of the project that passes it on', () =>
    checkEdges({
      'cart.ts': CART,
      'hooks.ts': "export * from 'react'; export { useRef as useBox } from 'react';",
      'view.ts': `
        import { useState, useBox } from './hooks';
        import { Cart } from './cart';
        const [cart] = useState(new Cart()); //: new cart.ts::Cart
        cart.total(); //: calls cart.ts::Cart::total, uses cart
        useBox(new Cart()).current.total(); //: new cart.ts::Cart, calls cart.ts::Cart::total
      `,
    }));

  test('is the value of a signal or reference', () =>
    checkEdges({
      'cart.ts': CART,
      'solid.ts': `
        import { createMemo, createSignal } from 'solid-js';
        import { Cart } from './cart';
        const [cart] = createSignal(new Cart()); //: new cart.ts::Cart
        const memo = createMemo(() => cart()); //: calls cart
        cart().total(); //: calls cart, calls cart.ts::Cart::total
        memo().total(); //: calls memo, calls ~cart.ts::Cart::total
      `,
      'vue.ts': `
        import { computed, ref, shallowRef } from 'vue';
        import { Cart } from './cart';
        const cart = shallowRef(new Cart()); //: new cart.ts::Cart
        const same = computed(() => cart.value); //: uses cart
        cart.value.total(); //: calls cart.ts::Cart::total, uses cart
        same.value.total(); //: calls ~cart.ts::Cart::total, uses same
        ref<Cart>().value!.total(); //: type cart.ts::Cart, calls cart.ts::Cart::total
      `,
      'svelte.svelte.ts': `
        import { Cart } from './cart';
        const cart = $state(new Cart()); //: new cart.ts::Cart
        const same = $derived(cart); //: uses cart
        const other = $derived.by(() => cart); //: uses cart
        cart.total(); //: uses cart, calls cart.ts::Cart::total
        same.total(); //: uses same, calls cart.ts::Cart::total
        other.total(); //: calls ~cart.ts::Cart::total, uses other
      `,
    }));

  test('passes through aliases and constructor interfaces of the project', () =>
    checkEdges({
      'cart.ts': CART,
      'make.ts': `
        import { Cart } from './cart';
        type Ctor<T> = new () => T;
        interface Type<T> extends Function { new (): T }
        function make<T>(type: Ctor<T>): T { return new type(); } //: type Ctor
        function build<T>(type: Type<T>): T { return new type(); } //: type Type
        make(Cart).total(); //: calls make, uses cart.ts::Cart, calls cart.ts::Cart::total
        build(Cart).total(); //: calls build, uses cart.ts::Cart, calls cart.ts::Cart::total
      `,
    }));
});

describe('a class that extends a class of a well-known package', () => {
  test('has the members that its type arguments determine', () =>
    checkEdges({
      'list.tsx': `
        import React from 'react';
        interface Props { pick(name: string): void }
        interface State { label(): string }
        export class List extends React.Component<Props, State> { //: type Props, type State
          choose() {
            this.props.pick(''); //: calls Props::pick
            this.state.label(); //: calls State::label
            const { pick } = this.props;
            pick(''); //: calls Props::pick
          }
        }
      `,
    }));
});

describe('a callback that is passed to a function of a well-known package', () => {
  test('has parameters of the types that the project adds to', () =>
    checkEdges({
      'types.d.ts': `
        declare namespace Express { interface Request { user: import('./user').User } } //: type user.ts::User
      `,
      'user.ts':
        "export class User { name() {} } declare module 'fastify' { interface FastifyRequest { user: User } } //: type User",
      'app.ts': `
        import express, { Router } from 'express';
        import fastify from 'fastify';
        const app = express();
        app.get('/', (req, res) => { req.user.name(); }); //: calls ~user.ts::User::name, uses app
        Router().use('/', (req) => { req.user.name(); }); //: calls ~user.ts::User::name
        fastify().get('/', (request) => request.user.name()); //: calls ~user.ts::User::name
      `,
    }));

  test('for tests: hooks that are rendered, and the cases of each', () =>
    checkEdges({
      'form.ts':
        'export class Form { reset() {} }\nexport const useForm = () => new Form(); //: new Form\n',
      'a.test.ts': `
        import { renderHook } from '@testing-library/react';
        import { describe as suite, it } from 'vitest';
        import { Form, useForm } from './form';
        it('one', () => {
          const { result } = renderHook(() => useForm()); //: calls form.ts::useForm
          result.current.reset(); //: calls ~form.ts::Form::reset
        });
        suite.each([{ form: new Form() }])('two', ({ form }) => { //: new form.ts::Form
          form.reset(); //: calls ~form.ts::Form::reset
        });
        test.each([{ form: new Form() }])('three', ({ form }) => { //: new form.ts::Form
          form.reset(); //: calls ~form.ts::Form::reset
        });
      `,
    }));

  test('for the macros of AVA', () =>
    checkEdges({
      'form.ts': 'export class Form { reset() {} clear() {} }',
      'a.test.ts': `
        import test, { type ExecutionContext, type Macro } from 'ava';
        import { Form } from './form';
        type Run = (t: ExecutionContext, form: Form) => void; //: type form.ts::Form
        const make = (): Macro<[Run]> => ({ //: type Run
          async exec(t, run) { await run(t, new Form()); }, //: new form.ts::Form
        });
        const withForm = make(); //: calls make
        test('one', withForm, (t, form) => form.reset()); //: uses withForm, calls ~form.ts::Form::reset
        test.serial('two', withForm, (t, form) => { form.clear(); }); //: uses withForm, calls ~form.ts::Form::clear
      `,
    }));
});
