import { handle } from '#api/app.ts'
import { closeQuestions } from '#contract/console/question.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { lockProjectOfQuestions, setQuestionsClosed } from '#store/project/console-question.ts'

export default handle(closeQuestions, ({ params, body, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const before = await lockProjectOfQuestions(sql, id)
    if (!before) throw new Refusal('project_not_found', { slug: params.id })
    refuseIfChanged(closeQuestions.answer, before)
    if (before.isClosed === body.isClosed) return before
    await setQuestionsClosed(sql, id, body.isClosed)
    record(`project ${id}`, { isClosed: [before.isClosed, body.isClosed] })
    return { ...before, isClosed: body.isClosed }
  }),
)
