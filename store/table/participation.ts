import { MOST_NOTES, NOTES_AN_HOUR } from '#contract/console/note.ts'
import { MOST_MESSAGES } from '#contract/message.ts'
import { MOST_CHOICES } from '#contract/round.ts'
import { removeOldKeys } from '#store/idempotency.ts'
import { removeSurplusRequests } from '#store/request/surplus.ts'
import { daysBefore, removeOld } from './old-rows.ts'
import { type TableRule, withRow } from './rule.ts'

export const participationTables: Record<string, TableRule> = {
  'public.request': {
    owner: 'team',
    perOwner: `5 waiting ones (a setting, up to 20), ${MOST_CHOICES} choices in a round, 100 withdrawn ones, one row for each decision`,
    removed: 'withdrawn ones above the limit, with their files',
    remove: removeSurplusRequests,
    why: 'history of the team; only surplus withdrawn ones are removed',
  },
  'public.request_transition': withRow('request', 'one row for each step; only curators can repeat steps'),
  'public.file': {
    owner: 'team or project',
    perOwner: '500 MB of a team, 200 MB of a project, removed files included',
    removed: '7 days after removal',
  },
  'public.file_version': withRow('file', '20 versions'),
  'public.cover': { owner: 'project', perOwner: 'one shown; removed ones count for the 200 MB', removed: '7 days after removal' },
  'public.cover_image': withRow('cover', '10 images'),
  'public.question': {
    owner: 'person and project',
    perOwner: '10 a day, 3 unanswered ones of a person on a project; answers are given by curators and the team',
    removed: 'with its project; deleted ones after two days',
    remove: (sql, now) => removeOld(sql, 'question', 'deleted_at', daysBefore(now, 2)),
    why: 'a repeated deletion gets the same answer',
  },
  'public.note': {
    owner: 'request, team or project',
    perOwner: `${MOST_NOTES} notes; ${NOTES_AN_HOUR} an hour of one person`,
    removed: 'with its object; deleted ones after two days',
    remove: (sql, now) => removeOld(sql, 'note', 'deleted_at', daysBefore(now, 2)),
    why: 'a repeated deletion gets the same answer',
  },
  'public.note_mention': withRow('note', 'one row for each curator'),
  'public.request_message': withRow('request', `${MOST_MESSAGES} messages`),
  'public.blob': { owner: 'file', perOwner: 'one row for each content', removed: 'with the bytes, an hour after the last row' },
  'public.orphan': { owner: 'file', perOwner: 'one row for each content', removed: 'by the next hourly sweep, or with the bytes' },
  'public.idempotency': {
    owner: 'caller and endpoint',
    perOwner: '200 keys: the oldest ones are forgotten; 200 000 in all',
    removed: 'after two days',
    remove: removeOldKeys,
    why: 'a repeated call gets the same answer',
  },
}
