import { listSearchSynonyms, type Synonym } from '#contract/vocabulary/synonym.ts'
import { call } from '#ui/server/api.ts'
import { networkFirst } from '#ui/server/query.ts'

// Keeps what the offline search needs besides the projects.

/** The directory's own synonyms; offline those saved last. */
export async function loadSynonyms(): Promise<Synonym[]> {
  const { answer } = await networkFirst('public', 'synonyms', () => call(listSearchSynonyms))
  return answer.entries
}

let isKept = false

/** Not on a first visit before the first search: most visits do not need it. */
export function keepForOffline(): void {
  if (isKept || !('serviceWorker' in navigator)) return
  isKept = true
  void navigator.serviceWorker.ready.then(async ({ active }) => {
    active?.postMessage('keep-dictionary')
    await loadSynonyms().catch(() => {}) // the next visit tries again
  })
}
