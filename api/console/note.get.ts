import { handle } from '#api/app.ts'
import { listNotes } from '#contract/console/note.ts'
import { pageOf } from '#http/request/page.ts'
import { readId } from '#rules/id.ts'
import { listNotesOn } from '#store/note.ts'
import { noteView } from './note/note-view.ts'

export default handle(listNotes, async ({ app, caller, query }) => {
  const { page, part } = pageOf(query)
  const about = { on: query.on, id: readId(query.id) }
  const { notes, total } = await listNotesOn(app.sql, about, part)
  return { notes: notes.map((note) => noteView(note, caller)), total, ...page }
})
