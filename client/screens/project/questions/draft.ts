import { authorId } from '#ui/session.ts'

// The text of a question that is not sent yet. In the session storage, which survives the redirects of a sign-in: a guest writes first
// and signs in to send.

type Draft = { text: string; person: number | null } // null: written by a guest

const keyOf = (slug: string): string => `pj question ${slug}`

export function readDraft(slug: string): string {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? 'null') as Draft | null
    return draft !== null && (draft.person === null || draft.person === authorId()) ? draft.text : ''
  } catch {
    return ''
  }
}

export function saveDraft(slug: string, text: string): void {
  if (text === '') sessionStorage.removeItem(keyOf(slug))
  else sessionStorage.setItem(keyOf(slug), JSON.stringify({ text, person: authorId() } satisfies Draft))
}
