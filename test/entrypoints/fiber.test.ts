import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('routes of Fiber', () => {
  it('have the prefixes of groups and mounted applications', async () => {
    const lines = await entryLines({
      'go.mod': 'module example.com/x\n\ngo 1.22\n',
      'main.go': `package server
import (
	"example.com/x/h"
	"github.com/gofiber/fiber/v2"
)
func Setup() {
	app := fiber.New()
	api := app.Group("/api", auth)
	h.Register(api.Group("/users"))
	app.Route("/v2", func(r fiber.Router) { r.All("/ping", ping) })
	micro := fiber.New()
	micro.Get("/doe", ping)
	app.Mount("/john", micro)
	cache.Get("/none", ping)
}
func ping(c *fiber.Ctx) error { return nil }
func auth(c *fiber.Ctx) error { return nil }
`,
      'h/h.go': `package h
import "github.com/gofiber/fiber/v2"
func Register(r fiber.Router) {
	r.Get("/:id", check, Show)
	r.Add("POST", "", Show)
}
func Show(c *fiber.Ctx) error { return nil }
func check(c *fiber.Ctx) error { return nil }
`,
    });
    expect(lines).toEqual([
      'POST /api/users → h/h.go::Show via auth',
      'GET /api/users/:id → h/h.go::Show via auth, check',
      'GET /john/doe → main.go::ping',
      '* /v2/ping → main.go::ping',
    ]);
  });
});
