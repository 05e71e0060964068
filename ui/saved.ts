// What was last seen, kept on the device: what everybody may see, what is this person's, and what waits to be sent.

export type Carousel = 'public' | 'private' | 'outbox'
export type Saved<T> = { value: T; at: number }

const NAME = 'projectory'
const shelves: Carousel[] = ['public', 'private', 'outbox']
const MOST = 200 // of what everybody may see; the oldest go first

let opening: Promise<IDBDatabase | null> | undefined

// Without a store (private windows, full disks) everything works as long as there is a network.
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => {
        for (const shelf of shelves) request.result.createObjectStore(shelf)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
  return opening
}

async function use<T>(shelf: Carousel, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const database = await open()
  if (database === null) return undefined
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(shelf, mode)
      const request = act(transaction.objectStore(shelf))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

export const readSaved = <T>(shelf: Carousel, key: string): Promise<Saved<T> | undefined> =>
  use(shelf, 'readonly', (store) => store.get(key))

export async function save<T>(shelf: Carousel, key: string, value: T): Promise<void> {
  await use(shelf, 'readwrite', (store) => store.put({ value, at: Date.now() }, key))
}

export async function forget(shelf: Carousel, key: string): Promise<void> {
  await use(shelf, 'readwrite', (store) => store.delete(key))
}

export async function listSaved<T>(shelf: Carousel): Promise<[string, Saved<T>][]> {
  const keys = (await use(shelf, 'readonly', (store) => store.getAllKeys())) ?? []
  const values = ((await use(shelf, 'readonly', (store) => store.getAll())) ?? []) as Saved<T>[]
  return keys.map((key, index) => [String(key), values[index]!])
}

export async function empty(shelf: Carousel): Promise<void> {
  await use(shelf, 'readwrite', (store) => store.clear())
}

/** Called now and then: a phone's storage is not ours to fill. */
export async function trim(): Promise<void> {
  const saved = await listSaved('public')
  const old = saved.toSorted(([, a], [, b]) => b.at - a.at).slice(MOST)
  for (const [key] of old) await forget('public', key)
}
