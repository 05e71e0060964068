import type { Adapter, AdapterPayload } from 'oidc-provider'

const MOST_KEPT = 5_000

// What the provider remembers until it stops. It looks at the expiry of each entry itself; here only their number is bounded.
export function createMemory(): (kind: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()

  return (kind) => {
    const key = (id: string) => `${kind}:${id}`

    async function findBy(field: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> {
      for (const [name, payload] of kept) if (name.startsWith(`${kind}:`) && payload[field] === value) return payload
      return undefined
    }

    return {
      find: async (id) => kept.get(key(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async upsert(id, payload) {
        kept.delete(key(id))
        kept.set(key(id), payload)
        if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
      },
      async consume(id) {
        const payload = kept.get(key(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        kept.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name)
      },
    }
  }
}
