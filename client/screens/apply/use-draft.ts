import { useEffect, useState } from 'preact/hooks'
import { type Draft, draftsChanged, readDraft } from '#client/drafts.ts'

/** What is kept of an application for this project; undefined until that is known. */
export function useDraft(slug: string): Draft | null | undefined {
  const [draft, setDraft] = useState<Draft | null>()
  const version = draftsChanged.value
  useEffect(() => {
    let isGone = false
    void readDraft(slug).then((found) => !isGone && setDraft(found))
    return () => {
      isGone = true
    }
  }, [slug, version])
  return draft
}
