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
import type { Manifest } from './vite-build.ts'

// The two faces are built with Vite, once per state of their sources: the first start after a change takes a second longer.
// Each state has a folder of its own, named by its hash, which appears as a whole and does not change afterwards. So a start of
// changed sources disturbs no process that serves, or is about to read, another build.

const root = fileURLToPath(new URL('..', import.meta.url))
export const webFolder = join(root, 'dist')
const sources = ['{ui,client,console,contract,rules}/**/*.{ts,tsx,css,html,svg,png,webmanifest}', 'run/vite-build.ts', 'package-lock.json']
const HOURS_KEPT = 24

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

type Wanted = { place?: string; log?: (text: string) => void }

/** The build of the present sources from dist/ or from the given place; where there is none, it is made in that place. */
export async function ensureWebBuild({ place = webFolder, log = () => {} }: Wanted = {}): Promise<WebBuild> {
  if (!existsSync(join(root, 'client'))) return onlyBuild()
  const state = stateOfSources()
  const found = readBuild(join(webFolder, state)) ?? readBuild(join(place, state))
  if (found) return found
  log('building the client …')
  return buildWeb(state, place)
}

/** Of a folder without sources: the build that was shipped with it. */
function onlyBuild(): WebBuild {
  const [build, ...others] = globSync('*/build.json', { cwd: webFolder }).map((file) => readBuild(join(webFolder, dirname(file))))
  if (!build || others.length > 0)
    throw new Error(`Without the sources of the client one build is needed in dist/; there are ${build ? others.length + 1 : 'none'}.`)
  return build
}

async function buildWeb(state: string, place: string): Promise<WebBuild> {
  const draft = makeDraft(place)
  try {
    const { buildInto } = await import('./vite-build.ts')
    const manifest = await buildInto(draft, state)
    writeFileSync(join(draft, 'build.json'), JSON.stringify(manifest))
    chmodSync(draft, 0o755) // a temporary folder is private, this one is not
    const folder = join(place, state)
    publish(draft, folder)
    removeOld(place, state)
    return { ...manifest, folder }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function makeDraft(place: string): string {
  try {
    mkdirSync(place, { recursive: true })
    return mkdtempSync(join(place, 'draft-'))
  } catch (error) {
    throw new Error(`The client is not built and cannot be built in ${place} (${(error as Error).message}). Run: npx projectory build`)
  }
}

function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (readBuild(folder) === null) throw error // else another process has built the same meanwhile
  }
}

/** Builds that no process can be about to read, and drafts of processes that were killed. */
function removeOld(place: string, state: string): void {
  const limit = Date.now() - HOURS_KEPT * 3_600_000
  for (const name of readdirSync(place).filter((name) => name !== state)) {
    const stat = statSync(join(place, name), { throwIfNoEntry: false }) // another process may tidy up too
    if (stat && stat.mtimeMs < limit) rmSync(join(place, name), { recursive: true, force: true })
  }
}
