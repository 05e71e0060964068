import { type Static, Type } from 'typebox'
import { Cover } from './cover.ts'
import { type AnswerOf, endpoint } from './endpoint.ts'
import { type ChoiceKey, choiceKeys, choiceWords } from './project/choices.ts'
import { peopleKeys, publicDetailKeys, publicListKeys } from './project/fields.ts'
import { choiceCounts, fieldSchemas } from './project/schemas.ts'
import { Count, countText, Id, Instant, MAX_ID, Nullable, PageText, Slug } from './shared.ts'
import { Member, Team, User } from './user.ts'
import { WantedRole } from './vocabulary/role.ts'
import { Tag } from './vocabulary/tag.ts'

// All statuses. Computed from dates and free places, never stored.
export const statuses = ['pending', 'open', 'active', 'completed'] as const
export const ProjectStatus = Type.Unsafe<(typeof statuses)[number]>({ type: 'string', enum: [...statuses] })
export type ProjectStatus = Static<typeof ProjectStatus>

export const Link = Type.Object({ id: Id, platform: Type.String(), link: Type.String() })
export type Link = Static<typeof Link>

export const File = Type.Object({
  id: Id,
  name: Type.String(),
  category: Nullable(Type.String()),
  team: Nullable(Id),
  isPublic: Type.Boolean(),
  version: Type.Integer({ minimum: 1 }),
  type: Type.String({ description: 'the extension in upper case, or FILE' }),
  mime: Type.String(),
  size: Count,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  date: Instant,
  url: Type.String(),
})
export type File = Static<typeof File>

const listed = {
  id: Slug,
  slug: Slug,
  ...fieldSchemas(publicListKeys),
  tags: Type.Array(Id),
  teams: Type.Array(Id, { description: 'teams working on it, or that finished it' }),
  freePlaces: Nullable(Count),
  status: ProjectStatus,
  links: Type.Array(Link),
  wantedRoles: Type.Array(WantedRole, { description: 'roles the project looks for' }),
  cover: Nullable(Cover),
  round: Nullable(Slug), // the round it belongs to, once that is announced
  publishedAt: Instant,
  updatedAt: Instant,
}

export const Project = Type.Object(listed)
export type Project = Static<typeof Project>

export const ProjectDetail = Type.Object({
  ...listed,
  ...fieldSchemas([...peopleKeys, ...publicDetailKeys]),
  requestCount: Count,
  descriptionFiles: Type.Array(File),
  documents: Type.Array(File, { description: 'result files this caller may see' }),
  related: Type.Array(Project),
})
export type ProjectDetail = Static<typeof ProjectDetail>

export const ProjectList = Type.Object({ projects: Type.Array(Project), tags: Type.Array(Tag), total: Count })

export const listActiveProjects = endpoint({
  id: 'listActiveProjects',
  method: 'GET',
  path: '/project/active',
  isFixed: true,
  access: 'public',
  tag: 'Projects',
  summary: 'Projects running today',
  description: 'Published projects that have started and not ended, newest start first. `tags` holds exactly the tags these projects use.',
  query: Type.Object({
    tags: Type.Optional(Type.String({ maxLength: 500, description: 'ids or names separated by commas: any of them' })),
    page: PageText,
    pageSize: countText('100', 100),
  }),
  answer: ProjectList,
  errors: [],
  sameForAll: true,
})

export const listNewProjects = endpoint({
  id: 'listNewProjects',
  method: 'GET',
  path: '/project/new',
  isFixed: true,
  access: 'public',
  tag: 'Projects',
  summary: 'Newest projects',
  description: 'The latest publications first, without finished projects.',
  query: Type.Object({ limit: countText('6', 50) }),
  answer: ProjectList,
  errors: ['invalid_value'],
  sameForAll: true,
})

export const HomeSection = Type.Object({ projects: Type.Array(Slug), total: Count })

export const getHome = endpoint({
  id: 'getHome',
  method: 'GET',
  path: '/home',
  access: 'public',
  tag: 'Projects',
  summary: 'Projects of the start page, in sections',
  description:
    '`open`: open for teams, the soonest deadline first; `new`: the latest publications; `running`: running today; `announced`: not open yet. A section names ' +
    'its first projects and counts all of them; a project is named once, in the first section it belongs to. `topics`: the tags that most open projects have.',
  answer: Type.Object({
    projects: Type.Array(Project),
    tags: Type.Array(Tag),
    open: HomeSection,
    new: HomeSection,
    running: HomeSection,
    announced: HomeSection,
    topics: Type.Array(Id),
  }),
  errors: [],
  sameForAll: true,
})
export type Home = AnswerOf<typeof getHome>

// The field client can only send strings, so every filter also takes its text form; null and "" count as absent.
const text = (description: string, maxLength = 200) => Nullable(Type.String({ maxLength, description }))
const textList = (description: string) =>
  Type.Unsafe<string | number | (string | number)[] | null>({
    type: ['string', 'integer', 'array', 'null'],
    maxLength: 500,
    maxItems: 20,
    items: { type: ['string', 'integer'], maxLength: 100 },
    description,
  })

type ChoiceFilters = { [K in ChoiceKey]: ReturnType<typeof optionalList> }
const optionalList = (description: string) => Type.Optional(textList(description))
const choiceFilters = Object.fromEntries(
  choiceKeys.map((key) => [key, optionalList(`any of ${choiceWords(key).join(', ')}; a list or "a,b"`)]),
) as ChoiceFilters

export const Filters = Type.Object({
  text: Type.Optional(
    text(
      'words, or a sentence; word forms, typos, other words of the same meaning and the other language are found too. Also looks into the curator and the wanted roles',
    ),
  ),
  mode: Type.Optional(
    text(
      '"all": every word must match as a word, in another form or with a typo; "exact": the same without typos; "some" (default): see `match`',
      10,
    ),
  ),
  tags: Type.Optional(textList('ids or names, any of them; a list or "3,5"')),
  status: Type.Optional(textList('statuses, any of them; also Все, Активные, Завершённые, С вакансиями')),
  ...choiceFilters,
  dateStart: Type.Optional(text('start of an interval that the project dates overlap', 40)),
  dateEnd: Type.Optional(text('end of that interval', 40)),
  enrollmentStart: Type.Optional(text('start of an interval that the enrollment window overlaps', 40)),
  enrollmentEnd: Type.Optional(text('end of that interval', 40)),
})
export type Filters = Static<typeof Filters>

export const sorts = [
  'relevance',
  'recommended',
  'dateStart',
  '-dateStart',
  'dateEnd',
  '-dateEnd',
  'enrollmentEnd',
  '-enrollmentEnd',
  'name',
  '-name',
  'publishedAt',
  '-publishedAt',
] as const
export type Sort = (typeof sorts)[number]

const Ranges = Type.Array(Type.Array(Count, { minItems: 2, maxItems: 2 }), { description: 'start and end in UTF-16 code units' })
export const Highlights = Type.Object({ name: Ranges, shortDescription: Ranges, description: Ranges })
export type Highlights = Static<typeof Highlights>

export const Facets = Type.Object({
  tags: Type.Array(Type.Object({ id: Id, count: Count })),
  status: Type.Array(Type.Object({ status: ProjectStatus, count: Count })),
  ...choiceCounts,
})

export const findProjects = endpoint({
  id: 'findProjects',
  method: 'POST',
  path: '/project/findmany',
  isFixed: true,
  access: 'public',
  tag: 'Projects',
  summary: 'Search and filter projects',
  description:
    'All keys are optional and `{}` is valid. Filters combine with AND. The default page size is 5; a page past ' +
    'the end is empty. With `filters.text` the order is relevance, otherwise the start date, newest first.',
  body: Type.Object(
    {
      filters: Type.Optional(Nullable(Filters)),
      page: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_ID }))),
      pageSize: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_ID, description: 'values above 100 count as 100' }))),
      sort: Type.Optional(
        Nullable(
          Type.String({
            description: 'one of the listed orders; recommended: open ones by their deadline, then running, announced and finished ones',
            examples: [...sorts],
          }),
        ),
      ),
      highlight: Type.Optional(Nullable(Type.Boolean({ description: 'answer with `highlights`' }))),
      choices: Type.Optional(Nullable(Type.Boolean({ description: 'answer with `choices`' }))),
    },
    { examples: [{}, { page: 2 }, { filters: { text: 'river sensors', status: 'open' }, pageSize: 20 }] },
  ),
  bodyLimit: 16 * 1024,
  answer: Type.Object({
    projects: Type.Array(Project),
    tags: Type.Array(Tag),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
    facets: Facets,
    choices: Type.Optional({
      ...Facets,
      description:
        'with `choices: true`: like `facets`, but each counted without its own filter: the tags without the tag filter, the statuses without the status filter',
    }),
    match: Type.Optional(
      Type.Unsafe<'all' | 'some'>({
        type: 'string',
        enum: ['all', 'some'],
        description: 'with `filters.text`: whether the projects have all words, or only some because no project has all',
      }),
    ),
    missing: Type.Optional(Type.Array(Type.String(), { description: 'words that none of the projects has' })),
    corrected: Type.Optional(
      Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
        description: 'words searched instead: a typo, another keyboard layout or the other alphabet',
      }),
    ),
    highlights: Type.Optional(Type.Record(Slug, Highlights, { description: 'by slug, for the projects of this page' })),
  }),
  errors: ['warming_up'],
  sameForAll: true,
})

export const getProject = endpoint({
  id: 'getProject',
  method: 'GET',
  path: '/project/{slug}',
  isFixed: true,
  access: 'public',
  tag: 'Projects',
  summary: 'Project details with teams, members, links and results',
  sameForSignedIn: true,
  description: 'Without a valid token `members` and `users` are empty and `clientContact` is null.',
  params: Type.Object({ slug: Type.String() }),
  answer: Type.Object({
    project: ProjectDetail,
    tags: Type.Array(Tag),
    teams: Type.Array(Team),
    members: Type.Array(Member),
    users: Type.Array(User),
  }),
  errors: ['project_not_found'],
})

export const listFileTypes = endpoint({
  id: 'listFileTypes',
  method: 'GET',
  path: '/project/file-type',
  access: 'public',
  tag: 'Vocabularies',
  summary: 'Categories of result files',
  answer: Type.Array(Type.Object({ id: Id, name: Type.String(), nameRu: Nullable(Type.String()), isPublic: Type.Boolean() })),
  errors: [],
  sameForAll: true,
})

export const projectEndpoints = [getHome, listActiveProjects, listNewProjects, findProjects, listFileTypes, getProject]
