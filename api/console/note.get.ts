import { handle } from '#api/app.ts'
import { listNotes } from '#contract/console/note.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { readPage } from '#rules/paging.ts'
import { listNotesOn } from '#store/note.ts'
import { noteView } from './note/note-view.ts'

export default handle(listNotes, async ({ app, caller, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  const about = { on: query.on, id: readId(query.id) }
  const { notes, total } = await listNotesOn(app.sql, about, { limit: pageSize, offset: (page - 1) * pageSize })
  return { notes: notes.map((note) => noteView(note, caller)), total, page, pageSize }
})
