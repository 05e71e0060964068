import type { Note } from '#contract/console/note.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { mayEditNote } from '#rules/console/note.ts'
import type { StoredNote } from '#store/note.ts'

export const noteView = (note: StoredNote, caller: Caller): Note => ({
  ...note,
  isOwn: note.author?.id === caller.id,
  mayEdit: mayEditNote(note.author?.id ?? null, caller),
})
