import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { named } from '#files/file-store.ts'
import type { Manifest } from './vite-build.ts'

// The two web clients are built with Vite, once per state of their sources: the first start after a change takes a second longer.
// Each build is in a folder named by the hash of the sources, created atomically and never changed. So a start with changed
// sources does not affect processes that serve another build.

const root = fileURLToPath(new URL('../..', import.meta.url))
export const webFolder = join(root, 'dist')
const sources = [
  '{ui,client,console,contract,rules,search}/**/*.{ts,tsx,css,html,svg,png,webmanifest,txt,woff2}',
  'texts/**/*.{json,ts}',
  'run/web/{vite-build,texts}.ts',
  'package-lock.json',
]
const MAX_AGE_HOURS = 24

export type WebBuild = Manifest & { folder: string }

function readBuild(folder: string): WebBuild | null {
  const file = join(folder, 'build.json')
  return existsSync(file) ? { ...(JSON.parse(readFileSync(file, 'utf8')) as Manifest), folder } : null
}

function stateOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** In production nothing is written to the code folder: a missing build is made in the data folder. */
export const webOutDir = ({ isProduction, dataDir }: { isProduction: boolean; dataDir: string }): string =>
  isProduction ? join(dataDir, 'cache', 'web') : webFolder

type Options = { outDir?: string; log?: (text: string) => void }

/** The build of the current sources, from dist/ or from `outDir`; built into `outDir` if there is none. */
export async function ensureWebBuild({ outDir = webFolder, log = () => {} }: Options = {}): Promise<WebBuild> {
  const found = findWebBuild(outDir)
  if (found) return found
  log('building the client …')
  return buildWeb(stateOfSources(), outDir)
}

/** The same without building; null: the next start builds it. */
export function findWebBuild(outDir: string): WebBuild | null {
  if (!existsSync(join(root, 'client'))) return onlyBuild()
  const state = stateOfSources()
  return readBuild(join(webFolder, state)) ?? readBuild(join(outDir, state))
}

/** In an installation without sources: the build that was shipped with it. */
function onlyBuild(): WebBuild {
  const [build, ...others] = globSync('*/build.json', { cwd: webFolder }).map((file) => readBuild(join(webFolder, dirname(file))))
  if (!build || others.length > 0)
    throw new Error(`Without the sources of the client one build is needed in dist/; there are ${build ? others.length + 1 : 'none'}.`)
  return build
}

async function buildWeb(state: string, outDir: string): Promise<WebBuild> {
  const draft = makeDraft(outDir)
  try {
    const { buildInto } = await import('./vite-build.ts')
    const manifest = await buildInto(draft, state)
    writeFileSync(join(draft, 'build.json'), JSON.stringify(manifest))
    chmodSync(draft, 0o755) // mkdtemp creates private folders
    const folder = join(outDir, state)
    publish(draft, folder)
    removeOld(outDir, state)
    return { ...manifest, folder }
  } catch (error) {
    throw named(error, draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function makeDraft(outDir: string): string {
  try {
    mkdirSync(outDir, { recursive: true })
    return mkdtempSync(join(outDir, 'draft-'))
  } catch (error) {
    throw new Error(`The client is not built and cannot be built in ${outDir} (${(error as Error).message}). Run: npx projectory build`, {
      cause: error,
    })
  }
}

function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (readBuild(folder) === null) throw error // otherwise another process has made the same build
  }
}

/** Removes old builds, and drafts of killed processes. */
function removeOld(outDir: string, state: string): void {
  const limit = Date.now() - MAX_AGE_HOURS * 3_600_000
  for (const name of readdirSync(outDir).filter((name) => name !== state)) {
    const stat = statSync(join(outDir, name), { throwIfNoEntry: false }) // another process may have removed it
    if (stat && stat.mtimeMs < limit) rmSync(join(outDir, name), { recursive: true, force: true })
  }
}
