import { handle } from '#api/app.ts'
import { listMentionable } from '#contract/console/note.ts'
import { listMentionablePeople } from '#store/note.ts'

export default handle(listMentionable, async ({ app }) => ({ people: await listMentionablePeople(app.sql) }))
