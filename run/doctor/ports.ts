import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'
import { broken, type Check, type Finding, note, ok } from './check.ts'
import type { Subject } from './subject.ts'

export const ports: Check = {
  name: 'ports',
  async run(subject) {
    const { host, port, metricsPort, metricsHost } = subject.config
    const given: [string, string, number][] = [
      ['PORT', host, port],
      ...(metricsPort ? [['METRICS_PORT', metricsHost, metricsPort] as [string, string, number]] : []),
    ]
    return Promise.all(given.map(([name, host, port]) => check(name, host, port, subject)))
  },
}

async function check(name: string, host: string, port: number, subject: Subject): Promise<Finding> {
  if (port === 0) return note(`${name} is 0: any free port is used.`)
  const code = await whyNotListen(host, port)
  if (code === null) return ok(`Port ${port} is free: the service is not running.`)
  if (code !== 'EADDRINUSE')
    return broken(
      `The service cannot listen on ${host}:${port} (${code}).`,
      `Choose another HOST or ${name}; ports below 1024 need a privilege.`,
    )
  const path = name === 'PORT' ? '/healthz' : '/metrics'
  const isOurs = await subject.fetch(`http://${reachableName(host)}:${port}${path}`).then(
    ({ status }) => status === 200,
    () => false,
  )
  return isOurs
    ? ok(`The service answers on port ${port}.`)
    : broken(
        `Port ${port} is used by another program, or the service there does not answer.`,
        `Stop that program, or choose another ${name}.`,
      )
}

async function whyNotListen(host: string, port: number): Promise<string | null> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error'
  }
}

const reachableName = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : isIPv6(host) ? `[${host}]` : host
