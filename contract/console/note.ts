import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Deleted, Id, Instant, Nullable, pageAnswer, pageQuery } from '#contract/shared.ts'
import { IdParams, oneOf } from './shared.ts'

// Notes between curators on applications, teams and projects.

export const LONGEST_NOTE = 10_000
export const MOST_NOTES = 200 // on one object
export const NOTES_AN_HOUR = 60 // of one person
export const MOST_MENTIONS = 20 // in one note
export const noteObjects = ['request', 'team', 'project'] as const
export type NoteObject = (typeof noteObjects)[number]

const Text = Type.String({ maxLength: LONGEST_NOTE, description: 'Markdown; @login mentions a curator' })
export const Mention = Type.Object({ login: Type.String(), name: Type.String() })
export type Mention = Static<typeof Mention>

export const Note = Type.Object({
  id: Id,
  text: Type.String({ description: 'Markdown' }),
  author: Nullable(Type.Object({ id: Id, name: Type.String() }, { description: 'null once the account is deleted' })),
  createdAt: Instant,
  changedAt: Nullable(Instant),
  isOwn: Type.Boolean(),
  mayEdit: Type.Boolean({ description: 'the author and administrators' }),
  mentions: Type.Array(Mention, { description: 'the people behind the logins in the text' }),
})
export type Note = Static<typeof Note>

export const listNotes = endpoint({
  id: 'listNotes',
  method: 'GET',
  path: '/console/note',
  access: 'curator',
  tag: 'Console',
  summary: 'Notes on an application, a team or a project, newest first',
  query: Type.Object({
    on: oneOf(noteObjects),
    id: Type.String({ pattern: '^\\d{1,10}$' }),
    ...pageQuery(),
  }),
  answer: Type.Object({
    notes: Type.Array(Note),
    ...pageAnswer,
  }),
  errors: [],
})

export const createNote = endpoint({
  id: 'createNote',
  method: 'POST',
  path: '/console/note',
  access: 'curator',
  tag: 'Console',
  summary: 'Adds a note to an application, a team or a project',
  description: `Only curators can read it. Mentioned curators get an email. Up to ${MOST_NOTES} notes on one object, ${NOTES_AN_HOUR} an hour of one person.`,
  body: Type.Object(
    { on: oneOf(noteObjects), id: Id, text: Text },
    { examples: [{ on: 'request', id: 12, text: 'They have no statistician yet. @margaret, do you know somebody?' }] },
  ),
  answer: Note,
  errors: ['request_not_found', 'team_not_found', 'project_not_found', 'text_required', 'notes_full', 'too_many_notes'],
})

export const updateNote = endpoint({
  id: 'updateNote',
  method: 'PUT',
  path: '/console/note/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes a note',
  description: 'The author and administrators. Curators who are mentioned for the first time get an email.',
  params: IdParams,
  body: Type.Object({ text: Text }, { examples: [{ text: 'They found a statistician.' }] }),
  answer: Note,
  errors: ['note_not_found', 'note_not_own', 'text_required'],
})

export const deleteNote = endpoint({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/console/note/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a note',
  description: 'The author and administrators.',
  params: IdParams,
  answer: Deleted,
  errors: ['note_not_found', 'note_not_own'],
})

export const listMentionable = endpoint({
  id: 'listMentionable',
  method: 'GET',
  path: '/console/note/mention',
  access: 'curator',
  tag: 'Console',
  summary: 'Curators and administrators who can be mentioned in notes, by name',
  answer: Type.Object({ people: Type.Array(Mention) }),
  errors: [],
})

export const noteEndpoints = [listNotes, createNote, updateNote, deleteNote, listMentionable]
