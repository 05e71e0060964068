import { handle } from '#api/app.ts'
import { questionView } from '#api/question/question-view.ts'
import { createQuestion, MOST_OPEN_QUESTIONS, QUESTIONS_A_DAY } from '#contract/question.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotAsk } from '#rules/project/question.ts'
import { readText } from '#rules/text/text.ts'
import { secondsUntilNext, startOfLimit } from '#rules/time/day-limit.ts'
import { lockPerson } from '#store/person/account.ts'
import { findAsked, findProjectOfQuestions, insertQuestion, lockQuestion } from '#store/project/question.ts'

export default handle(createQuestion, ({ app, caller, params: { slug }, body, change, record }) =>
  change(async (sql) => {
    const text = readText(body.text)
    const at = app.now()
    // Both limits are of one person: the lock keeps two calls from passing them together.
    const [, project] = await Promise.all([lockPerson(sql, caller.id), findProjectOfQuestions(sql, slug, caller.id)])
    const about = { projectId: project?.id ?? 0, personId: caller.id, text: text ?? '' }
    const { same, firstOfDay, ...asked } = await findAsked(sql, { ...about, since: startOfLimit(at) })
    // Retry after a lost response.
    if (same && project?.isPublished) return questionView(same, caller, true)
    const why = whyNotAsk(project, asked)
    if (why === 'too_many_questions') {
      const seconds = secondsUntilNext(firstOfDay ?? at, at)
      throw new Refusal(why, { limit: QUESTIONS_A_DAY, hours: Math.ceil(seconds / 3600) }, { headers: { 'retry-after': String(seconds) } })
    }
    if (why) throw new Refusal(why, { slug, project: project?.name ?? '', limit: MOST_OPEN_QUESTIONS })
    if (text === null) throw new Refusal('text_required')
    const id = await insertQuestion(sql, { ...about, text, at })
    record(`project ${about.projectId}`, { question: id })
    return questionView((await lockQuestion(sql, id, caller.id))!.question, caller, true)
  }),
)
