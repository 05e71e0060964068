import { handle } from '#api/app.ts'
import { listTeamQuestions } from '#contract/message.ts'
import { listOpenQuestions } from '#store/request/message.ts'

export default handle(listTeamQuestions, async ({ app, caller }) => ({ questions: await listOpenQuestions(app.sql, caller.id) }))
