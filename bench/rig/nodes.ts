import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '#auth/token/secrets.ts'
import { NGINX_PORT } from './calls.ts'
import { urlThroughHaproxy } from './cluster.ts'
import { lastLines, start, stop, until } from './processes.ts'
import { template } from './template.ts'
import { PUBLIC_URL } from './world.ts'

// Three Projectory nodes in production mode behind nginx, with their S3 server and mail server.

export const nodes = ['node1', 'node2', 'node3'] as const
export type Node = (typeof nodes)[number]
const root = join(import.meta.dirname, '..', '..')
const S3_PORT = 4568
const portOf = (node: Node): number => 8101 + nodes.indexOf(node)

let environment: Record<string, string> = {}

export const keyFileIn = (folder: string): string => join(folder, 'master.key')
export const mailFileIn = (folder: string): string => join(folder, 'accepted-mail.jsonl')

export async function prepareNodes(folder: string): Promise<void> {
  createKeyFile(keyFileIn(folder))
  const providers = join(folder, 'providers.json')
  writeFileSync(providers, JSON.stringify([{ name: 'github', kind: 'github', client: { id: 'rig', secret: 'rig' } }]))
  writeFileSync(mailFileIn(folder), '')
  const sink = start(folder, 'smtp', {
    command: process.execPath,
    args: [join(import.meta.dirname, 'smtp-sink.ts'), mailFileIn(folder)],
    ipc: true,
  })
  const [{ port }] = (await once(sink.child, 'message')) as [{ port: number }]
  environment = {
    NODE_ENV: 'production',
    WORKERS: '1',
    PUBLIC_URL,
    DATABASE_URL: urlThroughHaproxy('projectory'),
    FILES_URL: `s3://files/rig?endpoint=http://127.0.0.1:${S3_PORT}`,
    AWS_ACCESS_KEY_ID: 'S3RVER', // the only credentials s3rver accepts
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    PROVIDERS: providers,
    KEY_FILE: keyFileIn(folder),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'rig@example.org',
    MAIL_TO: 'office@example.org',
    RATE_LIMITS: 'campus',
    TRUST_PROXY: '127.0.0.1',
    HOST: '127.0.0.1',
    NODE_OPTIONS: '--max-semi-space-size=16', // as npm start does
  }
  startS3(folder)
}

export function startS3(folder: string): void {
  mkdirSync(join(folder, 's3'), { recursive: true })
  start(folder, 's3', { command: process.execPath, args: [join(import.meta.dirname, 's3-server.ts'), join(folder, 's3'), String(S3_PORT)] })
}

const commandOf = (...args: string[]) => ({ command: process.execPath, args: [join(root, 'bin/projectory.mjs'), ...args] })

/** Runs a command of the service to its end. */
export async function runCommand(folder: string, name: string): Promise<void> {
  const { child } = start(folder, name, { ...commandOf(name), env: { ...environment, DATA_DIR: join(folder, 'node1') } })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`projectory ${name} ended with ${code}:\n${lastLines(name)}`)
}

export function startNode(folder: string, node: Node): void {
  const dataDir = join(folder, node)
  mkdirSync(dataDir, { recursive: true })
  start(folder, node, { ...commandOf('serve'), env: { ...environment, DATA_DIR: dataDir, PORT: String(portOf(node)) } })
}

export async function isReady(node: Node): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${portOf(node)}/readyz`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(2000),
  })
  await response.arrayBuffer()
  return response.status === 200
}

async function canSearch(node: Node): Promise<boolean> {
  const body = JSON.stringify({ filters: { text: 'open project' } })
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(`http://127.0.0.1:${portOf(node)}/api/project/findmany`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status === 200
}

export const areAllReady = async (): Promise<boolean> =>
  (await Promise.all(nodes.map((node) => isReady(node).catch(() => false)))).every(Boolean)

export async function startNodes(folder: string): Promise<void> {
  for (const node of nodes) {
    startNode(folder, node)
    // The first one builds the web apps if needed, the others find them.
    await until(`${node} is ready`, 300, () => isReady(node), 100).catch((error: Error) => {
      throw new Error(`${error.message}\n${lastLines(node)}`)
    })
  }
  for (const node of nodes) await until(`${node} can search`, 300, () => canSearch(node), 200)
  const own = join(folder, 'nginx')
  mkdirSync(own)
  const values = { FOLDER: own, LISTEN: `127.0.0.1:${NGINX_PORT}`, NODE1: '', NODE2: '', NODE3: '' }
  for (const node of nodes) values[node.toUpperCase() as 'NODE1'] = `127.0.0.1:${portOf(node)}`
  writeFileSync(join(own, 'nginx.conf'), template('nginx.conf', values))
  copyFileSync('/etc/nginx/mime.types', join(own, 'mime.types'))
  start(folder, 'nginx', { command: 'nginx', args: ['-c', join(own, 'nginx.conf'), '-p', own] })
  await until('nginx answers', 20, async () => (await fetch(`http://127.0.0.1:${NGINX_PORT}/api/tag`)).ok)
}

/** As an operator does: SIGTERM, wait for the end, start again. */
export async function restartNode(folder: string, node: Node, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await stop(node, signal)
  startNode(folder, node)
  await until(`${node} is ready again`, 300, () => isReady(node), 100)
}
