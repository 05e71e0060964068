import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const left = ['node_modules', '.cache', '.git', '.env', 'data']

/** A copy of this project, with its built client and its installed packages, for tests that change it or watch who writes into it. */
export function makeCheckout(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')))
  after(() => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(root, copy, { recursive: true, filter: (path) => dirname(path) !== root || !left.includes(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** NODE_OPTIONS that make the running Node pass for an old one. */
export const pretendOldNode = `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperty(process,'version',{value:'v20.20.0'})`)}`

/** An environment in which the launcher of a checkout takes the running Node for an old one and hands over to the same Node, as fetched. */
export async function oldNode(checkout: string): Promise<{ NODE_OPTIONS: string }> {
  const { cachedNode } = await import(join(checkout, 'bin/runtime.mjs'))
  mkdirSync(dirname(cachedNode(checkout)), { recursive: true })
  symlinkSync(process.execPath, cachedNode(checkout))
  return { NODE_OPTIONS: pretendOldNode }
}
