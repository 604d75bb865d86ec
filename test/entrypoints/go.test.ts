import { describe, expect, it } from 'vitest';
import { entryLines } from '../helpers/entry-points.ts';

const MODULE = 'module example.com/x\n\ngo 1.22\n';

describe('routes of Go', () => {
  it('have the prefixes of Gin groups, through parameters of other packages', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'main.go': `package server
import (
	"example.com/x/h"
	"github.com/gin-gonic/gin"
)
func Setup() {
	r := gin.Default()
	v1 := r.Group("/api", h.Auth())
	{
		v1.GET("/ping", ping)
	}
	h.Register(v1.Group("/users"))
}
func ping(c *gin.Context) {}
`,
      'h/h.go': `package h
import "github.com/gin-gonic/gin"
type H struct{}
func Register(g *gin.RouterGroup) {
	h := &H{}
	g.GET("/:id", h.Get)
	g.POST("", h.Get)
}
func (h *H) Get(c *gin.Context) {}
func Auth() gin.HandlerFunc { return nil }
`,
    });
    expect(lines).toEqual([
      'GET /api/ping → main.go::ping via h.Auth',
      'POST /api/users → h/h.go::H::Get via h.Auth',
      'GET /api/users/:id → h/h.go::H::Get via h.Auth',
    ]);
  });

  it('follow routers of chi in fields and in results of functions', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'main.go': `package server
import (
	"net/http"
	"github.com/go-chi/chi/v5"
)
type Server struct{ router chi.Router }
func New() *Server {
	s := &Server{router: chi.NewRouter()}
	s.routes()
	return s
}
func (s *Server) routes() {
	s.router.Route("/articles", func(r chi.Router) {
		r.Get("/", s.list)
		r.With(paginate).Post("/{id}", s.list)
	})
	s.router.Mount("/admin", adminRouter())
}
func (s *Server) list(w http.ResponseWriter, q *http.Request) {}
func adminRouter() http.Handler {
	r := chi.NewRouter()
	r.Get("/", pong)
	return r
}
func pong(w http.ResponseWriter, q *http.Request) {}
`,
    });
    expect(lines).toEqual([
      'GET /admin/ → main.go::pong',
      'GET /articles/ → main.go::Server::list',
      'POST /articles/{id} → main.go::Server::list via paginate',
    ]);
  });

  it('read the patterns of net/http and the routes of gorilla/mux', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'main.go': `package server
import (
	"net/http"
	"github.com/gorilla/mux"
)
func Setup() {
	m := http.NewServeMux()
	m.HandleFunc("GET /x/{id}", show)
	r := mux.NewRouter()
	api := r.PathPrefix("/api").Subrouter()
	api.HandleFunc("/users/{id}", show).Methods("GET", "PUT")
	api.Methods("POST").Path("/users").HandlerFunc(show)
	m.Handle("/old/", http.StripPrefix("/old", oldMux()))
}
func oldMux() *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc("/y", show)
	return m
}
func show(w http.ResponseWriter, q *http.Request) {}
`,
    });
    expect(lines).toEqual([
      'POST /api/users → main.go::show',
      'GET,PUT /api/users/{id} → main.go::show',
      '* /old/y → main.go::show',
      'GET /x/{id} → main.go::show',
    ]);
  });
});

describe('commands of cobra', () => {
  it('may be added by a function that is given several, and share the name of a later variable', async () => {
    const group = (name: string): string => `package ${name}
import (
	"github.com/spf13/cobra"
	"shop/util"
)
func New(f *util.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "${name} <command>"}
	util.AddGroup(cmd, newList(f, nil), newShow(f))
	return cmd
}
func newList(f *util.Factory, run func()) *cobra.Command { return &cobra.Command{Use: "list", Run: run1} }
func newShow(f *util.Factory) *cobra.Command { return &cobra.Command{Use: "show", Run: run1} }
func run1(cmd *cobra.Command, args []string) {}
`;
    const lines = await entryLines({
      'go.mod': 'module shop\n',
      'util/group.go': `package util
import "github.com/spf13/cobra"
func AddGroup(parent *cobra.Command, cmds ...*cobra.Command) {
	for _, c := range cmds {
		parent.AddCommand(c)
	}
}
`,
      'repo/repo.go': group('repo'),
      'issue/issue.go': group('issue'),
      'main.go': `package shop
import (
	"github.com/spf13/cobra"
	"shop/issue"
	repo "shop/repo"
	"shop/util"
)
func root(f *util.Factory, all []string) *cobra.Command {
	cmd := &cobra.Command{Use: "shop"}
	cmd.AddCommand(repo.New(f))
	cmd.AddCommand(issue.New(f))
	for _, one := range all {
		repo := named(one)
		cmd.AddCommand(repo)
	}
	return cmd
}
func named(name string) *cobra.Command { return &cobra.Command{Use: name} }
`,
    });
    expect(lines).toEqual([
      'shop issue list → issue/issue.go::run1',
      'shop issue show → issue/issue.go::run1',
      'shop repo list → repo/repo.go::run1',
      'shop repo show → repo/repo.go::run1',
    ]);
  });

  it('are named by constants of a file that has nothing else', async () => {
    const lines = await entryLines({
      'go.mod': 'module shop\n',
      'cli/root.go': `package cli
import "github.com/spf13/cobra"
var root = &cobra.Command{Use: "shop"}
var list = &cobra.Command{Use: cmdList, Run: show}
func init() { root.AddCommand(list) }
func show(cmd *cobra.Command, args []string) {}
`,
      'cli/strings.go': 'package cli\nconst (\n\t// The verbs.\n\tcmdList = "list"\n)\n',
    });
    expect(lines).toEqual(['shop list → cli/root.go::show']);
  });

  it('are named by the commands that they are added to', async () => {
    const lines = await entryLines({
      'go.mod': MODULE,
      'main.go': `package main
import "github.com/spf13/cobra"
var root = &cobra.Command{Use: "app"}
var serve = &cobra.Command{Use: "serve [flags]", RunE: runServe}
func init() { root.AddCommand(serve) }
func runServe(cmd *cobra.Command, args []string) error { return nil }
func main() { root.Execute() }
`,
    });
    expect(lines).toEqual(['app serve → main.go::runServe', 'main.go → main.go::main']);
  });
});

describe('entry points of libraries of Go', () => {
  it('are commands of urfave/cli and schedules of cron', async () => {
    const lines = await entryLines({
      'main.go': `package main

import (
	"github.com/robfig/cron/v3"
	"github.com/urfave/cli/v3"
)

var adminCommand = cli.Command{
	Name: "admin",
	Commands: []*cli.Command{
		{Name: "reset", Action: runReset},
		&subcmdList,
	},
}

var subcmdList = cli.Command{Name: "list", Action: runList}

func runReset() {}
func runList() {}
func tick() {}

func start() {
	app := &cli.Command{Name: "shop", Commands: []*cli.Command{&adminCommand}}
	app.Run()
	c := cron.New()
	c.AddFunc("@hourly", tick)
}
`,
    });
    expect(lines).toEqual([
      '@hourly → main.go::tick',
      'shop admin list → main.go::runList',
      'shop admin reset → main.go::runReset',
    ]);
  });

  it('are routes with a joined path', async () => {
    const lines = await entryLines({
      'main.go': `package main

import (
	"path"

	"github.com/labstack/echo/v4"
)

const admin = "/admin"

func routes() {
	e := echo.New()
	e.GET(path.Join(admin, "/login"), login)
}

func login() {}
`,
    });
    expect(lines).toEqual(['GET /admin/login → main.go::login']);
  });
});

describe('routers of Go that a function of another package makes', () => {
  it('are known by the type of the parameter', async () => {
    const lines = await entryLines({
      'go.mod': 'module shop\n\nrequire github.com/labstack/echo/v5 v5.0.0\n',
      'main.go': `package main
import "github.com/other/setup"
func main() {
	register(setup.Server())
}
`,
      'routes.go': `package main
import "github.com/labstack/echo/v5"
func register(e *echo.Echo) {
	a := e.Group("/api")
	a.GET("/users", list)
}
func list(c *echo.Context) error { return nil }
`,
    });
    expect(lines[0]).toEqual('GET /api/users → routes.go::list');
  });
});
