import { handle } from '#api/app.ts'
import { deleteNote, Note } from '#contract/console/note.ts'
import { Refusal } from '#http/response/problem.ts'
import { mayEditNote } from '#rules/console/note.ts'
import { readId } from '#rules/id.ts'
import { lockNote, removeNote } from '#store/note.ts'
import { noteView } from './note-view.ts'

export default handle(deleteNote, ({ app, caller, params, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const locked = await lockNote(sql, id)
    if (!locked) throw new Refusal('note_not_found', { note: params.id })
    const { note, on, objectId, isDeleted } = locked
    if (!mayEditNote(note.author?.id ?? null, caller)) throw new Refusal('note_not_own')
    if (!isDeleted) {
      refuseIfChanged(Note, noteView(note, caller))
      await removeNote(sql, id, app.now())
      record(`${on} ${objectId}`, { note: id })
    }
    return { id, status: 'deleted' as const }
  }),
)
