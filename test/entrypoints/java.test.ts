import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

describe('entry points of Spring', () => {
  it('join the mappings of a class and its methods', async () => {
    const lines = await entryLines({
      'src/main/java/shop/UserController.java': `package shop;
import org.springframework.web.bind.annotation.*;
import org.springframework.scheduling.annotation.Scheduled;
@RestController
@RequestMapping(Paths.API + "/users")
public class UserController {
  @GetMapping("/{id}")
  public User show(@PathVariable long id) { return null; }
  @RequestMapping(value = {"/a", "/b"}, method = {RequestMethod.GET, RequestMethod.POST})
  public void both() {}
  @PostMapping
  public void create() {}
  @Scheduled(cron = "0 0 * * * *")
  public void tick() {}
}
`,
      'src/main/java/shop/Paths.java': `package shop;
public class Paths { public static final String API = "/api"; }
`,
    });
    const file = 'src/main/java/shop/UserController.java::UserController';
    expect(lines).toEqual([
      `POST /api/users → ${file}::create`,
      `GET,POST /api/users/a → ${file}::both`,
      `GET,POST /api/users/b → ${file}::both`,
      `GET /api/users/{id} → ${file}::show`,
      `0 0 * * * * → ${file}::tick`,
    ]);
  });
});
