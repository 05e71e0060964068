import { handle } from '#api/app.ts'
import { questionView } from '#api/question/question-view.ts'
import { answerQuestion, Question } from '#contract/question.ts'
import { Refusal } from '#http/response/problem.ts'
import { shortened } from '#rules/console/audit.ts'
import { readId } from '#rules/id.ts'
import { roleOfAuthor, whyNotAnswer } from '#rules/project/question.ts'
import { readText } from '#rules/text/text.ts'
import { lockQuestion, saveAnswer } from '#store/project/question.ts'

export default handle(answerQuestion, ({ app, caller, params, body, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const locked = await lockQuestion(sql, id, caller.id)
    const why = whyNotAnswer(locked, caller.access)
    if (!locked || why) throw new Refusal(why ?? 'question_not_found', { question: params.id, project: locked?.project.name ?? '' })
    const { question, project } = locked
    refuseIfChanged(Question, questionView(question, caller, true))
    const text = readText(body.text)
    if (text === null) throw new Refusal('text_required')
    const before = question.answer
    // Double click, or retry after a lost response.
    if (before?.text === text) return questionView(question, caller, true)
    const seen = body.replaces
    if (seen !== undefined && seen !== (before?.changedAt ?? before?.answeredAt ?? null)) throw new Refusal('answer_changed')
    const role = roleOfAuthor(caller.access)
    const teamId = role === 'team' ? project.ownTeam : null
    const saved = await saveAnswer(sql, id, { text, role, teamId, authorId: caller.id, at: app.now() })
    record(`project ${project.id}`, { question: id, answer: [before && shortened(before.text), shortened(text)] })
    return questionView(saved, caller, true)
  }),
)
