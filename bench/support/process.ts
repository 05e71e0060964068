import { type ChildProcess, fork, spawnSync } from 'node:child_process'

export type Usage = { cpu: { user: number; system: number }; rss: number; loopP99?: number }
export type BenchProcess<Hello> = {
  hello: Hello
  pid: number
  port: number
  usage(): Promise<Usage>
  send(message: object | string): void
  stop(): Promise<void>
}

let canPin = process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0

/** For loads that ask what the whole machine holds. */
export function useEveryCore(): void {
  canPin = false
}

// Pins server and load generator to different cores where possible.
export function pin(core: number | string, pid = process.pid): void {
  if (canPin) spawnSync('taskset', ['-a', '-cp', String(core), String(pid)])
}

export async function start<Hello extends { port: number }>(file: string, env: Record<string, string> = {}): Promise<BenchProcess<Hello>> {
  const child: ChildProcess = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...env },
    execArgv: ['--max-semi-space-size=16'], // as npm start does
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  pin(1, child.pid)
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`${file} ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message as T)
      })
    })
  const hello = await answer<Hello>()
  return {
    hello,
    pid: child.pid!,
    port: hello.port,
    usage() {
      const usage = answer<Usage>()
      child.send('usage')
      return usage
    },
    send: (message) => void child.send(message),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.send('stop')
      }),
  }
}
