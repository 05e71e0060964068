import { handle } from '#api/app.ts'
import { listConsoleQuestions } from '#contract/console/question.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPage } from '#rules/paging.ts'
import { readText } from '#rules/text/text.ts'
import { listConsoleQuestions as listPage } from '#store/project/console-question.ts'

export default handle(listConsoleQuestions, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults, Infinity)
  refuseIfFaulty(faults)
  const { status, project } = query
  const part = { limit: pageSize, offset: (page - 1) * pageSize }
  const found = await listPage(app.sql, { status, project, text: readText(query.text) }, part)
  const { counts } = found
  const total = status === undefined ? counts.unanswered + counts.answered + counts.hidden : counts[status]
  return { ...found, total, page, pageSize }
})
