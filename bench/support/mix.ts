import { generateWorld } from '#tests/support/world/world.ts'
import { type Ask, request } from './load.ts'
import { asBytes, bearer, type Member, setRoles } from './members.ts'

/** 70 % lists and projects, 20 % searches and filters, 8 % profiles, 2 % writes: the days of a directory with enrollment open. */
export function steadyMix(count: number, members: Member[]): Ask {
  const slugs = [...generateWorld(Math.min(count, 20_000))].map(({ slug }) => slug)
  const words = [...generateWorld(2000)].map(({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [])
  const find = (body: object): Buffer => request('POST', '/api/project/findmany', {}, JSON.stringify(body))
  const lists = [
    ...['/api/project/active', '/api/project/new', '/api/tag', '/api/user/role'].map((path) => request('GET', path)),
    ...Array.from({ length: 20 }, (_, i) => request('GET', `/api/project/active?pageSize=5&page=${i + 1}`)),
  ]
  const details = slugs.map((slug) => request('GET', `/api/project/${slug}`))
  const profiles = members.map((member) => request('GET', '/api/user/profile', bearer(member)))
  const write = asBytes(setRoles(members))
  return (n) => {
    const kind = (n * 37) % 100
    const i = n * 7919
    if (kind < 35) return lists[i % lists.length]!
    if (kind < 70) return details[i % details.length]!
    if (kind < 80) return find({ page: 1 + (i % 200), filters: { tags: [1 + (n % 40)], status: ['open', 'active', 'completed'][n % 3] } })
    if (kind < 90) {
      const text = words[i % words.length]!
      return find({ filters: { text: `${text[n % text.length]} ${text[(n * 17 + 5) % text.length]}` } })
    }
    if (kind < 98) return profiles[i % profiles.length]!
    return write(n)
  }
}
