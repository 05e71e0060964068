import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, Deleted, Id, Instant, Nullable, pageQuery } from './shared.ts'

// Questions on a project and their answers.

export const LONGEST_QUESTION = 1000
export const LONGEST_ANSWER = 4000
export const QUESTIONS_A_DAY = 10 // of one person
export const MOST_OPEN_QUESTIONS = 3 // unanswered ones of one person on one project

export const Answer = Type.Object({
  text: Type.String({ description: 'Markdown' }),
  answeredAt: Instant,
  changedAt: Nullable(Instant),
  role: Type.Unsafe<'curator' | 'team'>({ type: 'string', enum: ['curator', 'team'], description: 'of the author' }),
  team: Nullable(Type.String({ description: 'of the author, while the project lists it' })),
  author: Nullable(Type.String({ description: 'null for guests, and once the account is deleted' })),
})
export type Answer = Static<typeof Answer>

export const Question = Type.Object({
  id: Id,
  text: Type.String(),
  askedAt: Instant,
  asker: Nullable(Type.String({ description: 'null for guests, and once the account is deleted' })),
  isOwn: Type.Boolean({ description: 'whether the caller asked it' }),
  answer: Nullable(Answer),
})
export type Question = Static<typeof Question>

const params = Type.Object({ slug: Type.String({ maxLength: 80 }) })
const idParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })

export const listQuestions = endpoint({
  id: 'listQuestions',
  method: 'GET',
  path: '/project/{slug}/questions',
  access: 'public',
  tag: 'Questions',
  summary: 'Questions on a project with their answers, newest first',
  description: 'Without hidden ones. The names of askers and authors are for signed-in callers, as those of team members.',
  params,
  query: Type.Object(pageQuery()),
  answer: Type.Object({
    questions: Type.Array(Question),
    total: Count,
    unanswered: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
    isClosed: Type.Boolean({ description: 'no more questions can be asked' }),
    mayAnswer: Type.Boolean({ description: 'whether the caller may answer: curators and members of a team working on the project' }),
  }),
  errors: ['project_not_found', 'database_unavailable'],
  isCachedPerCaller: true,
})

export const createQuestion = endpoint({
  id: 'createQuestion',
  method: 'POST',
  path: '/project/{slug}/question',
  access: 'signed-in',
  tag: 'Questions',
  summary: 'Asks a question on a project',
  description: `Everybody can read it. Curators and the teams working on the project get an email. Up to ${QUESTIONS_A_DAY} questions a day, and up to ${MOST_OPEN_QUESTIONS} unanswered ones on a project.`,
  params,
  body: Type.Object(
    { text: Type.String({ maxLength: LONGEST_QUESTION }) },
    { examples: [{ text: 'Is it enough to know Python, or do we need C++ too?' }] },
  ),
  answer: Question,
  errors: ['project_not_found', 'questions_closed', 'text_required', 'questions_waiting', 'too_many_questions'],
})

export const answerQuestion = endpoint({
  id: 'answerQuestion',
  method: 'PUT',
  path: '/question/{id}/answer',
  access: 'signed-in',
  tag: 'Questions',
  summary: 'Answers a question, or changes the answer',
  description:
    'For curators and members of a team working on the project. The first answer is emailed to the person who asked. With `replaces` the call is refused if the answer is no longer the one the caller has seen.',
  params: idParams,
  body: Type.Object(
    {
      text: Type.String({ maxLength: LONGEST_ANSWER, description: 'Markdown' }),
      replaces: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 40,
            description: '`changedAt` or `answeredAt` of the answer the caller has seen; null: there was none',
          }),
        ),
      ),
    },
    { examples: [{ text: 'Python is enough.', replaces: null }] },
  ),
  answer: Question,
  errors: ['question_not_found', 'answer_not_allowed', 'text_required', 'answer_changed'],
})

export const deleteQuestion = endpoint({
  id: 'deleteQuestion',
  method: 'DELETE',
  path: '/question/{id}',
  access: 'signed-in',
  tag: 'Questions',
  summary: 'Deletes the caller’s own question while it is unanswered',
  params: idParams,
  answer: Deleted,
  errors: ['question_not_found', 'question_not_own', 'question_answered'],
})

export const questionEndpoints = [listQuestions, createQuestion, answerQuestion, deleteQuestion]
