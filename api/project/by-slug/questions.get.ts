import { handle } from '#api/app.ts'
import { questionView } from '#api/question/question-view.ts'
import { listQuestions } from '#contract/question.ts'
import { pageOf } from '#http/request/page.ts'
import { Refusal } from '#http/response/problem.ts'
import { mayAnswer } from '#rules/project/question.ts'
import { findProjectOfQuestions, listQuestionsOf } from '#store/project/question.ts'

export default handle(listQuestions, async ({ app, caller, params: { slug }, query, dependsOn }) => {
  const { page, part } = pageOf(query)
  const project = await findProjectOfQuestions(app.sql, slug, caller?.id ?? null)
  if (!project?.isPublished) throw new Refusal('project_not_found', { slug })
  const { questions, total, unanswered } = await listQuestionsOf(app.sql, project.id, part)
  dependsOn(`slug:${slug}`, `project:${project.id}`)
  for (const { askerId, answer } of questions) {
    for (const id of [askerId, answer?.authorId ?? null]) if (id !== null) dependsOn(`person:${id}`)
    if (answer?.teamId) dependsOn(`team:${answer.teamId}`)
  }
  if (caller) dependsOn(`person:${caller.id}`)
  if (project.ownTeam !== null) dependsOn(`team:${project.ownTeam}`)
  const showsPeople = caller !== null || app.catalog.publicPeople
  return {
    questions: questions.map((one) => questionView(one, caller, showsPeople)),
    total,
    unanswered,
    ...page,
    isClosed: project.isClosed,
    mayAnswer: caller !== null && mayAnswer(project, caller.access),
  }
})
