import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { LanguageName } from '#contract/language.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { accesses } from './person.ts'
import { Mine, ResponsibleId } from './responsibility.ts'
import { IdParams, oneOf, Search } from './shared.ts'
import { formationFilter } from './team-formation.ts'

// Announcements: one email from curators to many people. It can be recalled until its emails are sent.

export const LONGEST_SUBJECT = 150
export const LONGEST_BODY = 10_000
export const MOST_RECIPIENTS = 50_000
export const ANNOUNCEMENTS_A_DAY = 20
export const TESTS_AN_HOUR = 30

export const audienceKinds = [
  'all-teams',
  'free-teams',
  'project-teams',
  'applicants',
  'round-teams',
  'round-placed',
  'round-unplaced',
  'team-list',
  'person-list',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** The filters of listConsoleTeams and listPeople. */
const TeamFilter = Type.Object({
  text: Search,
  work: Type.Optional(oneOf(['working', 'free', 'idle'])),
  formedBy: formationFilter.formedBy,
  mine: Mine,
  curatorId: ResponsibleId,
})
const PersonFilter = Type.Object({
  text: Search,
  access: Type.Optional(oneOf([...accesses, 'staff'])),
  group: Type.Optional(Type.String({ maxLength: 60 })),
  state: Type.Optional(oneOf(['active', 'disabled', 'never'])),
})

// One object with a kind, not a union: further kinds are additive.
const audience = {
  kind: oneOf(
    audienceKinds,
    'members of: all teams, teams without a project, the teams of a project, the teams that wait for a decision about a project, the teams with choices in a round, those that got a place in it, those that did not (both once its results are published), a filtered list of teams; or a filtered list of people',
  ),
  teams: Type.Optional(TeamFilter),
  people: Type.Optional(PersonFilter),
}
export const Audience = Type.Object(
  {
    ...audience,
    project: Type.Optional({ ...Slug, description: 'for project-teams and applicants' }),
    round: Type.Optional({ ...Slug, description: 'for round-teams, round-placed and round-unplaced' }),
  },
  { examples: [{ kind: 'applicants', project: 'city-tree-census' }] },
)
export type Audience = Static<typeof Audience>
const Named = Nullable(Type.Object({ slug: Slug, name: Type.String() }))
const ListedAudience = Type.Object({ ...audience, project: Named, round: Named })

const text = {
  subject: Type.String({ maxLength: LONGEST_SUBJECT }),
  body: Type.String({ maxLength: LONGEST_BODY, description: 'Markdown' }),
}
const example = { subject: 'Meeting on Friday', body: 'We meet at **14:00** in room 12.' }

export const announcementStates = ['preparing', 'scheduled', 'sending', 'sent', 'recalled'] as const
export type AnnouncementState = (typeof announcementStates)[number]

export const Figures = Type.Object({
  people: Count,
  sent: Count,
  waiting: Count,
  failed: Count,
  bounced: Type.Integer({ minimum: 0, description: 'the address was rejected' }),
  optedOut: Type.Integer({ minimum: 0, description: 'turned announcements off' }),
  recalled: Count,
  cancelled: Type.Integer({ minimum: 0, description: 'not sent for another reason, like a disabled account' }),
})
export type Figures = Static<typeof Figures>

const Person = Nullable(Type.Object({ id: Id, name: Type.String() }))
export const ListedAnnouncement = Type.Object({
  id: Id,
  subject: Type.String(),
  audience: ListedAudience,
  author: Person,
  state: oneOf(announcementStates),
  createdAt: Instant,
  sendAt: { ...Instant, description: 'the undo window ends' },
  recalledAt: Nullable(Instant),
  figures: Figures,
  canRecall: Type.Boolean(),
})
export type ListedAnnouncement = Static<typeof ListedAnnouncement>

export const Announcement = Type.Object({
  ...ListedAnnouncement.properties,
  body: Type.String(),
  recalledBy: Person,
  problems: Type.Array(Type.Object({ person: Type.Object({ id: Id, name: Type.String() }), reason: Type.String() }), {
    description: 'the first 50 people whose email was rejected or failed',
  }),
})
export type Announcement = Static<typeof Announcement>

export const Recipients = Type.Object({
  emails: Type.Integer({ minimum: 0, description: 'people who get the email, each once' }),
  optedOut: Count,
  withoutAddress: Count,
})

export const listAnnouncements = endpoint({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/console/announcement',
  access: 'curator',
  tag: 'Console',
  summary: 'Announcements with their delivery, newest first',
  query: Type.Object(pageQuery('20', 50)),
  answer: Type.Object({
    announcements: Type.Array(ListedAnnouncement),
    ...pageAnswer,
  }),
  errors: [],
})

export const previewAnnouncement = endpoint({
  id: 'previewAnnouncement',
  method: 'POST',
  path: '/console/announcement/preview',
  access: 'curator',
  tag: 'Console',
  summary: 'The email as it will look, and the number of recipients',
  description: 'The frame is in the given language, or in that of the directory; each recipient gets it in their own.',
  body: Type.Object(
    { ...text, audience: Audience, language: Type.Optional(LanguageName) },
    { examples: [{ ...example, audience: { kind: 'all-teams' } }] },
  ),
  answer: Type.Object({
    recipients: Recipients,
    email: Type.Object({
      from: Type.String(),
      subject: Type.String(),
      greeting: Type.String(),
      body: Type.String({ description: 'Markdown' }),
      signature: Type.String(),
      why: Type.String(),
      links: Type.Array(Type.String(), { description: 'labels of the links in the footer' }),
    }),
  }),
  changesNothing: true,
  errors: ['project_not_found', 'round_not_found', 'round_not_published', 'audience_too_large'],
})

export const testAnnouncement = endpoint({
  id: 'testAnnouncement',
  method: 'POST',
  path: '/console/announcement/test',
  access: 'curator',
  tag: 'Console',
  summary: 'Sends the email to the caller only',
  body: Type.Object(text, { examples: [example] }),
  answer: Type.Object({ to: Type.String() }),
  keepsCache: true,
  errors: ['text_required', 'no_own_address', 'too_many_mails'],
})

export const createAnnouncement = endpoint({
  id: 'createAnnouncement',
  method: 'POST',
  path: '/console/announcement',
  access: 'curator',
  tag: 'Console',
  summary: 'Sends an announcement when its undo window ends',
  body: Type.Object({ ...text, audience: Audience }, { examples: [{ ...example, audience: { kind: 'all-teams' } }] }),
  answer: Announcement,
  keepsCache: true,
  errors: [
    'text_required',
    'project_not_found',
    'round_not_found',
    'round_not_published',
    'audience_empty',
    'audience_too_large',
    'too_many_announcements',
  ],
})

export const getAnnouncement = endpoint({
  id: 'getAnnouncement',
  method: 'GET',
  path: '/console/announcement/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'An announcement with its delivery',
  params: IdParams,
  answer: Announcement,
  errors: ['announcement_not_found'],
})

export const recallAnnouncement = endpoint({
  id: 'recallAnnouncement',
  method: 'POST',
  path: '/console/announcement/{id}/recall',
  access: 'curator',
  tag: 'Console',
  summary: 'Cancels all emails of an announcement that have not been sent',
  params: IdParams,
  answer: Announcement,
  keepsCache: true,
  errors: ['announcement_not_found', 'announcement_ended'],
})

export const announcementEndpoints = [
  listAnnouncements,
  createAnnouncement,
  previewAnnouncement,
  testAnnouncement,
  getAnnouncement,
  recallAnnouncement,
]
