/** Ruby: constants by nesting, load paths, ancestors, what variables are given. */
import { describe, expect, test } from 'vitest';
import { checkEdges, importTargets, moduleTarget } from '../../helpers/check.ts';

const CART = 'lib/shop/cart.rb';

describe('the examples of a Ruby specification', () => {
  test('have the values of `let`, `subject` and `described_class`', () =>
    checkEdges({
      [CART]: `
        class Cart
          def add; end
          def line; Line.new; end # //: new Line
        end
        class Line
          def total; end
        end
      `,
      'spec/cart_spec.rb': `
        RSpec.describe Cart do # //: uses lib/shop/cart.rb::Cart
          let(:cart) { described_class.new } # //: new lib/shop/cart.rb::Cart
          let!(:line) { cart.line } # //: calls lib/shop/cart.rb::Cart::line
          it { subject.add } # //: calls lib/shop/cart.rb::Cart::add
          it 'adds' do
            cart.add # //: calls lib/shop/cart.rb::Cart::add
            line.total # //: calls ~lib/shop/cart.rb::Line::total
          end
          describe '#line' do
            subject(:one) { cart.line } # //: calls lib/shop/cart.rb::Cart::line
            it { subject.total; one.total } # //: calls ~lib/shop/cart.rb::Line::total
          end
        end
      `,
    }));
});

describe('Ruby constants', () => {
  test('are looked up in the enclosing modules, from inside outwards', () =>
    checkEdges({
      [CART]: `
        module Shop
          LIMIT = 3
          class Cart
            class Line; end
            def add
              Line.new # //: new Shop::Cart::Line
              LIMIT # //: uses Shop::LIMIT
              Item.new # //: new lib/shop/item.rb::Shop::Item
              ::Item.new # //: new lib/item.rb::Item
              String.new
              Missing.new
            end
          end
        end
      `,
      'lib/shop/item.rb': `
        module Shop
          class Item < Base; end # //: extends lib/shop/base.rb::Base
        end
      `,
      'lib/shop/base.rb': `
        class Shop::Base; end # //: uses lib/shop/cart.rb::Shop
      `,
      'lib/item.rb': `
        class Item; end
      `,
    }));

  test('that several files open resolve to the file of that name, with the members of all', () =>
    checkEdges({
      'lib/app/user.rb': `
        module App
          class User
            def name; end
          end
        end
      `,
      'lib/app/core_ext.rb': `
        module App
          class User
            def extra
              name # //: calls lib/app/user.rb::App::User::name
            end
          end
        end
      `,
      'bin/run.rb': `
        App::User.new.extra # //: uses lib/app/core_ext.rb::App, new lib/app/user.rb::App::User, calls lib/app/core_ext.rb::App::User::extra
      `,
    }));
});

describe('Ruby calls', () => {
  test('on self search the ancestors, on classes their own methods', () =>
    checkEdges({
      'a.rb': `
        module Helper
          def help; end
        end
        class Base
          def self.build
            new # //: new Base
          end
          class << self
            def make
              build # //: calls Base::build
            end
          end
          def run; end
          def initialize; end
        end
        class Leaf < Base # //: extends Base
          include Helper # //: implements Helper
          attr_reader :part
          def initialize
            super() # //: super Base
            @part = Base.new # //: new Base
          end
          def run
            super # //: calls Base::run
            help # //: calls Helper::help
            self.help # //: calls Helper::help
            @part.run # //: calls Base::run
            part.run # //: calls Leaf::part, calls Base::run
            help = 1
            help
            missing
          end
          def self.go
            make # //: calls Base::make
            help
            self.class.nothing
          end
        end
        Leaf.make # //: uses Leaf, calls Base::make
        Leaf.build.run # //: uses Leaf, calls Base::build, calls ~Base::run
      `,
    }));

  test('on variables resolve only if all assignments agree', () =>
    checkEdges({
      'a.rb': `
        class A
          def go; end
        end
        class B
          def go; end
        end
        def one(x)
          a = A.new # //: new A
          a.go # //: calls A::go
          b = A.new # //: new A
          b = x
          b.go
          x.go
          c = nil
          c ||= B.new # //: new B
          c.go # //: calls B::go
          d = x || A.new # //: new A
          d.go # //: calls A::go
          e = x && A.new # //: new A
          e.go
          [a].each { |a| a.go }
        end
        one(1) # //: calls one
      `,
    }));
});

describe('Ruby files', () => {
  const PROJECT = {
    'gem/lib/shop.rb': '',
    'gem/lib/shop/cart.rb': '',
    'gem/test/helper.rb': '',
    'other/lib/shop/cart.rb': '',
    'config/boot.rb': '',
  };
  test.each([
    ['gem/lib/shop.rb', 'shop/cart', 'gem/lib/shop/cart.rb'],
    ['other/x.rb', 'shop/cart', 'other/lib/shop/cart.rb'],
    ['gem/test/a_test.rb', 'helper', 'gem/test/helper.rb'],
    ['gem/lib/shop.rb', './shop/cart', 'gem/lib/shop/cart.rb'],
    ['gem/lib/shop.rb', '../test/helper.rb', 'gem/test/helper.rb'],
    ['gem/lib/shop.rb', './nothing', 'missing'],
    ['gem/lib/shop.rb', 'json', 'external'],
    ['bin/run.rb', 'config/boot', 'config/boot.rb'],
  ])('are resolved from %s: %s is %s', (from, specifier, target) => {
    expect(moduleTarget(PROJECT, from, specifier)).toBe(target);
  });

  test('are imported by require and require_relative', async () =>
    expect(
      (
        await importTargets({
          'lib/a.rb': "require 'b/c'\nrequire_relative 'd'\nrequire 'json'\nrequire \"x/#{y}\"",
          'lib/b/c.rb': '',
          'lib/d.rb': '',
        })
      ).filter((line) => line.startsWith('lib/a.rb')),
    ).toEqual([
      'lib/a.rb b/c → lib/b/c.rb',
      'lib/a.rb ./d → lib/d.rb',
      'lib/a.rb json → external',
    ]));
});

test('modules give their methods to classes and modules that extend themselves', () =>
  checkEdges({
    'job.rb': `
      module Job
        def self.included(base)
          base.extend(ClassMethods)
        end
        module ClassMethods
          def perform_later(x); end
        end
      end
      module Taggable
        extend ActiveSupport::Concern
        module ClassMethods
          def tags; end
        end
      end
      module Naming
        def title; end
      end
      module Util
        extend self
        def help; end
      end
      module Fn
        module_function
        def calc; end
      end
    `,
    'mail.rb': `
      class Mail
        include Job # //: implements job.rb::Job
        include Taggable # //: implements job.rb::Taggable
        extend Naming
        perform_later 1 # //: calls job.rb::Job::ClassMethods::perform_later
      end
      class Sub < Mail; end # //: extends Mail
      def run
        Sub.perform_later(2) # //: uses Sub, calls job.rb::Job::ClassMethods::perform_later
        Mail.tags # //: uses Mail, calls job.rb::Taggable::ClassMethods::tags
        Mail.title # //: uses Mail, calls job.rb::Naming::title
        Util.help # //: uses job.rb::Util, calls job.rb::Util::help
        Fn.calc # //: uses job.rb::Fn, calls job.rb::Fn::calc
        Job.perform_now # //: uses job.rb::Job
        Mail.new.title # //: new Mail
      end
    `,
  }));

test('a local variable of Ruby belongs to its block', () =>
  checkEdges({
    'a.rb': `
      class Cart
        def add; end
      end
      describe "cart" do
        it "adds" do
          cart = Cart.new # //: new Cart
          cart.add # //: calls Cart::add
        end
        it "stays" do
          cart = find(:cart)
          cart.add
        end
      end
      kept = Cart.new # //: new Cart
      each { kept.add } # //: calls Cart::add
    `,
  }));
