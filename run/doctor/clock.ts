import { findDatabaseTime } from '#database/server-facts.ts'
import { readS3Address } from '#files/s3-address.ts'
import { broken, type Check, type Finding, note, ok, warning } from './check.ts'
import { NotChecked } from './not-checked.ts'
import { discoveryUrlOf } from './providers.ts'
import type { Subject } from './subject.ts'

const WARN_MS = 2000
const BROKEN_MS = 30_000 // identity providers and S3 refuse what is signed at another time

type Clock = { name: string; offsetMs: number; errorMs: number } // how far it is ahead of ours

/** Tokens, leases and signatures compare times of several machines. */
export const clock: Check = {
  name: 'clock',
  async run(subject) {
    const found = await Promise.all([databaseClock(subject), ...httpClocks(subject)])
    const clocks = found.filter((one) => one !== null)
    if (clocks.length === 0) return [note('The clock was not compared: neither the database nor another server answered.')]
    const wrong = clocks.flatMap(faultOf)
    const names = clocks.map(({ name, offsetMs }) => `${name} (${Math.round(offsetMs)} ms)`).join(', ')
    return wrong.length > 0 ? wrong : [ok(`The clock agrees with ${names}.`)]
  },
}

function faultOf({ name, offsetMs, errorMs }: Clock): Finding[] {
  const certain = Math.abs(offsetMs) - errorMs
  if (certain <= WARN_MS) return []
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  const text = `The clock of this machine is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} ${name}.`
  const remedy = 'Synchronise both clocks by NTP (timedatectl status, chronyc tracking).'
  return [certain > BROKEN_MS ? broken(text, remedy) : warning(text, remedy)]
}

async function databaseClock({ sql, now }: Subject): Promise<Clock | null> {
  try {
    const connection = sql()
    await findDatabaseTime(connection) // opens the connection
    const askedAt = now().getTime()
    const time = await findDatabaseTime(connection)
    const answeredAt = now().getTime()
    return { name: 'the database', offsetMs: time.getTime() - (askedAt + answeredAt) / 2, errorMs: (answeredAt - askedAt) / 2 }
  } catch (error) {
    if (error instanceof NotChecked) return null
    throw error
  }
}

function httpClocks({ config, fetch }: Subject): Promise<Clock | null>[] {
  const address = config.filesUrl === null ? null : readS3Address(config.filesUrl)
  const store = address && typeof address !== 'string' ? (address.endpoint ?? `https://s3.${address.region}.amazonaws.com`) : null
  const urls = [...(config.providers ?? []).map(discoveryUrlOf), ...(store ? [store] : [])]
  return urls.map(async (url) => {
    const fetched = await fetch(url).catch(() => null) // other checks report it
    if (!fetched?.date) return null
    const { date, askedAt, answeredAt } = fetched
    // The header has whole seconds, rounded down.
    return {
      name: new URL(url).host,
      offsetMs: date.getTime() + 500 - (askedAt + answeredAt) / 2,
      errorMs: 500 + (answeredAt - askedAt) / 2,
    }
  })
}
