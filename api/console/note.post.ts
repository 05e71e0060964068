import { handle } from '#api/app.ts'
import { createNote, MOST_NOTES, NOTES_AN_HOUR } from '#contract/console/note.ts'
import { Refusal } from '#http/response/problem.ts'
import { mentionsIn, secondsUntilNextNote, startOfHour, whyNotAddNote } from '#rules/console/note.ts'
import { readId } from '#rules/id.ts'
import { readText } from '#rules/text/text.ts'
import { findNote, insertMentions, insertNote, lockForNote } from '#store/note.ts'
import { noteView } from './note/note-view.ts'

export default handle(createNote, ({ app, caller, body, change, record }) =>
  change(async (sql) => {
    const { on } = body
    const [objectId, text, at] = [readId(body.id), readText(body.text), app.now()]
    const limits = await lockForNote(sql, { on, id: objectId, authorId: caller.id, since: startOfHour(at) })
    // Double click, or retry after a lost response.
    if (text !== null && limits.last?.text === text) return noteView((await findNote(sql, limits.last.id))!, caller)
    const why = whyNotAddNote(on, limits)
    if (why === 'too_many_notes') {
      const seconds = secondsUntilNextNote(limits.firstOfHour ?? at, at)
      const details = { limit: NOTES_AN_HOUR, minutes: Math.ceil(seconds / 60) }
      throw new Refusal(why, details, { headers: { 'retry-after': String(seconds) } })
    }
    if (why) throw new Refusal(why, { request: body.id, team: body.id, slug: body.id, limit: MOST_NOTES })
    if (text === null) throw new Refusal('text_required')
    const id = await insertNote(sql, { on, objectId, authorId: caller.id, text, at })
    await insertMentions(sql, { noteId: id, logins: mentionsIn(text), by: caller.id, at })
    record(`${on} ${objectId}`, { note: id })
    return noteView((await findNote(sql, id))!, caller)
  }),
)
