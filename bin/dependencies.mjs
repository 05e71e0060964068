import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { runNpm } from './npm.mjs'

const production = process.env.NODE_ENV === 'production'

/** Installs exactly what package-lock.json says, when that is not there yet. */
export async function ensureDependencies(root) {
  if (isInstalled(root)) return
  await alone(root, async () => {
    if (isInstalled(root)) return
    console.error('Installing dependencies, once (about a minute)…')
    // `npm ci` would refuse a lock file that lacks an optional package of some other platform, which happens as soon as
    // one of those is missing in the registry that made the lock. --no-save keeps the lock file as it is.
    // No dependency of ours needs its install script, and newer npm blocks them anyway.
    const kinds = [production ? '--omit=dev' : '--include=dev', '--include=optional']
    await runNpm(
      ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...kinds],
      root,
      'The dependencies could not be installed.',
    )
    stamp(root)
  })
}

const stampPath = (root) => join(root, 'node_modules/.projectory-installed')

/** The platform belongs to it: a clone shared with a container holds the binaries of one of the two. */
function stampOf(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${production ? 'production' : 'all'} ${process.platform}-${process.arch}\n`
}

function isInstalled(root) {
  if (existsSync(stampPath(root)) && readFileSync(stampPath(root), 'utf8') === stampOf(root)) return true
  if (!wasInstalledByHand(root)) return false
  stamp(root)
  return true
}

function stamp(root) {
  mkdirSync(join(root, 'node_modules'), { recursive: true }) // npm makes none when there is nothing to put in
  writeFileSync(stampPath(root), stampOf(root))
}

/** npm keeps a list of what it installed: who ran it by hand need not wait for it again. */
function wasInstalledByHand(root) {
  const list = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(list)) return false
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return wanted.every(([path, entry]) => path === '' || !isNeeded(entry) || installed[path]?.version === entry.version)
}

function isNeeded({ dev, devOptional, optional, os, cpu, libc }) {
  if (production && (dev || devOptional)) return false
  if (libc && optional) return false // which C library this is only npm finds out
  return allows(os, process.platform) && allows(cpu, process.arch)
}

function allows(list, value) {
  if (!list || list.includes(`!${value}`)) return !list
  return list.includes(value) || list.every((item) => item.startsWith('!'))
}
