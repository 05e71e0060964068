import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

const bin = join(import.meta.dirname, '..', '..', '..', 'bin')

/** A temporary package with our launcher, and a script that prints its working directory and arguments. */
export function makeClone(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'launch-test-')))
  after(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'bin'))
  for (const name of readdirSync(bin)) if (name.endsWith('.mjs')) cpSync(join(bin, name), join(root, 'bin', name))
  writeDependencies(root, {})
  writeFileSync(
    join(root, 'say.ts'),
    'const words: string[] = process.argv.slice(1); console.log(JSON.stringify([process.cwd(), ...words]))',
  )
  return root
}

type Dependencies = Record<string, { version: string; isDev?: boolean; os?: string[] }>

/** package.json and package-lock.json whose packages are local tarballs: no network is needed. */
export function writeDependencies(root: string, dependencies: Dependencies): void {
  const entry: Record<string, unknown> = { name: 'clone', version: '1.0.0', dependencies: {}, devDependencies: {} }
  const packages: Record<string, unknown> = { '': entry }
  for (const [name, { version, isDev, ...rest }] of Object.entries(dependencies)) {
    const file = `file:${pack(root, name, version)}`
    Object.assign(entry[isDev ? 'devDependencies' : 'dependencies'] as object, { [name]: file })
    packages[`node_modules/${name}`] = { version, resolved: file, bin: { [name]: 'cli.js' }, ...(isDev && { dev: true }), ...rest }
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...entry, type: 'module' }))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...entry, lockfileVersion: 3, requires: true, packages }))
}

function pack(root: string, name: string, version: string): string {
  const folder = join(root, 'packed', `${name}-${version}`)
  mkdirSync(join(folder, 'package'), { recursive: true })
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version, bin: { [name]: 'cli.js' } }))
  writeFileSync(join(folder, 'package/cli.js'), '#!/usr/bin/env node\n')
  execFileSync('tar', ['-czf', `${folder}.tgz`, '-C', folder, 'package'])
  return `${folder}.tgz`
}

export async function runNode(args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined, ...options.env }
  const child = spawn(process.execPath, args, { cwd: options.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out: out.trim(), error: error.trim(), code: code as number }
}
