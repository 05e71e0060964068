import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Nullable, Slug } from './shared.ts'

// Questions of curators to the team of an application, and the team's answers.

export const LONGEST_MESSAGE = 4000
export const MOST_MESSAGES = 50 // on one application

export const RequestMessage = Type.Object({
  id: Id,
  text: Type.String({ description: 'Markdown' }),
  role: Type.Unsafe<'curator' | 'team'>({ type: 'string', enum: ['curator', 'team'], description: 'of the author' }),
  author: Nullable(Type.String({ description: 'null once the account is deleted' })),
  sentAt: Instant,
  isOwn: Type.Boolean(),
})
export type RequestMessage = Static<typeof RequestMessage>

export const Conversation = Type.Object({
  messages: Type.Array(RequestMessage, { description: 'oldest first' }),
  isOpen: Type.Boolean({ description: 'the application awaits a decision' }),
  isWaiting: Type.Boolean({ description: 'the last message is a question of a curator' }),
  mayWrite: Type.Boolean({ description: 'whether the caller may write now' }),
})
export type Conversation = Static<typeof Conversation>

const params = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })
const body = (text: string) =>
  Type.Object({ text: Type.String({ maxLength: LONGEST_MESSAGE, description: 'Markdown' }) }, { examples: [{ text }] })

export const listRequestMessages = endpoint({
  id: 'listRequestMessages',
  method: 'GET',
  path: '/request/{id}/message',
  access: 'signed-in',
  tag: 'Requests',
  summary: 'Questions of curators about an application of the caller’s team, and the answers',
  description: 'For all members of the team.',
  params,
  answer: Conversation,
  errors: ['request_not_found'],
})

export const sendRequestMessage = endpoint({
  id: 'sendRequestMessage',
  method: 'POST',
  path: '/request/{id}/message',
  access: 'signed-in',
  tag: 'Requests',
  summary: 'Answers a question of the curators about an application',
  description:
    'For team admins and the member who applied, until the application is decided or withdrawn. The curators who asked get an email.',
  params,
  body: body('Two of us passed the statistics course last term.'),
  answer: RequestMessage,
  errors: ['request_not_found', 'not_team_administrator', 'request_decided', 'nothing_asked', 'too_many_messages', 'text_required'],
})

export const listTeamQuestions = endpoint({
  id: 'listTeamQuestions',
  method: 'GET',
  path: '/request/message',
  access: 'signed-in',
  tag: 'Requests',
  summary: 'Applications of the caller’s teams with a question that awaits an answer, the longest waiting first',
  answer: Type.Object({
    questions: Type.Array(
      Type.Object({
        request: Id,
        team: Id,
        project: Slug,
        projectName: Type.String(),
        text: Type.String({ description: 'the last question, Markdown' }),
        askedAt: Instant,
        mayWrite: Type.Boolean(),
      }),
      { maxItems: 100 },
    ),
  }),
  errors: [],
})

export const listConsoleMessages = endpoint({
  id: 'listConsoleMessages',
  method: 'GET',
  path: '/console/request/{id}/message',
  access: 'curator',
  tag: 'Console',
  summary: 'Questions to the team of an application, and its answers',
  params,
  answer: Conversation,
  errors: ['request_not_found'],
})

export const askTeam = endpoint({
  id: 'askTeam',
  method: 'POST',
  path: '/console/request/{id}/message',
  access: 'curator',
  tag: 'Console',
  summary: 'Asks the team of an application a question',
  description:
    'Until the application is decided or withdrawn. All members of the team can read it; admins and the member who applied get an email.',
  params,
  body: body('Who in your team knows statistics?'),
  answer: RequestMessage,
  errors: ['request_not_found', 'request_decided', 'too_many_messages', 'text_required'],
})

export const messageEndpoints = [listTeamQuestions, listRequestMessages, sendRequestMessage]
