import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

// How Vite builds the two faces. Loaded only where there is something to build.

const root = fileURLToPath(new URL('..', import.meta.url))

export type Manifest = {
  state: string // of the sources it was made from
  files: string[]
  routes: { client: string[]; console: string[] } // the addresses each face answers at
}

/** Matches the path inside the project: the folder of a checkout may have any name. */
const below =
  (path: RegExp) =>
  (id: string): boolean =>
    path.test(`/${relative(root, id)}`)

/** Builds the client and the console into an empty folder. */
export async function buildInto(outDir: string, state: string): Promise<Manifest> {
  // Whatever this process is for, what leaves for phones is the finished thing; the bundler looks here and nowhere else.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await build({
      root: join(root, 'client'),
      configFile: false,
      publicDir: join(root, 'client', 'public'),
      logLevel: 'error',
      plugins: [slimContract(), withShellList(state), withFilesAhead()],
      oxc,
      build: {
        ...settings,
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          input: { client: join(root, 'client', 'index.html'), sw: join(root, 'client', 'sw.ts') },
          output: {
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            // Few files: each small one on its own would pack a third worse.
            codeSplitting: {
              groups: [
                {
                  name: 'core',
                  priority: 3,
                  test: below(
                    /node_modules\/(?!uqr)|\/ui\/(?!markdown|file|stored|role|last|debounced|form-dialog|categories)|\/contract\/|client\/(routes|cached-projects|search|scroll|install|worker|texts\/index|parts\/(project-card|pull))/,
                  ),
                },
                {
                  name: 'project',
                  priority: 2,
                  test: below(
                    /client\/(screens\/project[./](?!s)|parts\/(file|share|qr))|\/ui\/(markdown|file|stored)|node_modules\/uqr|\/rules\//,
                  ),
                },
                {
                  name: 'member',
                  priority: 1,
                  test: below(
                    /client\/(screens\/(my|team|request|apply|profile|notifications|feedback|info|settings)|parts\/|drafts)|\/ui\/(role|last|debounced|form-dialog|categories)/,
                  ),
                },
              ],
            },
          },
        },
      },
    })
    // A build of its own: what curators need must not weigh on phones.
    await build({
      root: join(root, 'console'),
      base: '/console/',
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [slimContract()],
      oxc,
      build: { ...settings, outDir: join(outDir, 'console') },
    })
    const files = globSync('**/*.*', { cwd: outDir }).toSorted()
    const manifest: Manifest = { state, files, routes: { client: await routesOf('client'), console: await routesOf('console') } }
    refuseOverBudget(outDir)
    return manifest
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const
const settings = { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 } as const

async function routesOf(face: 'client' | 'console'): Promise<string[]> {
  const { paths } = (await import(pathToFileURL(join(root, face, 'routes.ts')).href)) as { paths: Record<string, string> }
  return Object.values(paths).map((path) => path.replace(/:(\w+)/g, '{$1}'))
}

// The phone needs to know of an endpoint where it is, not what its schema looks like: that stays with the server.
function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    async load(id) {
      const file = relative(root, id)
      if (!/^contract\/(console\/)?[\w-]+\.ts$/.test(file) || file === 'contract/client.ts') return null
      const module = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      const lines = Object.entries(module).flatMap(([name, value]) => {
        const slim = slimOf(value)
        return slim === undefined ? [] : [`export const ${name} = ${JSON.stringify(slim)}`]
      })
      return { code: lines.join('\n'), moduleType: 'js' }
    },
  }
}

function slimOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) return value
  const { id, method, path, files } = (value ?? {}) as Record<string, unknown>
  return typeof method === 'string' && typeof path === 'string' ? { id, method, path, files } : undefined
}

// The service worker keeps what the first screens need; it learns its list when everything else has its name.
function withShellList(state: string): Plugin {
  return {
    name: 'shell-list',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the service worker is not among what was built')
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      worker.code = worker.code
        .replaceAll('__SHELL__', JSON.stringify(['/', ...names.map((name) => `/${name}`)]))
        .replaceAll('__STATE__', JSON.stringify(state))
    },
  }
}

// The page asks for these before the script that would: see client/index.html.
function withFilesAhead(): Plugin {
  return {
    name: 'files-ahead',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const named = (name: RegExp) => Object.keys(bundle).flatMap((file) => (name.test(file) ? [`/${file}`] : []))
        const one = (name: RegExp) => {
          const [file, ...others] = named(name)
          if (file === undefined || others.length > 0) throw new Error(`one file should be called ${name}`)
          return file
        }
        const inBoth = (name: string) => ({ en: one(RegExp(`/${name}-en-.*js$`)), ru: one(RegExp(`/${name}-ru-.*js$`)) })
        const files = {
          texts: inBoth('first-screen'),
          more: inBoth('more'),
          project: named(/\/project-.*js$/),
          style: one(/\/project-.*css$/),
        }
        return html.replace('"__PRELOAD__"', JSON.stringify(files))
      },
    },
  }
}

const budget = { firstScreen: 45, all: 90, style: 8, worker: 2.5, console: 140 } // KB, packed

// A face that grows too heavy does not get built at all.
function refuseOverBudget(outDir: string): void {
  const packed = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file))).length, 0) / 1024
  const page = readFileSync(join(outDir, 'index.html'), 'utf8').replace(/<script>.*?<\/script>/s, '') // what a screen needs only there
  const scripts = globSync('assets/*.js', { cwd: outDir })
  const languages = scripts.filter((file) => /assets\/first-screen-/.test(file)) // one of them comes along
  const sizes = {
    firstScreen: packed(scripts.filter((file) => page.includes(file))) + Math.max(...languages.map((file) => packed([file]))),
    all: packed(scripts),
    style: packed(globSync('assets/*.css', { cwd: outDir })),
    worker: packed(['sw.js']),
    console: packed(globSync('console/assets/*.{js,css}', { cwd: outDir })),
  }
  for (const [what, limit] of Object.entries(budget) as [keyof typeof budget, number][])
    if (sizes[what] > limit) throw new Error(`A face is over its budget: ${what} has ${sizes[what].toFixed(1)} KB, ${limit} are allowed.`)
}
