import { parseArgs } from 'node:util'
import { findSection, sectionOf } from './section.ts'

export type Options = {
  faults: string[]
  failovers: number
  minutes: number
  ttl: number
  etcd3: boolean
  write: boolean
  keep: boolean
  command: string
}

export const usage = `npm run rig -- [--fault name]… [--failovers n] [--minutes n] [--ttl 10|30] [--etcd3] [--write] [--keep]

  --fault name   only this fault; without it every fault, once
  --failovers n  instead of the faults: n times, in turn, a crash of the primary and a planned switchover
  --minutes n    repeats the faults for so long
  --ttl 10|30    how long Patroni waits for a primary that is gone; 30 is its default
  --etcd3        Patroni uses the v3 API of etcd: before Patroni 3.0.3 a healed partition loses writes (deploy/ha/patroni.yml)
  --write        writes the table into docs/reliability.md; with --fault into the one of single faults
  --keep         keeps the folder with logs and journal`

export function readOptions(args: string[], faults: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        fault: { type: 'string', multiple: true, default: [] },
        failovers: { type: 'string', default: '0' },
        minutes: { type: 'string', default: '0' },
        ttl: { type: 'string', default: '10' },
        etcd3: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
      },
    })
    const [failovers, minutes, ttl] = [values.failovers, values.minutes, values.ttl].map(Number) as [number, number, number]
    const unknown = values.fault.filter((name) => !faults.includes(name))
    if (unknown.length > 0) return `There is no fault “${unknown[0]}”; there are: ${faults.join(', ')}`
    if (!(Number.isInteger(failovers) && failovers >= 0 && minutes >= 0)) return `--failovers and --minutes are numbers\n\n${usage}`
    if (ttl !== 10 && ttl !== 30) return `--ttl is 10 or 30\n\n${usage}`
    if (values.write) findSection(sectionOf({ failovers, faults: values.fault, ttl })) // before hours of measuring, not after them
    const command = ['npm run rig', ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
    return { faults: values.fault, failovers, minutes, ttl, etcd3: values.etcd3, write: values.write, keep: values.keep, command }
  } catch (error) {
    return `${(error as Error).message}\n\n${usage}`
  }
}
