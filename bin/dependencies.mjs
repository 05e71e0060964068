import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './npm.mjs'
import { listRunning } from './running.mjs'
import { isProduction } from './settings.mjs'

/** Paths of the packages in package-lock.json for this platform that are missing or have another version. */
export function listMissing(root, { withDev }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (isProduction()) delete packages[''].optionalDependencies // the embedded PostgreSQL, not needed with DATABASE_URL
  const paths = neededPaths(packages, { withDev, system: thisSystem() })
  return paths.filter((path) => versionAt(join(root, path)) !== packages[path].version)
}

/**
 * Walks the lock file as npm does, from the root along the dependencies. Flags such as `optional` do not suffice: the dependencies
 * of a package that is left out on this platform are left out too.
 */
export function neededPaths(packages, { withDev, system }) {
  const found = new Set()
  const visit = (from) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[from]
    const kinds = [dependencies, optionalDependencies, peerDependencies]
    if (from === '' && withDev) kinds.push(devDependencies)
    for (const name of kinds.flatMap((kind) => Object.keys(kind ?? {}))) {
      if (peerDependenciesMeta?.[name]?.optional) continue
      const path = resolveIn(packages, from, name)
      if (path === undefined || found.has(path) || !fits(packages[path], system)) continue
      found.add(path)
      visit(path)
    }
  }
  visit('')
  return [...found]
}

/** @public for the test of the lock file */
export function resolveIn(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** @public for the SBOM */
export function thisSystem() {
  const { platform, arch } = process
  if (platform !== 'linux') return { os: platform, cpu: arch }
  return { os: platform, cpu: arch, libc: readFileSync('/proc/self/maps', 'utf8').includes('/ld-musl-') ? 'musl' : 'glibc' }
}

const fits = (entry, system) => Object.entries(system).every(([key, value]) => allows(entry[key], value))

function allows(list, value) {
  if (!list || list.includes(`!${value}`)) return !list
  return list.includes(value) || list.every((item) => item.startsWith('!'))
}

function versionAt(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/**
 * Installs into a temporary folder and moves the missing packages to node_modules. npm never runs on node_modules itself: it would
 * remove packages that are not in the lock file, or are omitted, while processes use them.
 */
export async function installMissing(root, { withDev }) {
  const missing = listMissing(root, { withDev })
  if (missing.length === 0) return
  console.error('Installing dependencies, once (about half a minute)…')
  for (const name of readdirSync(join(root, '.cache'))) // left behind by an installation that was killed
    if (name.startsWith('install-draft-')) rmSync(join(root, '.cache', name), { recursive: true, force: true })
  const draft = mkdtempSync(join(root, '.cache/install-draft-'))
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(draft, name))
    // No dependency needs its install script, and newer versions of npm block them.
    const kinds = [withDev ? '--include=dev' : '--omit=dev', '--include=optional']
    await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...kinds], draft, 'The dependencies could not be installed.')
    await moveMissing(root, draft, missing)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function moveMissing(root, draft, missing) {
  const [from, to] = [join(draft, 'node_modules'), join(root, 'node_modules')]
  if (!existsSync(from)) return // nothing to install
  if (!existsSync(to)) return move(from, to)
  const isMissing = (name) => missing.some((path) => `${path}/`.startsWith(`node_modules/${name}/`))
  const changed = packagesIn(from).filter((name) => isMissing(name) || hasOtherNested(join(from, name), join(to, name)))
  const replaced = changed.filter((name) => existsSync(join(to, name)))
  if (replaced.length > 0) await refuseWhileRunning(root, replaced)
  for (const [index, name] of changed.entries()) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    if (existsSync(join(to, name))) move(join(to, name), join(draft, `replaced-${index}`))
    move(join(from, name), join(to, name))
  }
  mkdirSync(join(to, '.bin'), { recursive: true })
  const present = readdirSync(join(to, '.bin'))
  for (const name of existsSync(join(from, '.bin')) ? readdirSync(join(from, '.bin')) : [])
    if (!present.includes(name)) move(join(from, '.bin', name), join(to, '.bin', name))
  rmSync(join(to, '.package-lock.json'), { force: true }) // npm's list of installed packages is no longer correct
}

/** node_modules may be a volume or a link to another file system, where a rename is not possible. */
function move(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'EXDEV') throw error
    if (lstatSync(from).isSymbolicLink())
      symlinkSync(readlinkSync(from), to) // its target may have moved already: not for cpSync
    else cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true, force: true })
  }
}

function packagesIn(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name]))
}

/** A package that an older lock file nested in another one would be resolved first. */
function hasOtherNested(installed, present) {
  const nested = (folder) => packagesIn(join(folder, 'node_modules')).join()
  return existsSync(present) && nested(installed) !== nested(present)
}

async function refuseWhileRunning(root, names) {
  const pids = await listRunning(root)
  if (pids.length === 0) return
  throw new Error(
    `package-lock.json has other versions of ${inShort(names)}, and process ${pids.join(', ')} runs from this folder with the installed ones. Stop it and start again.`,
  )
}

export const inShort = (names) => (names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`)
