import { useEffect, useState } from 'preact/hooks'
import { type Draft, draftsChanged, readDraft } from '#client/drafts.ts'

/** The saved draft for this project; undefined while loading. */
export function useDraft(slug: string): Draft | null | undefined {
  const [draft, setDraft] = useState<Draft | null>()
  const version = draftsChanged.value
  useEffect(() => {
    let isCancelled = false
    void readDraft(slug).then((found) => !isCancelled && setDraft(found))
    return () => {
      isCancelled = true
    }
  }, [slug, version])
  return draft
}
