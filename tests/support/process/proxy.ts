import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { selfSigned } from '#tests/support/peer/certificate.ts'
import { debianProgram } from './debian-program.ts'

// nginx and Caddy with the configuration files of deploy/; only names, addresses and certificates are replaced.

export const HOST = 'projects.example.org'
const deploy = join(import.meta.dirname, '..', '..', '..', 'deploy')

export type HttpProxy = {
  /** A call over TLS; without `body` of the response when it is a stream. */
  call(path: string, options?: ProxyCall): Promise<ProxyAnswer>
  options(path: string, options?: ProxyCall): RequestOptions
  plainPort: number | null // redirects to TLS
  stop(): Promise<void>
}
export type ProxyCall = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array; from?: string; agent?: Agent }
export type ProxyAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** nginx before processes that listen on these ports. */
/** `rate`: the flood limit of the test, which a slow machine can reach. */
export async function startNginx(ports: number[], rate = '100r/s'): Promise<HttpProxy> {
  const program = await debianProgram('nginx', 'nginx-light')
  const folder = makeFolder()
  const [plain, secure] = [await freePort(), await freePort()]
  const site = readFileSync(join(deploy, 'nginx/projectory.conf'), 'utf8')
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
    .replace('rate=100r/s', `rate=${rate}`)
    .replaceAll('/etc/ssl/projectory', folder)
    .replace(/^\s*server 127\.0\.0\.1:8000 (.*)$/m, (_, rest) => ports.map((port) => `server 127.0.0.1:${port} ${rest}`).join('\n'))
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1;
     events { worker_connections 2048; } http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  return ready(child, { folder, secure, plain })
}

export async function startCaddy(ports: number[]): Promise<HttpProxy> {
  const program = await debianProgram('caddy')
  const folder = makeFolder()
  const secure = await freePort()
  const site = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8')
    .replace(/^projects\.example\.org \{$/m, `https://${HOST}:${secure} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`)
    .replace('reverse_proxy 127.0.0.1:8000', `reverse_proxy ${ports.map((port) => `127.0.0.1:${port}`).join(' ')}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${site}`)
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return ready(child, { folder, secure, plain: null })
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-test-'))
  mkdirSync(join(folder, 'logs'))
  const { key, cert } = selfSigned(HOST)
  writeFileSync(join(folder, 'fullchain.pem'), cert)
  writeFileSync(join(folder, 'privkey.pem'), key)
  return folder
}

type Started = { folder: string; secure: number; plain: number | null }

async function ready(child: ChildProcess, { folder, secure, plain }: Started): Promise<HttpProxy> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const shared = new Agent({ keepAlive: true })
  const ca = readFileSync(join(folder, 'fullchain.pem'))
  const proxy: HttpProxy = {
    plainPort: plain,
    options: (path, { method = 'GET', headers = {}, from, agent } = {}) => ({
      host: '127.0.0.1',
      port: secure,
      servername: HOST,
      path,
      method,
      ca,
      headers: { host: HOST, ...headers },
      agent: agent ?? (from === undefined ? shared : false),
      ...(from !== undefined && { localAddress: from }),
    }),
    call: (path, options = {}) =>
      new Promise((resolve, reject) => {
        const call = request(proxy.options(path, options), async (response) => {
          resolve({ status: response.statusCode!, headers: response.headers, text: await text(response).catch(reject).then(String) })
        })
        call.on('error', reject)
        call.end(options.body)
      }),
    async stop() {
      shared.destroy()
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const deadline = performance.now() + 60_000
  while (!(await proxy.call('/healthz').catch(() => null))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the proxy does not start:\n${output}`)
    }
    await sleep(50)
  }
  return proxy
}
