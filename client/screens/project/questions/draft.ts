import { authorId } from '#ui/session/session.ts'

// The text of a question that is not sent yet. In the session storage, which survives the redirects of a sign-in: a guest writes first
// and signs in to send. A guest has a place of their own, so that they do not overwrite what waits for a person whose session has ended.

const GUEST = '0'
const SIGNING_IN = 'signing-in' // of a guest who has gone to sign in, to send it

const keyOf = (slug: string, who: string): string => `pj question ${who} ${slug}`
const read = (slug: string, who: string): string => sessionStorage.getItem(keyOf(slug, who)) ?? ''
function write(slug: string, who: string, text: string): void {
  if (text === '') sessionStorage.removeItem(keyOf(slug, who))
  else sessionStorage.setItem(keyOf(slug, who), text)
}
function move(slug: string, from: string, to: string): void {
  write(slug, to, read(slug, from))
  write(slug, from, '')
}

/** Where the text is that the form shows. What a guest wrote becomes the person's, beside a text that they have already. */
function placeOf(slug: string): string {
  const author = authorId()
  if (author === null) return read(slug, SIGNING_IN) === '' ? GUEST : SIGNING_IN
  const [own, brought] = [String(author), `${author} brought`]
  if (read(slug, SIGNING_IN) !== '') move(slug, SIGNING_IN, brought)
  else if (read(slug, own) === '' && read(slug, brought) === '') move(slug, GUEST, own)
  return read(slug, brought) === '' ? own : brought
}

export const readDraft = (slug: string): string => read(slug, placeOf(slug))
export const saveDraft = (slug: string, text: string): void => write(slug, placeOf(slug), text)
/** Before a guest signs in to send it. */
export const bringDraft = (slug: string): void => {
  if (read(slug, GUEST) !== '') move(slug, GUEST, SIGNING_IN)
}
