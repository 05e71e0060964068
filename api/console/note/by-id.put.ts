import { handle } from '#api/app.ts'
import { Note, updateNote } from '#contract/console/note.ts'
import { Refusal } from '#http/response/problem.ts'
import { mayEditNote, mentionsIn } from '#rules/console/note.ts'
import { readId } from '#rules/id.ts'
import { readText } from '#rules/text/text.ts'
import { findNote, insertMentions, lockNote, updateNoteText } from '#store/note.ts'
import { noteView } from './note-view.ts'

export default handle(updateNote, ({ app, caller, params, body, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const locked = await lockNote(sql, id)
    if (!locked || locked.isDeleted) throw new Refusal('note_not_found', { note: params.id })
    const { note, on, objectId } = locked
    if (!mayEditNote(note.author?.id ?? null, caller)) throw new Refusal('note_not_own')
    refuseIfChanged(Note, noteView(note, caller))
    const text = readText(body.text)
    if (text === null) throw new Refusal('text_required')
    if (text === note.text) return noteView(note, caller)
    const at = app.now()
    await updateNoteText(sql, id, text, at)
    await insertMentions(sql, { noteId: id, logins: mentionsIn(text), by: caller.id, at })
    record(`${on} ${objectId}`, { note: id })
    return noteView((await findNote(sql, id))!, caller)
  }),
)
