import { handle } from '#api/app.ts'
import { ConsoleQuestion, hideQuestion } from '#contract/console/question.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { readLine } from '#rules/text/text.ts'
import { findConsoleQuestion, lockConsoleQuestion, setHidden } from '#store/project/console-question.ts'

export default handle(hideQuestion, ({ app, params, body, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const before = await lockConsoleQuestion(sql, id)
    if (!before) throw new Refusal('question_not_found', { question: params.id })
    refuseIfChanged(ConsoleQuestion, before)
    const reason = body.isHidden ? readLine(body.reason) : null
    if (body.isHidden && reason === null) throw new Refusal('text_required')
    if (before.hiddenReason === reason) return before
    await setHidden(sql, id, reason === null ? null : { at: app.now(), reason })
    record(`project ${before.project.id}`, {
      question: id,
      isHidden: [before.hiddenAt !== null, body.isHidden],
      ...(reason ? { reason } : {}),
    })
    return (await findConsoleQuestion(sql, id))!
  }),
)
