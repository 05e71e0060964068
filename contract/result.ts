import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { File, Link } from './project.ts'
import { Deleted, Id, Instant, Nullable, Slug } from './shared.ts'

// Results of a team on its project: files by category, and links.

/** What file inputs offer; files/sniff.ts decides what is accepted. */
export const acceptedFiles =
  '.pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.md,.csv,.json,.png,.jpg,.jpeg,.webp,.gif,.mp4,.webm,.mp3,.zip,.tar.gz,.tgz'

const withFile = ['file_missing', 'file_type_refused', 'quota_exceeded'] as const

export const uploadResult = endpoint({
  id: 'uploadResult',
  method: 'POST',
  path: '/project/results/upload-file',
  isFixed: true,
  access: 'signed-in',
  hasLocation: true,
  tag: 'Results',
  summary: 'Publishes a result file of a category',
  description:
    'multipart/form-data with one file in `files`, for admins of a team working on the project. A category has one current file per team.',
  body: Type.Object({ project: Slug, team: Id, category: Type.String({ maxLength: 100, description: 'id or name of a file type' }) }),
  files: { most: 1, mostBytes: 50 * 1024 * 1024 },
  answer: File,
  errors: [
    ...withFile,
    'project_not_found',
    'team_not_found',
    'not_team_administrator',
    'not_working_on_it',
    'unknown_category',
    'category_taken',
  ],
})

export const changeResult = endpoint({
  id: 'changeResult',
  method: 'POST',
  path: '/project/results/change-file',
  isFixed: true,
  access: 'signed-in',
  hasLocation: true,
  tag: 'Results',
  summary: 'Uploads a new version of a result file',
  body: Type.Object({ file: Id, comment: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))) }),
  files: { most: 1, mostBytes: 50 * 1024 * 1024 },
  answer: File,
  errors: [...withFile, 'file_not_found', 'not_team_administrator', 'too_many_versions', 'precondition_failed'],
})

export const deleteResult = endpoint({
  id: 'deleteResult',
  method: 'DELETE',
  path: '/project/results/delete-file',
  isFixed: true,
  access: 'signed-in',
  tag: 'Results',
  summary: 'Deletes a result file',
  description:
    'The id is sent in the body or in the query, because some networks drop the body of a DELETE. Repeating the call returns the same response.',
  query: Type.Object({ file: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })) }),
  body: Type.Object({ file: Type.Optional(Id) }),
  answer: Deleted,
  errors: ['file_not_found', 'not_team_administrator'],
})

export const createLink = endpoint({
  id: 'createLink',
  method: 'POST',
  path: '/project/links',
  isFixed: true,
  access: 'signed-in',
  hasLocation: true,
  tag: 'Results',
  summary: 'Adds a link to a project',
  description:
    'For admins of a team working on the project; http or https. If no platform is given, it is detected from the host. Adding the same link again returns the existing one.',
  body: Type.Object(
    {
      project: Slug,
      platform: Type.Optional(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], maxLength: 100 })),
      link: Type.String({ maxLength: 2048 }),
    },
    { examples: [{ project: 'city-tree-census', link: 'https://github.com/example/trees' }] },
  ),
  answer: Link,
  errors: ['project_not_found', 'not_working_on_it', 'invalid_link', 'unknown_platform', 'link_limit'],
})

export const deleteLink = endpoint({
  id: 'deleteLink',
  method: 'DELETE',
  path: '/project/links/{id}',
  isFixed: true,
  access: 'signed-in',
  tag: 'Results',
  summary: 'Deletes a link from a project',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  answer: Deleted,
  errors: ['link_not_found', 'not_working_on_it'],
})

export const listVersions = endpoint({
  id: 'listVersions',
  method: 'GET',
  path: '/file/{id}/versions',
  access: 'signed-in',
  tag: 'Results',
  summary: 'Versions of a file, newest first',
  description: 'For the team and curators.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  answer: Type.Object({
    versions: Type.Array(
      Type.Object({
        version: Type.Integer({ minimum: 1 }),
        name: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        date: Instant,
        author: Nullable(Type.String()),
        comment: Nullable(Type.String()),
      }),
    ),
  }),
  errors: ['file_not_found'],
})

// Bytes, not JSON (http/response/download.ts).
export const downloadFile = endpoint({
  id: 'downloadFile',
  method: 'GET',
  path: '/file/{id}',
  access: 'public',
  tag: 'Results',
  summary: 'Downloads a file',
  description:
    'Public results are available to everyone, other team files to the team and curators. Range requests are supported; `?version=` returns an older version to the team.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  query: Type.Object({ version: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })) }),
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The file content', types: ['*/*'], hasRanges: true },
  errors: ['file_not_found', 'database_unavailable'],
})

export const resultEndpoints = [uploadResult, changeResult, deleteResult, createLink, deleteLink, downloadFile]
