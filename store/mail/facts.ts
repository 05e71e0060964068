import type { NoteObject } from '#contract/console/note.ts'
import type { Language } from '#contract/language.ts'
import type { NotificationKind, When } from '#contract/notification.ts'
import type { AnySql } from '#database/sql.ts'
import type { ClosingProject } from './reminder.ts'

// Facts for an email, read when it is sent. The keys read from `data`: request, project (slug), team, file, version, question, message, note,
// announcement, invitation, joinRequest, round (slug), person, by (the actor). In a leave_request, `request` is the request to leave.

type EmailedChoice = { name: string; unsuitable: Record<Language, string> | null }

export type EmailReader = {
  email: string | null
  name: string
  language: Language | null
  isGone: boolean
  isDisabled: boolean
  isCurator: boolean
  choices: Partial<Record<NotificationKind, When>>
}

export async function findReader(sql: AnySql, personId: number): Promise<EmailReader | undefined> {
  const [row] = await sql<EmailReader[]>`
    select p.email, p.name, p.language, p.deleted_at is not null as "isGone", p.disabled_at is not null as "isDisabled", p.access <> 'member' as "isCurator",
      coalesce(n.choices, '{}') as choices
    from person p left join notification n on n.person_id = p.id where p.id = ${personId}`
  return row
}

const firstAndSurname = (sql: AnySql) => sql`coalesce(nullif(trim(name || ' ' || surname), ''), login)`

/** The signed-in sender of a contact email. */
export type Writer = { id: number; login: string; name: string; email: string | null }

export async function findWriter(sql: AnySql, personId: number): Promise<Writer | null> {
  const [row] = await sql<Writer[]>`select id, login, ${firstAndSurname(sql)} as name, email from person where id = ${personId}::bigint`
  return row ?? null
}

export type MailFacts = {
  id: number
  kind: string
  data: Record<string, unknown>
  createdAt: Date
  team: string | null
  project: { name: string; slug: string; isPublished: boolean } | null
  reason: Record<Language, string> | null
  comment: string | null
  file: { name: string; category: string | null; version: number; comment: string | null } | null
  question: { text: string; answer: string | null } | null // null when it was deleted or hidden
  message: { text: string } | null // null when the application is decided, or the reader has no part in it any more
  note: { text: string; on: NoteObject; id: number; name: string } | null // null when it was deleted, or the reader is no curator any more
  joining: { message: string | null; isOpen: boolean } | null // the invitation, request to join or request to leave
  person: string | null // whose request to leave was answered, when it is not the reader
  round: {
    name: string
    slug: string
    /** What the team got; its `choices` by rank, with why curators found one unsuitable, `open`: projects that still have a place, `reasons`: rules/placement/reasons.ts. */
    result: { project: string | null; choices: Record<number, EmailedChoice>; open: string[]; reasons: unknown } | null
  } | null
  announcement: { subject: string; body: string; author: string | null; isRecalled: boolean } | null
  actor: string | null
  linkEndsAt: Date | null // for an email change: null when the link is no longer valid
  closing?: ClosingProject[] // for a reminder about saved projects
}

// Null when the key is missing or is not an id.
const id = (sql: AnySql, key: string) => sql`case when data->>${key} ~ '^[0-9]{1,9}$' then (data->>${key})::int end`

// Whether the reader of the email a still is a curator.
const isCurator = (sql: AnySql) =>
  sql`exists (select 1 from person c where c.id = a.person_id and c.access in ('curator', 'administrator'))`

/** `today` is the day in the time zone of the directory. */
export async function findMailFacts(sql: AnySql, ids: number[], { now, today }: { now: Date; today: string }): Promise<MailFacts[]> {
  return sql<MailFacts[]>`
    with email as (
      select *, ${id(sql, 'team')} as team, ${id(sql, 'request')} as request, ${id(sql, 'file')} as file, ${id(sql, 'version')} as version,
        ${id(sql, 'question')} as question, ${id(sql, 'message')} as message, ${id(sql, 'note')} as note,
        ${id(sql, 'announcement')} as announcement, ${id(sql, 'invitation')} as invitation, ${id(sql, 'joinRequest')} as join_request,
        ${id(sql, 'person')} as subject, ${id(sql, 'by')} as actor
      from outbox where id = any(${ids}::bigint[]))
    select a.id::float8 as id, a.kind, a.data, a.created_at as "createdAt", t.name as team, r.comment,
      (select json_build_object('name', name, 'slug', slug, 'isPublished', state = 'published') from project
        where id = f.project_id or (f.project_id is null and slug = a.data->>'project')) as project,
      (select json_build_object('en', text_en, 'ru', text_ru) from refusal_reason where id = r.reason_id) as reason,
      (select json_build_object('name', v.name, 'category', c.name, 'version', v.version, 'comment', v.comment)
        from file_version v left join file_type c on c.id = f.file_type_id
        where v.file_id = f.id and v.version = coalesce(a.version, f.version)) as file,
      (select json_build_object('text', text, 'answer', answer) from question
        where id = a.question and deleted_at is null and hidden_at is null) as question,
      (select json_build_object('text', s.text) from request_message s join request q on q.id = s.request_id and q.status = 'submitted'
        where s.id = a.message and case s.role
          when 'curator' then exists (select 1 from member m where m.team_id = q.team_id and m.person_id = a.person_id)
          else ${isCurator(sql)} end) as message,
      (select json_build_object('text', n.text, 'id', coalesce(n.request_id, n.team_id, n.project_id),
          'on', case when n.request_id is not null then 'request' when n.team_id is not null then 'team' else 'project' end,
          'name', coalesce(o.name, u.name, (select concat(w.name, ' → ', o.name) from request q join team w on w.id = q.team_id
            join project o on o.id = q.project_id where q.id = n.request_id)))
        from note n left join project o on o.id = n.project_id left join team u on u.id = n.team_id
        where n.id = a.note and n.deleted_at is null and ${isCurator(sql)}) as note,
      (select json_build_object('subject', n.subject, 'body', n.body, 'isRecalled', n.state in ('recalling', 'recalled'),
        'author', (select ${firstAndSurname(sql)} from person where id = n.author_id and deleted_at is null))
        from announcement n where n.id = a.announcement) as announcement,
      case a.kind
        when 'team_invitation' then (
          select json_build_object('message', message, 'isOpen', status = 'open' and expires_at > ${now}) from person_invitation where id = a.invitation)
        when 'join_request' then (
          select json_build_object('message', message, 'isOpen', status = 'open' and expires_at > ${now}) from join_request where id = a.join_request)
        when 'leave_request' then (
          select json_build_object('message', message, 'isOpen', status = 'open') from leave_request where id = a.request) end as joining,
      (select json_build_object('name', o.name, 'slug', o.slug, 'result', (
          select json_build_object('project', (select name from project where id = s.project_id), 'reasons', s.reasons,
            'choices', coalesce((select json_object_agg(q.rank, json_build_object('name', c.name,
                'unsuitable', case when why.id is not null then json_build_object('en', why.text_en, 'ru', why.text_ru) end))
              from request q join project c on c.id = q.project_id left join round_mark k on k.request_id = q.id left join refusal_reason why on why.id = k.reason_id
              where q.round_id = o.id and q.team_id = s.team_id and q.rank is not null), '{}'),
            'open', array(select c.name from project c where c.state = 'published' and coalesce(c.enrollment_start, ${today}::date) <= ${today}::date
              and coalesce(c.enrollment_end, c.date_start - 1, ${today}::date) >= ${today}::date and coalesce(c.date_end, ${today}::date) >= ${today}::date and (c.team_limit is null or c.team_limit > places_taken(c.id)) and c.round_id is distinct from o.id
              order by c.enrollment_end, c.id limit 3))
          from round_result s where s.round_id = o.id and s.team_id = a.team and o.published_at is not null))
        from round o where o.slug = a.data->>'round') as round,
      (select ${firstAndSurname(sql)} from person where id = a.subject and id <> a.person_id) as person,
      (select ${firstAndSurname(sql)} from person where id = a.actor) as actor,
      (select c.expires_at from email_change c where c.person_id = a.person_id and c.email = a.address and c.created_at = a.created_at
        and c.expires_at > ${now}) as "linkEndsAt"
    from email a left join file f on f.id = a.file left join team t on t.id = coalesce(a.team, f.team_id)
    left join request r on r.id = a.request
    order by a.id`
}
