import { createHash } from 'node:crypto'
import type { WriteKind } from './journal.ts'
import type { Person, World } from './world.ts'

// The calls of the load. An actor (a person, or the administrator of a team) makes one write at a time, so that the order of its writes is
// known; there are enough actors for the writes that wait during an outage.

type Prepared = {
  method: string
  path: string
  from: string
  headers: Record<string, string>
  body?: string | Buffer
  target: string
  value: string
}
export type Write = (operation: string) => Prepared
type Step = { kind: WriteKind; next: Write; done: (answer: Record<string, unknown> | null) => void }
type Actor = { isBusy: boolean; step(): Step }
type Chosen = { kind: WriteKind; next: Write | null; release: (answer: Record<string, unknown> | null) => void }

const MOST_WAITING = 3 // applications of a team; the service allows five
const LINKS = 3 // of a project, at most
const GUESTS = 400

const json = { 'content-type': 'application/json' }
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const guest = (n: number): string => `127.3.${Math.floor(n / 200) % 200}.${1 + (n % 200)}`

export function createActors(world: World) {
  const pools: Record<string, Actor[]> = {
    profile: world.people.map(profileActor),
    email: Array.from({ length: 60 }, (_, n) => emailActor(n)),
    apply: world.applicants.map((person) => applicant(person, world.openProjects, false)),
    file: world.uploaders.map((person) => applicant(person, world.openProjects, true)),
    link: world.workers.map(linkActor),
  }
  const order = ['profile', 'apply', 'link', 'profile', 'email', 'apply', 'link', 'profile', 'file', 'apply', 'profile', 'link'] as const
  const kinds: Record<string, WriteKind> = { profile: 'profile', email: 'email', apply: 'apply', file: 'apply', link: 'link' }
  let turn = 0
  const at: Record<string, number> = {}

  return {
    write(): Chosen {
      const name = order[turn++ % order.length]!
      const pool = pools[name]!
      for (let tried = 0; tried < pool.length; tried++) {
        at[name] = ((at[name] ?? 0) + 1) % pool.length
        const actor = pool[at[name]]!
        if (actor.isBusy) continue
        actor.isBusy = true
        const { kind, next, done } = actor.step()
        const release = (answer: Record<string, unknown> | null): void => {
          actor.isBusy = false
          done(answer)
        }
        return { kind, next, release }
      }
      return { kind: kinds[name]!, next: null, release: () => {} }
    },
    read: (n: number) => readOf(world, n),
  }
}

function profileActor(person: Person): Actor {
  let version = 0
  const next: Write = () => {
    const value = `Version ${++version}`
    const body = JSON.stringify({ name: 'Rig', surname: value })
    return {
      method: 'PUT',
      path: '/api/profile/personal',
      from: person.address,
      headers: { ...json, ...bearer(person) },
      body,
      target: String(person.id),
      value,
    }
  }
  return { isBusy: false, step: () => ({ kind: 'profile', next, done: () => {} }) }
}

function emailActor(n: number): Actor {
  const next: Write = (operation) => {
    const target = `rig-${operation}`
    const body = JSON.stringify({ name: 'Visitor', email: `${target}@example.org`, subject: target, message: 'May a team of two apply?' })
    return {
      method: 'POST',
      path: '/api/email',
      from: `127.4.${n}.${1 + (Number(operation.split('-')[1]) % 200)}`,
      headers: json,
      body,
      target,
      value: '',
    }
  }
  return { isBusy: false, step: () => ({ kind: 'email', next, done: () => {} }) }
}

// Applies, with a file or without one, until some applications wait; then the oldest is withdrawn.
function applicant(person: Person, projects: string[], withFile: boolean): Actor {
  const waiting: { id: number; text: string; project: string }[] = []
  let turn = person.id // so that not everybody waits for the lock of the same project
  const apply = (): Step => {
    const free = projects.filter((project) => !waiting.some((one) => one.project === project))
    const project = free[turn++ % free.length]!
    let text = ''
    const next: Write = (operation) => {
      text = `rig-${withFile ? 'file-' : ''}${operation}`
      const fields = { project, team: String(person.team), message: text }
      const sent = withFile ? multipart(fields, fileOf(text)) : { headers: json, body: JSON.stringify({ ...fields, team: person.team }) }
      return {
        method: 'POST',
        path: '/api/request',
        from: person.address,
        ...sent,
        headers: { ...sent.headers, ...bearer(person) },
        target: text,
        value: '',
      }
    }
    return { kind: 'apply', next, done: (answer) => void (answer && waiting.push({ id: answer.id as number, text, project })) }
  }
  const withdraw = (): Step => {
    const { id, text } = waiting.shift()!
    const next: Write = () => ({
      method: 'DELETE',
      path: `/api/request/${id}`,
      from: person.address,
      headers: bearer(person),
      target: text,
      value: '',
    })
    return { kind: 'withdraw', next, done: () => {} }
  }
  return { isBusy: false, step: () => (waiting.length >= MOST_WAITING ? withdraw() : apply()) }
}

function linkActor(person: Person): Actor {
  const present: { id: number; url: string }[] = []
  const add = (): Step => {
    let url = ''
    const next: Write = (operation) => {
      url = `https://example.org/rig/${operation}`
      const body = JSON.stringify({ project: person.project, link: url })
      return {
        method: 'POST',
        path: '/api/project/links',
        from: person.address,
        headers: { ...json, ...bearer(person) },
        body,
        target: url,
        value: '',
      }
    }
    return { kind: 'link', next, done: (answer) => void (answer && present.push({ id: answer.id as number, url })) }
  }
  const remove = (): Step => {
    const { id, url } = present.shift()!
    const next: Write = () => ({
      method: 'DELETE',
      path: `/api/project/links/${id}`,
      from: person.address,
      headers: bearer(person),
      target: url,
      value: '',
    })
    return { kind: 'unlink', next, done: () => {} }
  }
  return { isBusy: false, step: () => (present.length >= LINKS ? remove() : add()) }
}

const FILE_BYTES = 20_000

/** The content of the file of an application: made from its text, so that it can be compared later. */
export function fileOf(text: string): Buffer {
  const line = `${text} ${createHash('sha256').update(text).digest('hex')}\n`
  return Buffer.from(line.repeat(Math.ceil(FILE_BYTES / line.length)))
}

function multipart(fields: Record<string, string>, file: Buffer): { headers: Record<string, string>; body: Buffer } {
  const boundary = 'rig-boundary-7d1f'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="plan.txt"\r\nContent-Type: text/plain\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

type ReadCall = {
  caller: 'guest' | 'member'
  name: string
  method: string
  path: string
  from: string
  headers?: Record<string, string>
  body?: string
}

// Of ten reads two are those of members. The page of a search differs, so that it is not a cached response.
function readOf(world: World, n: number): ReadCall {
  const from = guest(n % GUESTS)
  const get = (name: string, path: string): ReadCall => ({ caller: 'guest', name, method: 'GET', path, from })
  const member = (name: string, path: string): ReadCall => {
    const person = world.applicants[n % world.applicants.length]!
    return { caller: 'member', name, method: 'GET', path, from: person.address, headers: bearer(person) }
  }
  switch (n % 10) {
    case 0:
    case 1:
      return get('list', `/api/project/active?page=${1 + (n % 7)}&pageSize=5`)
    case 2:
    case 3:
      return get('project', `/api/project/${world.slugs[n % world.slugs.length]}`)
    case 4:
      return get('new projects', '/api/project/new')
    case 5:
      return get('tags', '/api/tag')
    case 6:
    case 7: {
      const text = world.words[n % world.words.length]
      const body = JSON.stringify({ filters: { text }, page: 1 + (n % 3) })
      return { caller: 'guest', name: 'search', method: 'POST', path: '/api/project/findmany', from, headers: json, body }
    }
    case 8:
      return member('profile', '/api/user/profile')
    default:
      return member('available projects', '/api/request/available')
  }
}
