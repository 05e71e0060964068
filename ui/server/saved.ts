// Offline storage in IndexedDB: public answers, private answers (deleted at sign-out), and the outbox of drafts.

export type SavedStore = 'public' | 'private' | 'outbox'
export type Saved<T> = { value: T; at: number }

const DATABASE = 'projectory'
const stores: SavedStore[] = ['public', 'private', 'outbox']
const MAX_PUBLIC = 200 // entries; the oldest are evicted first

let opening: Promise<IDBDatabase | null> | undefined

// IndexedDB may be missing (private windows, full disks): then the app works online only.
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 1)
      request.onupgradeneeded = () => {
        for (const name of stores) request.result.createObjectStore(name)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
  return opening
}

async function use<T>(name: SavedStore, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const database = await open()
  if (database === null) return undefined
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(name, mode)
      const request = act(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

export const readSaved = <T>(name: SavedStore, key: string): Promise<Saved<T> | undefined> =>
  use(name, 'readonly', (store) => store.get(key))

export async function save<T>(name: SavedStore, key: string, value: T): Promise<void> {
  await use(name, 'readwrite', (store) => store.put({ value, at: Date.now() }, key))
}

export async function forget(name: SavedStore, key: string): Promise<void> {
  await use(name, 'readwrite', (store) => store.delete(key))
}

export async function listSaved<T>(name: SavedStore): Promise<[string, Saved<T>][]> {
  const keys = (await use(name, 'readonly', (store) => store.getAllKeys())) ?? []
  const values = ((await use(name, 'readonly', (store) => store.getAll())) ?? []) as Saved<T>[]
  return keys.map((key, index) => [String(key), values[index]!])
}

export async function empty(name: SavedStore): Promise<void> {
  await use(name, 'readwrite', (store) => store.clear())
}

/** Evicts old public entries. */
export async function trim(): Promise<void> {
  const saved = await listSaved('public')
  const old = saved.toSorted(([, a], [, b]) => b.at - a.at).slice(MAX_PUBLIC)
  for (const [key] of old) await forget('public', key)
}
