import { type Static, Type } from 'typebox'
import { endpoint, Nothing } from './endpoint.ts'

// The picture of a project, 16:9. A project without one has a generated cover, which every client draws itself (rules/project/cover.ts).

export const MOST_ALT = 300

export const Cover = Type.Object({
  url: Type.String({ description: 'JPEG of 960 pixels; the content never changes' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String({ description: 'what the picture shows, in the language of the project' }),
  thumbHash: Type.String({ description: 'base64; a blurred preview: https://evanw.github.io/thumbhash/' }),
  sources: Type.Array(Type.Object({ width: Type.Integer(), avif: Type.String(), webp: Type.String(), jpeg: Type.String() })),
})
export type Cover = Static<typeof Cover>

const Percent = Type.Integer({ minimum: 0, maximum: 100, description: 'percent of the whole picture' })

/** For those who may change it. */
export const EditedCover = Type.Object({
  ...Cover.properties,
  focalX: Percent,
  focalY: Percent,
  sourceUrl: Type.String({ description: 'the whole picture, WebP; only for those who may change the cover' }),
})
export type EditedCover = Static<typeof EditedCover>

const alt = Type.String({ maxLength: MOST_ALT, description: 'what the picture shows; required' })
const params = Type.Object({ slug: Type.String({ maxLength: 80 }) })
const refusals = ['project_not_found', 'not_working_on_it', 'cover_locked'] as const

export const getEditedCover = endpoint({
  id: 'getEditedCover',
  method: 'GET',
  path: '/project/{slug}/cover',
  access: 'signed-in',
  tag: 'Covers',
  summary: 'The cover of a project with its focal point and the whole picture',
  description: 'For those who may change it: curators, and admins of a team working on the project if the project allows it.',
  params,
  answer: EditedCover,
  errors: [...refusals, 'cover_missing'],
})

export const uploadCover = endpoint({
  id: 'uploadCover',
  method: 'POST',
  path: '/project/{slug}/cover',
  access: 'signed-in',
  tag: 'Covers',
  summary: 'Uploads the cover of a project',
  description:
    'One image (JPEG, PNG or WebP) as `files` of multipart/form-data, for curators, and for admins of a team working on the project if the ' +
    'project allows it. It is cropped to 16:9 around the focal point and re-encoded without metadata; it replaces the present cover.',
  params,
  body: Type.Object({ alt, focalX: Type.Optional(Percent), focalY: Type.Optional(Percent) }),
  files: { most: 1, mostBytes: 10 * 1024 * 1024 },
  seconds: 35,
  answer: EditedCover,
  errors: [...refusals, 'file_missing', 'image_refused', 'project_files_full'],
})

export const updateCover = endpoint({
  id: 'updateCover',
  method: 'PUT',
  path: '/project/{slug}/cover',
  access: 'signed-in',
  tag: 'Covers',
  summary: 'Changes the alternative text or the focal point of a cover',
  description: 'Omitted keys are not changed. Another focal point crops the uploaded picture again: its addresses change.',
  params,
  body: Type.Object(
    { alt: Type.Optional(alt), focalX: Type.Optional(Percent), focalY: Type.Optional(Percent) },
    { examples: [{ alt: 'A river with a measuring station', focalX: 30, focalY: 60 }] },
  ),
  seconds: 35,
  answer: EditedCover,
  errors: [...refusals, 'cover_missing', 'project_files_full', 'precondition_failed'],
})

export const deleteCover = endpoint({
  id: 'deleteCover',
  method: 'DELETE',
  path: '/project/{slug}/cover',
  access: 'signed-in',
  tag: 'Covers',
  summary: 'Removes the cover of a project; the generated one is shown again',
  params,
  answer: Nothing,
  errors: refusals,
})

// Bytes, not JSON (http/response/download.ts).
export const getCover = endpoint({
  id: 'getCover',
  method: 'GET',
  path: '/cover/{file}',
  access: 'public',
  tag: 'Covers',
  summary: 'A picture of a cover',
  description:
    'The addresses are in `cover` of a project: hash, width and format. The content never changes and can be cached permanently. Covers of projects that are not published, and whole pictures (`{hash}-source.webp`), are sent only to those who may change them.',
  params: Type.Object({
    file: Type.String({
      pattern: '^[0-9a-f]{32}-(source\\.webp|(480|960|1440)\\.(avif|webp|jpg))$',
      examples: [`${'0'.repeat(32)}-960.jpg`],
    }),
  }),
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The picture', types: ['image/avif', 'image/webp', 'image/jpeg'], hasRanges: true },
  errors: ['file_not_found', 'database_unavailable'],
})

export const coverEndpoints = [getEditedCover, uploadCover, updateCover, deleteCover, getCover]
