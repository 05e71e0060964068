import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { neededPaths, type Packages, thisSystem } from './sbom.ts'

// node deploy/prune.ts: removes from an installed release, whose web apps are built, what is only needed to build or to test. The lists of
// packages follow, so that the launcher, npm and the SBOM agree. It does not use npm: npm 9 of Debian installs 57 MB of the programs of
// development packages in spite of --omit=dev.

/** Packages that only the web apps and their build import. */
export const buildPackages = ['@preact/signals', '@tanstack/preact-query', 'preact', 'rolldown', 'uqr', 'vite', 'wouter-preact']
const buildFolders = ['client', 'console', 'ui', 'tests', 'bench']

type Listed = { dependencies: Record<string, string>; devDependencies?: Record<string, string> }

export function prune(root: string): void {
  if (existsSync(join(root, '.git'))) throw new Error(`${root} is a checkout: only an installed release is pruned.`)
  const modules = join(root, 'node_modules')
  if (lstatSync(modules).isSymbolicLink()) throw new Error(`${modules} is a link: its packages may belong to another folder.`)
  const [own, lock] = ['package.json', 'package-lock.json'].map((name) => JSON.parse(readFileSync(join(root, name), 'utf8')))
  const packages = lock.packages as Packages
  for (const listed of [own, packages['']] as Listed[]) {
    for (const name of buildPackages) delete listed.dependencies[name]
    delete listed.devDependencies
  }
  const needed = new Set(neededPaths(packages, { withDev: false, system: thisSystem() }))
  for (const path of Object.keys(packages)) if (path !== '' && !needed.has(path)) rmSync(join(root, path), { recursive: true, force: true })
  lock.packages = Object.fromEntries(Object.entries(packages).filter(([path]) => path === '' || needed.has(path)))
  for (const name of ['.bin', '.package-lock.json']) rmSync(join(modules, name), { recursive: true, force: true })
  for (const name of buildFolders) rmSync(join(root, name), { recursive: true, force: true })
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

if (import.meta.main) prune(join(import.meta.dirname, '..'))
