import type { Adapter, AdapterPayload } from 'oidc-provider'

const MAX_ENTRIES = 5_000

// In-memory storage of the provider. The library checks the expiry of each entry; here only the number of entries is bounded.
export function createMemory(): (kind: string) => Adapter {
  const entries = new Map<string, AdapterPayload>()

  return (kind) => {
    const key = (id: string) => `${kind}:${id}`

    async function findBy(field: 'uid' | 'userCode', value: string): Promise<AdapterPayload | undefined> {
      for (const [name, payload] of entries) if (name.startsWith(`${kind}:`) && payload[field] === value) return payload
      return undefined
    }

    return {
      find: async (id) => entries.get(key(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async upsert(id, payload) {
        entries.delete(key(id))
        entries.set(key(id), payload)
        if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!)
      },
      async consume(id) {
        const payload = entries.get(key(id))
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(key(id))
      },
      async revokeByGrantId(grantId) {
        for (const [name, payload] of entries) if (payload.grantId === grantId) entries.delete(name)
      },
    }
  }
}
