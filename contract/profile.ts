import { type Static, Type } from 'typebox'
import { endpoint, Nothing } from './endpoint.ts'
import { Project } from './project.ts'
import { ProjectRequest } from './request.ts'
import { Id, Nullable, Slug } from './shared.ts'
import { Member, Team, User } from './user.ts'

// The caller's own data. Missing texts are "", never null: field clients decode them as strings.

export const FullName = Type.Object({ name: Type.String(), surname: Type.String(), patronymic: Type.String() })
export type FullName = Static<typeof FullName>
const Access = Type.Unsafe<'member' | 'curator' | 'administrator'>({ type: 'string', enum: ['member', 'curator', 'administrator'] })

const own = {
  id: Id,
  email: Type.String(),
  phone: Type.String({ description: 'E.164' }),
  phoneText: Type.String({ description: 'the phone as people write it' }),
  githubLogin: Type.String(),
  avatar: Nullable(Type.String()),
  fullName: FullName,
}

export const Account = Type.Object({
  ...own,
  name: Type.String(),
  pendingEmail: Nullable(Type.String({ description: 'awaiting confirmation' })),
  access: Access,
})
export type Account = Static<typeof Account>

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/user',
  isFixed: true,
  access: 'signed-in',
  isCachedPerCaller: true,
  tag: 'Profile',
  summary: 'The caller’s account',
  answer: Account,
  errors: [],
})

export const getProfile = endpoint({
  id: 'getProfile',
  method: 'GET',
  path: '/user/profile',
  isFixed: true,
  access: 'signed-in',
  isCachedPerCaller: true,
  tag: 'Profile',
  summary: 'The caller’s profile with teams, projects and applications',
  description:
    'Order of `projects`: running projects of the caller’s teams, assigned ones that start later, pending applications of teams without a project, finished projects, other applications.',
  answer: Type.Object({
    user: Type.Object({ ...own, access: Access, teams: Type.Array(Id), administratedTeams: Type.Array(Id), projects: Type.Array(Slug) }),
    projects: Type.Array(Project),
    teams: Type.Array(Team),
    members: Type.Array(Member),
    users: Type.Array(User),
    requests: Type.Array(ProjectRequest),
    forms: Type.Array(Type.Never(), { maxItems: 0 }),
  }),
  errors: [],
})

export const ProjectStatusAnswer = Type.Object({
  user: Type.Object({ assignableTeams: Type.Array(Id), hasTeamApplied: Type.Boolean() }),
  teams: Type.Array(Team),
  projects: Type.Array(
    Type.Object({
      id: Slug,
      name: Type.String(),
      status: Type.String(),
      role: Type.Unsafe<'member' | 'administrator' | 'applicant'>({ type: 'string', enum: ['member', 'administrator', 'applicant'] }),
      team: Id,
      request: Nullable(Type.Integer({ minimum: 1 })),
    }),
  ),
  refusals: Type.Optional(
    Type.Array(
      Type.Object({
        team: Id,
        code: Type.String({ description: 'error code that `POST /request` would have' }),
        why: Type.String({ description: 'the same in the caller’s language' }),
      }),
      { description: 'of one project: the teams that the caller administers and that cannot apply for it' },
    ),
  ),
})

export const getProjectStatus = endpoint({
  id: 'getProjectStatus',
  method: 'GET',
  path: '/user/projectstatus',
  isFixed: true,
  access: 'signed-in',
  isCachedPerCaller: true,
  tag: 'Profile',
  summary: 'The caller’s status for all projects',
  query: Type.Object({ project: Type.Optional(Type.String({ maxLength: 80, description: 'limits the response to one project' })) }),
  answer: ProjectStatusAnswer,
  errors: [],
})

export const getProjectStatusOf = endpoint({
  id: 'getProjectStatusOf',
  method: 'GET',
  path: '/user/projectstatus/{slug}',
  isFixed: true,
  access: 'signed-in',
  isCachedPerCaller: true,
  tag: 'Profile',
  summary: 'The caller’s status for one project',
  params: Type.Object({ slug: Type.String({ maxLength: 80 }) }),
  answer: ProjectStatusAnswer,
  errors: [],
})

export const updateAccount = endpoint({
  id: 'updateAccount',
  method: 'PUT',
  path: '/profile/account',
  isFixed: true,
  access: 'signed-in',
  tag: 'Profile',
  summary: 'Changes email and phone',
  description:
    'A new email address becomes active after it is confirmed with the emailed link; an unchanged or empty one changes nothing. `""` clears the phone.',
  body: Type.Object(
    { email: Type.String({ maxLength: 254 }), phone: Type.String({ maxLength: 40 }) },
    { examples: [{ email: 'anna@students.example.org', phone: '+44 7700 900123' }] },
  ),
  answer: Account,
  errors: ['invalid_email', 'invalid_phone', 'too_many_mails'],
})

export const updatePersonal = endpoint({
  id: 'updatePersonal',
  method: 'PUT',
  path: '/profile/personal',
  isFixed: true,
  access: 'signed-in',
  tag: 'Profile',
  summary: 'Changes the name',
  description: 'Trimmed, 1 to 100 characters; `surname` and `patronymic` may be empty. The stored value is always accepted.',
  body: Type.Object(
    {
      name: Type.String({ maxLength: 400 }),
      surname: Type.String({ maxLength: 400 }),
      patronymic: Type.Optional(Type.String({ maxLength: 400 })),
    },
    { examples: [{ name: 'Анна', surname: 'Ковалёва', patronymic: 'Дмитриевна' }] },
  ),
  answer: Account,
  errors: ['invalid_name'],
})

export const confirmEmail = endpoint({
  id: 'confirmEmail',
  method: 'POST',
  path: '/profile/email/confirm',
  access: 'public',
  tag: 'Profile',
  summary: 'Confirms a new email address with the token from the email',
  body: Type.Object({ token: Type.String({ maxLength: 200 }) }, { examples: [{ token: 'pj_em_…' }] }),
  answer: Type.Object({ email: Type.String() }),
  errors: ['link_invalid', 'database_unavailable'],
})

export const putAvatar = endpoint({
  id: 'putAvatar',
  method: 'PUT',
  path: '/profile/avatar',
  access: 'signed-in',
  tag: 'Profile',
  summary: 'Uploads the caller’s photo',
  description: 'One image (JPEG, PNG or WebP) as `files` of multipart/form-data; it is cropped to a square and re-encoded.',
  body: Type.Object({}),
  files: { most: 1, mostBytes: 5 * 1024 * 1024 },
  answer: Account,
  errors: ['file_missing', 'image_refused'],
})

export const deleteAvatar = endpoint({
  id: 'deleteAvatar',
  method: 'DELETE',
  path: '/profile/avatar',
  access: 'signed-in',
  tag: 'Profile',
  summary: 'Deletes the caller’s photo',
  answer: Account,
  errors: [],
})

// Bytes, not JSON (http/response/download.ts).
export const getAvatar = endpoint({
  id: 'getAvatar',
  method: 'GET',
  path: '/avatar/{id}',
  access: 'public',
  tag: 'Profile',
  summary: 'A person’s photo',
  description:
    'The URL is in `avatar` of a person and must include the version. The content never changes and can be cached permanently; `size=small` has 96 pixels, `large` 512.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  query: Type.Object({
    v: Type.Optional(Type.String({ maxLength: 64, description: 'version' })),
    size: Type.Optional(Type.Unsafe<'small' | 'large'>({ type: 'string', enum: ['small', 'large'] })),
  }),
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The photo as WebP', types: ['image/webp'], hasRanges: true },
  errors: ['file_not_found', 'database_unavailable'],
})

export const exportUser = endpoint({
  id: 'exportUser',
  method: 'GET',
  path: '/user/export',
  access: 'signed-in',
  tag: 'Profile',
  summary: 'All data about the caller',
  answer: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  errors: [],
})

export const deleteUser = endpoint({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  tag: 'Profile',
  summary: 'Deletes the caller’s account; team history stays without personal data',
  description: 'Teams that lose their only admin get another one, who gets an email.',
  answer: Nothing,
  errors: ['last_administrator'],
})

export const userEndpoints = [getUser, getProfile, getProjectStatus, getProjectStatusOf, exportUser, deleteUser]

export const profileEndpoints = [updateAccount, updatePersonal, confirmEmail, putAvatar, deleteAvatar, getAvatar]
