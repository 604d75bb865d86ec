import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('server actions of Next.js', () => {
  it('are the exports of a file and the functions with a directive', async () => {
    const lines = await entryLines({
      'next.config.js': 'module.exports = {};',
      'app/actions.ts': `'use server';
import { db } from './db';
export async function createPost(data: FormData) { await db.save(data); }
export const deletePost = authorized(async (id: string) => { await db.remove(id); });
async function helper() {}
`,
      'app/page.tsx': `export default function Page() {
  async function search(data: FormData) {
    'use server';
    await find(data);
  }
  return <form action={search} />;
}
`,
      'app/text.ts': `export function plain() { return 'use server'; }
`,
    });
    expect(lines).toEqual([
      'GET / → app/page.tsx::Page',
      'createPost → app/actions.ts::createPost',
      'deletePost → app/actions.ts::deletePost',
      'search → app/page.tsx::Page::search',
    ]);
  });
});

describe('server actions of Next.js that a list exports', () => {
  it('are found by the name that the file declares', async () => {
    const lines = await entryLines({
      'next.config.js': 'module.exports = {};',
      'app/actions.ts': `'use server';
async function create(data: FormData) {}
const remove = async (id: string) => {};
async function helper() {}
type Data = { id: string };
export { create as createPost, remove, type Data };
export { other } from './other';
export default async function update() {}
`,
    });
    expect(lines).toEqual([
      'create → app/actions.ts::create',
      'remove → app/actions.ts::remove',
      'update → app/actions.ts::update',
    ]);
  });
});

describe('routes of annotations and attributes', () => {
  it('have the method of the annotation that one of the project is made of', async () => {
    const lines = await entryLines({
      'src/shop/AnonymousGetMapping.java': `package shop;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
@RequestMapping(method = RequestMethod.GET)
public @interface AnonymousGetMapping { String[] value() default {}; }
`,
      'src/shop/Users.java': `package shop;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RequestMapping;
@RestController
@RequestMapping("/users")
public class Users {
  @AnonymousGetMapping("/all")
  public String all() { return ""; }
}
`,
    });
    expect(lines).toEqual(['GET /users/all → src/shop/Users.java::Users::all']);
  });

  it('need no verb in a controller of ASP.NET', async () => {
    const lines = await entryLines({
      'Home.cs': `using Microsoft.AspNetCore.Mvc;
[Area("Shop")]
[Route("[area]")]
public class HomeController : Controller {
  [Route("about")]
  public IActionResult About() { return View(); }
  [HttpPost]
  [Route("send")]
  public IActionResult Send() { return View(); }
}
`,
    });
    expect(lines).toEqual([
      '* /Shop/about → Home.cs::HomeController::About',
      'POST /Shop/send → Home.cs::HomeController::Send',
    ]);
  });
});
