import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Answer } from '#contract/question.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { IdParams, oneOf, Search } from './shared.ts'

// Questions for curators, with hidden ones. They are answered by answerQuestion.

export const LONGEST_HIDING_REASON = 300
export const questionStatuses = ['unanswered', 'answered', 'hidden'] as const
export type QuestionStatus = (typeof questionStatuses)[number]

export const QuestionProject = Type.Object({
  id: Id,
  slug: Slug,
  name: Type.String(),
  isPublished: Type.Boolean(),
  isClosed: Type.Boolean(),
})

export const ConsoleQuestion = Type.Object({
  id: Id,
  status: oneOf(questionStatuses),
  text: Type.String(),
  askedAt: Instant,
  asker: Nullable(Type.Object({ id: Id, name: Type.String() })),
  project: QuestionProject,
  answer: Nullable(Answer),
  hiddenAt: Nullable(Instant),
  hiddenReason: Nullable(Type.String()),
})
export type ConsoleQuestion = Static<typeof ConsoleQuestion>

export const listConsoleQuestions = endpoint({
  id: 'listConsoleQuestions',
  method: 'GET',
  path: '/console/question',
  access: 'curator',
  tag: 'Console',
  summary: 'Questions on all projects; unanswered ones oldest first, the others newest first',
  query: Type.Object({
    status: Type.Optional(oneOf(questionStatuses)),
    project: Type.Optional(Slug),
    text: Search,
    ...pageQuery(),
  }),
  answer: Type.Object({
    questions: Type.Array(ConsoleQuestion),
    ...pageAnswer,
    counts: Type.Object({ unanswered: Count, answered: Count, hidden: Count }, { description: 'without the status filter' }),
    project: Nullable({ ...QuestionProject, description: 'of the project filter' }),
  }),
  errors: [],
})

export const hideQuestion = endpoint({
  id: 'hideQuestion',
  method: 'PUT',
  path: '/console/question/{id}/hidden',
  access: 'curator',
  tag: 'Console',
  summary: 'Hides a question with its answer, or shows it again',
  description: 'The reason is for curators; it is required to hide a question.',
  params: IdParams,
  body: Type.Object(
    { isHidden: Type.Boolean(), reason: Type.Optional(Nullable(Type.String({ maxLength: LONGEST_HIDING_REASON }))) },
    { examples: [{ isHidden: true, reason: 'Advertising' }] },
  ),
  answer: ConsoleQuestion,
  errors: ['question_not_found', 'text_required'],
})

export const closeQuestions = endpoint({
  id: 'closeQuestions',
  method: 'PUT',
  path: '/console/project/{id}/questions',
  access: 'curator',
  tag: 'Console',
  summary: 'Closes the questions of a project, or opens them again',
  description: 'Questions that were asked before can still be read and answered.',
  params: IdParams,
  body: Type.Object({ isClosed: Type.Boolean() }, { examples: [{ isClosed: true }] }),
  answer: QuestionProject,
  errors: ['project_not_found'],
})

export const questionEndpoints = [listConsoleQuestions, hideQuestion, closeQuestions]
