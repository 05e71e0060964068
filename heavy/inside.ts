import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// For the scripts of heavy/job.ts: the task, and messages to and from the main thread.

const port = parentPort

// Calls are served first. On Linux a priority belongs to a thread, on other systems to the process.
if (port === null || process.platform === 'linux')
  try {
    setPriority(5)
  } catch {
    // A sandbox may forbid it.
  }
if (port === null) process.on('disconnect', () => process.exit()) // the service has ended

export const taskOf = <Task>(): Task => (port === null ? JSON.parse(process.argv[2]!) : workerData) as Task

export function send<From>(message: From, moved: ArrayBuffer[] = []): void {
  if (port === null) process.send!(message)
  else port.postMessage(message, moved)
}

export const onMessage = <To>(receive: (message: To) => void): unknown =>
  port === null ? process.on('message', receive as never) : port.on('message', receive)
