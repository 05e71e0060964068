import { handle } from '#api/app.ts'
import { listConsoleQuestions } from '#contract/console/question.ts'
import { pageOf } from '#http/request/page.ts'
import { readText } from '#rules/text/text.ts'
import { listConsoleQuestions as listPage } from '#store/project/console-question.ts'

export default handle(listConsoleQuestions, async ({ app, query }) => {
  const { page, part } = pageOf(query)
  const { status, project } = query
  const found = await listPage(app.sql, { status, project, text: readText(query.text) }, part)
  const { counts } = found
  const total = status === undefined ? counts.unanswered + counts.answered + counts.hidden : counts[status]
  return { ...found, total, ...page }
})
