import { handle } from '#api/app.ts'
import { deleteQuestion, Question } from '#contract/question.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotDelete } from '#rules/project/question.ts'
import { lockQuestion, removeQuestion } from '#store/project/question.ts'
import { questionView } from './question-view.ts'

export default handle(deleteQuestion, ({ app, caller, params, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const locked = await lockQuestion(sql, id, caller.id)
    const facts = locked && {
      ...locked,
      isOwn: locked.question.askerId === caller.id,
      isAnswered: locked.question.answer !== null,
    }
    const why = whyNotDelete(facts, caller.access)
    if (!locked || why) throw new Refusal(why ?? 'question_not_found', { question: params.id })
    if (!locked.isDeleted) {
      refuseIfChanged(Question, questionView(locked.question, caller, true))
      await removeQuestion(sql, id, app.now())
      record(`project ${locked.project.id}`, { question: id })
    }
    return { id, status: 'deleted' } as const
  }),
)
