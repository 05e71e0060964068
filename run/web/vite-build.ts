import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { compactConcepts } from '#search/concept/compact-concepts.ts'
import type { PackName } from '#texts/packs.ts'
import { chunkFileName, chunksOf, texts } from './texts.ts'

// The Vite configuration of the two web clients. Imported only when a build is needed.

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Manifest = {
  state: string // hash of the sources
  files: string[]
  routes: { client: string[]; console: string[] } // the page routes of each client
  texts: Record<string, string[]> // the files of each language that the client loads
}

/** Matches the path relative to the root: the checkout may be in any folder. */
const below =
  (path: RegExp) =>
  (id: string): boolean =>
    path.test(`/${relative(root, id)}`)

/** Builds the client and the console into an empty folder. */
export async function buildInto(outDir: string, state: string, textsFolder = join(root, 'texts')): Promise<Manifest> {
  // Always a production build; the bundler reads NODE_ENV from the environment of the process.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const dictionary = makeDictionary()
  const textFiles: Record<string, string[]> = {}
  try {
    await build({
      root: join(root, 'client'),
      configFile: false,
      publicDir: join(root, 'client', 'public'),
      logLevel: 'error',
      plugins: [slimContract(), texts(textsFolder), withDictionary(dictionary), withPrecacheList(state, textFiles), withPreloadList()],
      define: { __DICTIONARY__: JSON.stringify(`/${dictionary.file}`) },
      oxc,
      build: {
        ...settings,
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          input: { client: join(root, 'client', 'index.html'), sw: join(root, 'client', 'sw.ts') },
          output: {
            entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
            chunkFileNames: chunkFileName,
            // Few chunks: many small ones would compress a third worse.
            codeSplitting: {
              groups: [
                // Only for wide screens, and of those the palette only when it is opened.
                { name: 'palette', priority: 1.5, test: below(/\/ui\/desktop\/(palette|help|recent)/) },
                // Before the next: a group takes the imports of its files with it.
                { name: 'sign-in', priority: 2.5, test: below(/\/ui\/(session\/sign-in|choose-language)/) },
                { name: 'desktop', priority: 2.5, test: below(/client\/desktop\/|\/ui\/desktop\/(?!palette|help|recent)/) },
                {
                  name: 'core',
                  priority: 3,
                  test: below(
                    /virtual:texts\/[\w,-]+$|\/texts\/write|node_modules\/(?!uqr|thumbhash|@orama)|\/ui\/(?!act\/|avatar|choose|desktop\/|cover\/(cover-|focal)|dialog\/(dialog|removal)|form\/|markdown|file\/|role|conversation|session\/(ended|sign-in)|hash)|\/contract\/(?!saved|message|notification|question|result|round|team|invitation|joining|settings)|client\/(routes|saved-projects|cached-projects|keep-offline|search|wide|scroll|desktop\.|install|motion\.|texts\.|parts\/(project-card\/(?!project-cover)|enrollment|list-tabs|marked|passage|pull|tabs))/,
                  ),
                },
                {
                  name: 'project',
                  priority: 2,
                  test: below(
                    /client\/(screens\/project[./]|parts\/(file|share))|\/ui\/(markdown|file\/(file|stored)|hash)|\/contract\/(question|round|team\.)|\/rules\/(?!project\/cover|placement)/,
                  ),
                },
                // Rounds: the screens, and the check of a result with the rules it computes again.
                { name: 'placement', priority: 2.5, test: below(/\/rules\/placement|client\/screens\/rounds\/run-check/) },
                { name: 'rounds', priority: 2.5, test: below(/client\/screens\/rounds/) },
                { name: 'qr', priority: 2.5, test: below(/client\/parts\/qr|node_modules\/uqr/) },
                // Teams that members form.
                {
                  name: 'teams',
                  priority: 1.5,
                  test: below(
                    /client\/(screens\/(teams|make-team|find-team|invitation|joining)|parts\/invite)|\/contract\/(team|invitation|joining|settings)|\/ui\/form\/wanted/,
                  ),
                },
                {
                  name: 'member',
                  priority: 1,
                  test: below(
                    /client\/(screens\/(my(?!\/meaning)|team|request|apply|sent|profile|notifications|feedback|settings|group|saved|not-found)|parts\/|drafts|saved-sync|worker)|\/contract\/(saved|notification|result)|\/ui\/(cover\/(cover-(dialog|picker)|focal)|role|form\/(role|debounced|form-dialog|confirm|use-form|draft)|file\/(categories|upload)|conversation)/,
                  ),
                },
                {
                  name: 'filters',
                  priority: 2.5,
                  test: below(
                    /client\/screens\/projects\/(filter-(?!chips)|nothing)|\/ui\/(act\/|dialog\/(dialog|removal)\.|session\/ended\.|form\/field\.)/,
                  ),
                },
                { name: 'icons', priority: 4, test: below(/\/ui\/icons\/more/) },
                { name: 'avatar', priority: 0.5, test: below(/\/ui\/avatar/) },
                { name: 'sheet', priority: 4, test: below(/\/ui\/dialog\/sheet-drag/) },
                { name: 'illustrations', priority: 4, test: below(/\/ui\/illustration\/illustrations/) },
                { name: 'search', priority: 0, test: below(/^\/search\/|node_modules\/@orama|client\/offline-/) },
              ],
            },
          },
        },
      },
    })
    // A separate build, so that code of the console is not in the chunks of the client.
    await build({
      root: join(root, 'console'),
      base: '/console/',
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [slimContract(), texts(textsFolder)],
      oxc,
      build: {
        ...settings,
        outDir: join(outDir, 'console'),
        rolldownOptions: {
          output: {
            chunkFileNames: chunkFileName,
            codeSplitting: {
              groups: [
                { name: 'palette', priority: 0, test: below(/\/ui\/desktop\/(palette|help|recent)/) },
                {
                  name: 'core',
                  priority: 1,
                  test: below(
                    /virtual:texts\/[\w,-]+$|\/texts\/write|node_modules\/(?!thumbhash)|\/ui\/(?!desktop\/(palette|help|show|recent)|icons\/more|illustration\/illustrations|dialog\/sheet-drag|cover|markdown|file\/(file|stored)|role|form\/role)|\/contract\/|console\/(routes|parts\/shortcuts)/,
                  ),
                },
              ],
            },
          },
        },
      },
    })
    const files = globSync('**/*.*', { cwd: outDir }).toSorted()
    const manifest: Manifest = {
      state,
      files,
      routes: { client: await routesOf('client'), console: await routesOf('console') },
      texts: textFiles,
    }
    return manifest
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const
// oklch() and color-mix() stay as they are; light-dark() is younger and is rewritten.
const cssTarget = ['chrome111', 'safari16.2', 'firefox113']
const settings = { target: 'es2022', cssTarget, modulePreload: { polyfill: false }, assetsInlineLimit: 0 }

async function routesOf(app: 'client' | 'console'): Promise<string[]> {
  const { paths } = (await import(pathToFileURL(join(root, app, 'routes.ts')).href)) as { paths: Record<string, string> }
  return Object.values(paths).map((path) => path.replace(/:(\w+)/g, '{$1}'))
}

// Removes the schemas from the bundle: the web client only needs the method and path of an endpoint.
function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    async load(id) {
      const file = relative(root, id)
      if (!/^contract\/((console|vocabulary)\/)?[\w-]+\.ts$/.test(file) || file === 'contract/client.ts') return null
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
  if (isTable(value)) return value
  const { id, method, path, files } = (value ?? {}) as Record<string, unknown>
  return typeof method === 'string' && typeof path === 'string' ? { id, method, path, files } : undefined
}

/** Texts by key, which no schema is. */
const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('type' in value) && Object.values(value).every((one) => typeof one === 'string')

type Dictionary = { file: string; text: string }

// The dictionary of the offline search. A file of its own, so that it is loaded and kept only when it is useful.
function makeDictionary(): Dictionary {
  const folder = join(root, 'search', 'dictionary', 'concepts')
  const names = readdirSync(folder).toSorted()
  const text = compactConcepts(names.map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8') })))
  return { file: `assets/dictionary-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.txt`, text }
}

function withDictionary({ file, text }: Dictionary): Plugin {
  return {
    name: 'dictionary',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: file, source: text })
    },
  }
}

// The precache list of the service worker; inserted after all chunks have their hashed names.
function withPrecacheList(state: string, textFiles: Record<string, string[]>): Plugin {
  return {
    name: 'precache-list',
    generateBundle(_, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') throw new Error('the build has no service worker')
      for (const [language, byPack] of Object.entries(chunksOf(bundle))) textFiles[language] = [...new Set(Object.values(byPack))]
      const ofLanguages = new Set(Object.values(textFiles).flat())
      const names = Object.keys(bundle).filter((name) => /^assets\/(?!dictionary)/.test(name) && !ofLanguages.has(`/${name}`))
      worker.code = worker.code
        .replaceAll('__SHELL__', JSON.stringify(['/', ...names.map((name) => `/${name}`)]))
        .replaceAll('__TEXTS__', JSON.stringify(textFiles))
        .replaceAll('__STATE__', JSON.stringify(state))
    },
  }
}

// Files that client/index.html preloads before the scripts that import them.
function withPreloadList(): Plugin {
  return {
    name: 'preload-list',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const named = (name: RegExp) => Object.keys(bundle).flatMap((file) => (name.test(file) ? [`/${file}`] : []))
        const one = (name: RegExp) => {
          const [file, ...others] = named(name)
          if (file === undefined || others.length > 0) throw new Error(`the build needs exactly one file that matches ${name}`)
          return file
        }
        const chunks = Object.entries(chunksOf(bundle))
        const inEach = (pack: PackName) => Object.fromEntries(chunks.map(([language, byPack]) => [language, byPack[pack]]))
        const files = {
          texts: inEach('first-screen'),
          more: inEach('more'),
          commands: inEach('commands'),
          project: named(/\/project-.*js$/),
          style: one(/\/project-.*css$/),
          desktop: one(/\/desktop-.*js$/),
          cover: one(/\/cover-art-.*js$/),
        }
        return html.replace('"__PRELOAD__"', JSON.stringify(files))
      },
    },
  }
}
