import { z } from 'zod';
import { TOKENS_DEFAULT } from '../answer/budget.ts';

/** Parameters shared by several tools, described once. */
export const projectParameter = z.string().optional();

export const projectsParameter = z.string().optional().describe('Name, names, or * for all');

export const cursorParameter = z
  .string()
  .max(200)
  .optional()
  .describe('Of the answer before, for its next page');

export const languagesParameter = z.array(z.string()).default([]).describe('Languages');

export const tokensParameter = z.number().default(TOKENS_DEFAULT);

export const symbolParameter = z
  .string()
  .trim()
  .min(1)
  .describe('Symbol id (src/a.ts::Cart::add), name (add, Cart.add, shop.cart.Cart) or path:line');
